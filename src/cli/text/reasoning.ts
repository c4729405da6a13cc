import { reasoningOutput } from '../../engine/timeline/index.ts';
import { type Text, textOutput } from './layout.ts';
import { entryRows } from './timeline.ts';

export const reasoningTexts: Readonly<Record<string, Text>> = {
  'reasoning show': textOutput(reasoningOutput, ({ entries }) => entryRows(entries).join('\n')),
};
