import type { Checked } from '../../../engine/platform/on-demand.ts';
import { heldFileChangesOutput, resolveChangeOutput } from '../../../engine/swarm/index.ts';
import { shellWord } from '../../../engine/text/shell-word.ts';
import { cut, plain, seconds, type Text, text } from '../layout.ts';

type Change = Checked<typeof heldFileChangesOutput>['changes'][number];

/** Maximum length of a command. */
const WIDTH = 100;

/** Returns a change to a held file, with the commands to compare and to resolve it. */
function changeLines({ id, path, holder, reason, agent, vendor, command, from, to, what, before, after, mayBeHolder }: Change): string[] {
  const why = reason === '' ? '' : ` (${plain(reason)})`;
  const compared = before !== null && after !== null ? [`  compare: git diff --no-index ${shellWord(before)} ${shellWord(after)}`] : [];
  const lost = before === null && what !== 'created' ? ['  there is no copy of the file from before the change'] : [];
  const resolve = (how: string) => `cortex lock resolve ${id} --${how} --by person:NAME`;
  const doubt = mayBeHolder ? [`  or by ${plain(holder)}, whose session has no hooks`] : [];
  return [
    `${id}  ${plain(path)} ${what}; held by ${plain(holder)}${why}`,
    `  between ${seconds(from)} and ${seconds(to)}, while ${plain(agent ?? `a session of ${vendor}`)} ran: ${cut(plain(command), WIDTH)}`,
    ...doubt,
    ...compared,
    ...lost,
    ...(lost.length === 0 ? [`  restore: ${resolve('restore')}`] : []),
    `  keep:    ${resolve('keep')}`,
  ];
}

function listed({ changes }: Checked<typeof heldFileChangesOutput>): string {
  if (changes.length === 0) return 'No changes to held files.';
  return changes.flatMap(changeLines).join('\n');
}

function resolved({ change: { path, before }, done }: Checked<typeof resolveChangeOutput>): string {
  if (done === 'kept') return `Kept the change to ${plain(path)}.`;
  return before === null ? `Removed ${plain(path)}, which did not exist before.` : `Restored ${plain(path)}.`;
}

export const heldFileTexts: Readonly<Record<string, Text>> = {
  'lock changes': text(heldFileChangesOutput, listed),
  'lock resolve': text(resolveChangeOutput, resolved),
};
