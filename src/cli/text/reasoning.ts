import { reasoningOutput, timelineEntryOutput } from '../../engine/timeline/index.ts';
import { escapeText, type Text, textOutput } from './layout.ts';
import { entryRows } from './timeline.ts';

export const reasoningTexts: Readonly<Record<string, Text>> = {
  'reasoning add': textOutput(timelineEntryOutput, ({ entry: { id, action } }) => escapeText(`Recorded ${id}: ${action}`)),
  'reasoning show': textOutput(reasoningOutput, ({ entries }) => entryRows(entries).join('\n')),
};
