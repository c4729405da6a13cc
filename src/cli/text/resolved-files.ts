import { settleOutput } from '../../engine/project/schemas/settle.ts';
import { mergeOutput } from '../../engine/workspace/merging/merge-schemas.ts';
import { counted, escapeText, type Text, textOutput } from './layout.ts';
import { addCommand } from './resolved-conflicts.ts';
import { nextStepWithLocation } from './suggested-commands.ts';

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

export const mergeTexts: Readonly<Record<string, Text>> = {
  settle: resolvedText,
  'merge-driver': textOutput(mergeOutput, ({ file, merged, by }) => {
    return escapeText(merged ? `Merged ${file} by ${by}` : `${file}: the two sides conflict`);
  }),
};
