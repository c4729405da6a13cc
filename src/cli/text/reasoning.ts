import { reasoningOutput, timelineEntryOutput } from '../../engine/timeline/index.ts';
import { plain, type Text, text } from './layout.ts';
import { entryRows } from './timeline.ts';

export const reasoningTexts: Readonly<Record<string, Text>> = {
  'reasoning add': text(timelineEntryOutput, ({ entry: { id, action } }) => plain(`Recorded ${id}: ${action}`)),
  'reasoning show': text(reasoningOutput, ({ entries }) => entryRows(entries).join('\n')),
};
