import type { Range } from '../kernel/markdown.ts';
import { RangeWalk } from './range-walk.ts';

const HASHTAG = /#([A-Za-z][A-Za-z0-9_-]+)/y;

/** The tags that stand as `#tag` in the prose, in lower case, each once, in the order of the text (rulings, vault 3). */
export function findHashtags(text: string, prose: readonly Range[]): string[] {
  const tags = new Set<string>();
  const walk = new RangeWalk(prose);
  for (let at = text.indexOf('#'); at !== -1; ) {
    const range = walk.at(at);
    if (range === null) break;
    HASHTAG.lastIndex = at;
    const tag = range.from <= at && (at === 0 || /\s/.test(text.charAt(at - 1))) ? HASHTAG.exec(text)?.[1] : undefined;
    if (tag !== undefined) tags.add(tag.toLowerCase());
    at = text.indexOf('#', Math.max(range.from, at + 1 + (tag?.length ?? 0)));
  }
  return [...tags];
}
