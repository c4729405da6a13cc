import type { Checked } from '../../../engine/platform/on-demand.ts';
import { heldFileChangesOutput } from '../../../engine/swarm/index.ts';
import { shellWord } from '../../../engine/text/shell-word.ts';
import { escapeText, seconds, type Text, type TypedInput, textOutput, truncate } from '../layout.ts';
import { commandWithLocation } from '../suggested-commands.ts';

type Change = Checked<typeof heldFileChangesOutput>['changes'][number];

/** Maximum length of a command. */
const WIDTH = 100;

/** Returns a change to a held file, with the commands to compare and to resolve it. */
function changeLines(change: Change, asked: TypedInput): string[] {
  const { id, path, holder, reason, agent, vendor, command, from, to, what, before, after, mayBeHolder } = change;
  const why = reason === '' ? '' : ` (${escapeText(reason)})`;
  const compared =
    before !== null && after !== null ? [`  compare: git diff --no-index ${escapeText(`${shellWord(before)} ${shellWord(after)}`)}`] : [];
  const lost = before === null && what !== 'created' ? ['  there is no copy of the file from before the change'] : [];
  const resolve = (how: string) => commandWithLocation(`cortex lock resolve ${escapeText(id)} --${how} --by person:NAME`, asked);
  const doubt = mayBeHolder ? [`  or by ${escapeText(holder)}, whose session has no hooks`] : [];
  return [
    `${escapeText(id)}  ${escapeText(path)} ${what}; held by ${escapeText(holder)}${why}`,
    `  between ${seconds(from)} and ${seconds(to)}, while ${escapeText(agent ?? `a session of ${vendor}`)} ran: ${truncate(escapeText(command), WIDTH)}`,
    ...doubt,
    ...compared,
    ...lost,
    ...(lost.length === 0 ? [`  restore: ${resolve('restore')}`] : []),
    `  keep:    ${resolve('keep')}`,
  ];
}

function listed({ changes }: Checked<typeof heldFileChangesOutput>, _now: number, asked: TypedInput): string {
  if (changes.length === 0) return 'No changes to held files.';
  return changes.flatMap((change) => changeLines(change, asked)).join('\n');
}

export const heldFileTexts: Readonly<Record<string, Text>> = {
  'lock changes': textOutput(heldFileChangesOutput, listed),
};
