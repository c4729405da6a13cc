import type * as z from 'zod';
import { flushTimelineOutput, listTimelineOutput, mergeTimelineOutput, timelineEntryOutput } from '../../engine/crtx/index.ts';
import { counted, cut, plain, seconds, type Text, table, text } from './layout.ts';

type Entry = z.infer<typeof timelineEntryOutput>['entry'];

/** How many characters of a detail are shown in a list; "--json" gives all of it. */
const DETAIL = 200;

function ending({ outcome, outcomeDetail }: Entry): string {
  return outcomeDetail === undefined ? outcome : `${outcome}: ${outcomeDetail}`;
}

/** What stands below an entry, indented: why, on which files, and how it ended. */
function details(entry: Entry): string[] {
  const { reasoning, context, outcomeDetail } = entry;
  const lines = [reasoning, context.files.join(' '), outcomeDetail === undefined ? '' : ending(entry)];
  return lines.filter((line) => line !== '').map((line) => `    ${cut(plain(cut(line, DETAIL)), DETAIL)}`);
}

function listed({ entries }: z.infer<typeof listTimelineOutput>): string {
  if (entries.length === 0) return 'No entries.';
  const rows = table(
    entries.map(({ id, timestamp, agentId, type, action, outcome }) => [seconds(timestamp), agentId, type, outcome, id, action]),
  ).split('\n');
  return entries.flatMap((entry, n) => [rows[n], ...details(entry)]).join('\n');
}

function allOf(entries: number): string {
  return entries < 2 ? counted(entries, 'entry', 'entries') : `all ${counted(entries, 'entry', 'entries')}`;
}

export const timelineTexts: Readonly<Record<string, Text>> = {
  'timeline add': text(timelineEntryOutput, ({ entry: { id, action } }) => plain(`Recorded ${id}: ${action}`)),
  'timeline list': text(listTimelineOutput, listed),
  'timeline flush': text(flushTimelineOutput, ({ entries }) => `timeline.crtx shows ${allOf(entries)}.`),
  'timeline merge': text(mergeTimelineOutput, ({ file, entries }) =>
    plain(`${file} has the ${counted(entries, 'entry', 'entries')} of both sides now; "git add" it.`),
  ),
  'timeline resolve': text(timelineEntryOutput, ({ entry }) => plain(`${entry.id} ended: ${ending(entry)}`)),
};
