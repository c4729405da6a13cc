import type { Range } from '../../text/markdown/markdown.ts';

/** Characters that end the search, by code unit. A wikilink without them is entirely prose or entirely code, whatever surrounds it. */
const ENDS = new Uint8Array(128);
for (const char of '[]<>`\\$%\n') ENDS[char.charCodeAt(0)] = 1;

/** Upper bound for the length of names and targets, in code units. */
const MAX_LENGTH = 512;

/**
 * Reports whether a range is certainly inside a wikilink, where no other link is made. Most mentions of notes are, and then the text need
 * not be parsed. Links that contain code, formulas or tags are left to the parser.
 */
export function isInWikilink(text: string, { from, to }: Range): boolean {
  let open = from - 1;
  for (const least = Math.max(1, from - MAX_LENGTH); open > least && ENDS[text.charCodeAt(open)] !== 1; ) open -= 1;
  if (!text.startsWith('[[', open - 1)) return false;
  let close = to;
  for (const most = Math.min(text.length, to + MAX_LENGTH); close < most && ENDS[text.charCodeAt(close)] !== 1; ) close += 1;
  return text.startsWith(']]', close);
}
