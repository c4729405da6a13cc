import { onDemand } from '../../platform/on-demand.ts';
import type { Range } from '../../text/markdown/markdown.ts';
import { RangeWalk } from '../links/range-walk.ts';
import { normalizeTag } from '../notes/tags.ts';

/**
 * Tag as in Obsidian: letters, marks and digits of any script, `_`, `-`, `/`, and emoji with their joiners. Any other character ends it.
 */
const hashtag = onDemand(
  () => /#([\p{L}\p{M}\p{N}_/\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Join_Control}-]+)/uy,
);
/** Only digits form a number, and only punctuation is no tag either. */
const numberOrSlash = onDemand(() => /^(?:[\p{Nd}/]*|[/-]*)$/u);

/** Returns the tag after a `#`. Headings are excluded first, because most `#` belong to them. */
function tagAt(text: string, at: number): string | undefined {
  if (/[ #]/.test(text.charAt(at + 1)) || (at > 0 && !/\s/.test(text.charAt(at - 1)))) return undefined;
  hashtag().lastIndex = at;
  return hashtag().exec(text)?.[1];
}

/** Returns the distinct `#tags` in the prose, in lower case and in order (rulings, vault 3 and 10). */
export function findHashtags(text: string, prose: readonly Range[]): string[] {
  const tags = new Set<string>();
  const walk = new RangeWalk(prose);
  for (let at = text.indexOf('#'); at !== -1; ) {
    const range = walk.at(at);
    if (range === null) break;
    const tag = range.from <= at ? tagAt(text, at) : undefined;
    if (tag !== undefined && !numberOrSlash().test(tag)) tags.add(normalizeTag(tag));
    at = text.indexOf('#', Math.max(range.from, at + 1 + (tag?.length ?? 0)));
  }
  return [...tags];
}
