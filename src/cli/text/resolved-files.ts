import type { Checked } from '../../engine/platform/on-demand.ts';
import { settleOutput } from '../../engine/project/schemas/settle.ts';
import { mergeOutput } from '../../engine/workspace/merging/merge-schemas.ts';
import { counted, escapeText, type Text, textOutput } from './layout.ts';
import { addCommand } from './resolved-conflicts.ts';
import { nextStepWithLocation } from './suggested-commands.ts';

type SettledFiles = Checked<typeof settleOutput>['files'];

/** Returns the command that marks the files of each repository as resolved. */
function addCommands(files: SettledFiles): string[] {
  const repositories = [...new Set(files.map(({ repository }) => repository))].filter((each) => each !== null);
  return repositories.map((each) =>
    addCommand(
      files.filter(({ repository }) => repository === each).map(({ file }) => file),
      each,
    ),
  );
}

/** Text of resolved files, with the command that marks all of them as resolved in git. */
export const resolvedText = textOutput(settleOutput, ({ files, left }, _now, asked) =>
  [
    ...files.map(({ file, entries }) =>
      entries === null ? `${file} is settled` : `${file} has the ${counted(entries, 'entry', 'entries')} of both sides now`,
    ),
    ...left.map(({ problem }) => nextStepWithLocation(problem, asked) ?? ''),
    ...addCommands(files).map((command) => nextStepWithLocation(`Review them, then: ${command}`, asked) ?? ''),
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
