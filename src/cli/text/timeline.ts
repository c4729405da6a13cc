import type { Checked } from '../../engine/platform/on-demand.ts';
import { listTimelineOutput, precedentsOutput, reasoningOutput, type timelineEntryOutput } from '../../engine/timeline/index.ts';
import { escapeAndTruncate, escapeText, seconds, type Text, table, textOutput } from './layout.ts';
import { resolvedText } from './resolved-files.ts';
import { styled, styledState } from './style.ts';

type Entry = Checked<typeof timelineEntryOutput>['entry'];

/** Maximum length of a detail in a list; `--json` prints all of it. */
const DETAIL = 200;

function ending({ outcome, outcomeDetail }: Entry): string {
  return outcomeDetail === undefined ? outcome : `${outcome}: ${outcomeDetail}`;
}

/** Returns the lines below an entry: its reasoning, files and outcome. */
function details(entry: Entry): string[] {
  const { reasoning, context, outcomeDetail } = entry;
  const lines = [reasoning, context.files.join(' '), outcomeDetail === undefined ? '' : ending(entry)];
  return lines.filter((line) => line !== '').map((line) => `    ${escapeAndTruncate(line, DETAIL)}`);
}

function listed({ entries, next }: Checked<typeof listTimelineOutput>): string {
  const more = next === null ? [] : [`More: add --cursor ${escapeText(next)}`];
  return [...entryRows(entries), ...more].join('\n');
}

/** Returns the columns of an entry. */
const columnsOf = ({ id, timestamp, agentId, type, action, outcome }: Entry): string[] => [
  styled('weak', seconds(timestamp)),
  agentId,
  type,
  styledState(outcome),
  styled('weak', id),
  action,
];

/** Lists entries with their details. */
export function entryRows(entries: readonly Entry[]): string[] {
  if (entries.length === 0) return ['No entries.'];
  const rows = table(entries.map(columnsOf)).split('\n');
  return entries.flatMap((entry, n) => [rows[n] ?? '', ...details(entry)]);
}

function precedents({ precedents: found }: Checked<typeof precedentsOutput>): string {
  if (found.length === 0) return 'No similar earlier entries.';
  const rows = table(found.map(({ entry, score }) => [score.toFixed(2), ...columnsOf(entry)])).split('\n');
  return found.flatMap(({ entry, why }, n) => [rows[n] ?? '', `    ${escapeText(why)}`, ...details(entry)]).join('\n');
}

export const timelineTexts: Readonly<Record<string, Text>> = {
  'timeline list': textOutput(listTimelineOutput, listed),
  'timeline query': textOutput(listTimelineOutput, listed),
  'timeline precedents': textOutput(precedentsOutput, precedents),
  'timeline merge': resolvedText,
};

export const reasoningTexts: Readonly<Record<string, Text>> = {
  'reasoning show': textOutput(reasoningOutput, ({ entries }) => entryRows(entries).join('\n')),
};
