import { settleOutput } from '../../engine/project/schemas/settle.ts';
import { shellWord } from '../../engine/text/shell-word.ts';
import { counted, escapeText, textOutput } from './layout.ts';
import { nextStepWithLocation } from './suggested-commands.ts';

/** Returns the command that marks files as resolved. Git takes `*`, `?` and `[` in a path for a pattern. */
export function addCommand(files: readonly string[]): string {
  const literal = files.some((file) => /[*?[\\]/.test(file)) ? ' --literal-pathspecs' : '';
  return `git${literal} add -- ${files.map(shellWord).join(' ')}`;
}

/** Text of resolved files, with the command that marks all of them as resolved in git. */
export const resolvedText = textOutput(settleOutput, ({ files, left }, _now, asked) =>
  [
    ...files.map(({ file, entries }) =>
      entries === null ? `${file} is settled` : `${file} has the ${counted(entries, 'entry', 'entries')} of both sides now`,
    ),
    ...left.map(({ problem }) => nextStepWithLocation(problem, asked) ?? ''),
    ...(files.length === 0 ? [] : [nextStepWithLocation(`Review them, then: ${addCommand(files.map(({ file }) => file))}`, asked) ?? '']),
  ]
    .map(escapeText)
    .join('\n'),
);
