import { initOutput } from '../../engine/crtx/index.ts';
import { plain, type Text, text } from './layout.ts';

export const projectTexts: Readonly<Record<string, Text>> = {
  init: text(initOutput, ({ root, created }) => `${created ? 'Made' : 'There is already a'} ${plain(root)}/.cortex`),
};
