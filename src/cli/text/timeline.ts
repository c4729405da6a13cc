import type * as z from 'zod';
import { listTimelineOutput, timelineEntryOutput } from '../../engine/crtx/index.ts';
import { plain, seconds, type Text, table, text } from './layout.ts';

type Entry = z.infer<typeof timelineEntryOutput>['entry'];

function ending({ outcome, outcomeDetail }: Entry): string {
  return outcomeDetail === undefined ? outcome : `${outcome}: ${outcomeDetail}`;
}

function listed({ entries }: z.infer<typeof listTimelineOutput>): string {
  if (entries.length === 0) return 'No entries.';
  return table(
    entries.map(({ id, timestamp, agentId, type, action, outcome }) => [seconds(timestamp), agentId, type, outcome, id, action]),
  );
}

export const timelineTexts: Readonly<Record<string, Text>> = {
  'timeline add': text(timelineEntryOutput, ({ entry: { id, action } }) => plain(`Recorded ${id}: ${action}`)),
  'timeline list': text(listTimelineOutput, listed),
  'timeline resolve': text(timelineEntryOutput, ({ entry }) => plain(`${entry.id} ended: ${ending(entry)}`)),
};
