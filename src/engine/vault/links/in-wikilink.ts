import type { Range } from '../../text/markdown/markdown.ts';

/** Characters that end the search, by code unit. A wikilink without them is entirely prose or entirely code, whatever surrounds it. */
const ENDS = new Uint8Array(128);
for (const char of '[]<>`\\$%\n') ENDS[char.charCodeAt(0)] = 1;

/** Upper bound for the length of a link's content, in code units. */
const LONGEST = 512;

/**
 * Returns the contents of the wikilinks of a text from an offset on, in order, where certainly no other link is made. Most mentions of notes
 * are in one, and then the text need not be parsed. Links that contain code, formulas or tags are left to the parser.
 */
export function certainWikilinks(text: string, begin: number): Range[] {
  const found: Range[] = [];
  for (let open = text.indexOf('[[', begin); open >= 0; open = text.indexOf('[[', open + 1)) {
    const from = open + 2;
    let to = from;
    for (const most = Math.min(text.length, from + LONGEST); to < most && ENDS[text.charCodeAt(to)] !== 1; ) to += 1;
    if (text.startsWith(']]', to)) found.push({ from, to });
  }
  return found;
}
