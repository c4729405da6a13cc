import type { Range } from '../../text/markdown/markdown.ts';

/** By code unit: what does not stand in a wikilink that is all prose or all code, whatever is around it. */
const ENDS = new Uint8Array(128);
for (const char of '[]<>`\\$%\n') ENDS[char.charCodeAt(0)] = 1;

/** Names and targets of notes are hardly longer. */
const LONGEST = 512;

/**
 * Whether a part of a text is certain to be in a wikilink, in which no other link is made. Most of what a text says of other notes is, and
 * then the text need not be divided for it. A link with code, formulas or tags in it is left to those who divide it.
 */
export function isInWikilink(text: string, { from, to }: Range): boolean {
  let open = from - 1;
  for (const least = Math.max(1, from - LONGEST); open > least && ENDS[text.charCodeAt(open)] !== 1; ) open -= 1;
  if (!text.startsWith('[[', open - 1)) return false;
  let close = to;
  for (const most = Math.min(text.length, to + LONGEST); close < most && ENDS[text.charCodeAt(close)] !== 1; ) close += 1;
  return text.startsWith(']]', close);
}
