import { mergeOutput } from '../../engine/workspace/merging/merge-schemas.ts';
import { escapeText, type Text, textOutput } from './layout.ts';
import { resolvedText } from './resolved-files.ts';

export const mergeTexts: Readonly<Record<string, Text>> = {
  settle: resolvedText,
  'merge-driver': textOutput(mergeOutput, ({ file, merged, by }) => {
    return escapeText(merged ? `Merged ${file} by ${by}` : `${file}: the two sides conflict`);
  }),
};
