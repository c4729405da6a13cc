import { onDemand } from '../../engine/platform/on-demand.ts';
import { isPrintableAscii } from '../../engine/text/ascii.ts';

/** Characters that are drawn over the previous one. */
const characterWithoutWidth = onDemand(() => /[\p{Mn}\p{Me}\p{Variation_Selector}]/gu);

/** Characters that terminals draw two columns wide: East Asian scripts and punctuation, full-width forms, and emoji. */
const wideCharacter = onDemand(
  () =>
    /[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/gu,
);

/** Returns the width of a text in terminal columns. */
export function columnWidth(text: string): number {
  if (isPrintableAscii(text)) return text.length;
  const seen = text.replace(characterWithoutWidth(), '').replace(wideCharacter(), '  ');
  return Array.from(seen).length;
}

/** Pads a text with blanks to a width. */
export function padToWidth(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columnWidth(text)));
}
