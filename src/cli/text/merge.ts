import { mergeOutput } from '../../engine/workspace/merging/merge-schemas.ts';
import { plain, type Text, text } from './layout.ts';

export const mergeTexts: Readonly<Record<string, Text>> = {
  'merge-driver': text(mergeOutput, ({ file, merged, by }) => {
    return plain(merged ? `Merged ${file} by ${by}` : `${file}: the two sides conflict`);
  }),
};
