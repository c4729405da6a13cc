import { FOREIGN } from './comparable.ts';

/** A tag as it is kept: in lower case, and composed; what is ASCII alone is composed. */
export function tagOf(word: string): string {
  return (FOREIGN.test(word) ? word.normalize('NFC') : word).toLowerCase();
}

/** Nobody nests deeper by intention, and each level of a hostile tag has a copy of all above it. */
const MOST_LEVELS = 32;

/** A tag, then the tags that it lies in: `area/backend` is `area`, too (rulings, vault 10). Empty where it has no name. */
function nested(tag: string): string[] {
  const parts = tag.split('/').filter((part) => part !== '');
  const above = parts.slice(0, MOST_LEVELS).map((_, at) => parts.slice(0, at + 1).join('/'));
  return [...(parts.length > MOST_LEVELS ? [parts.join('/')] : []), ...above.reverse()];
}

/** Tags in their order with those that they lie in, each once. */
export function withParents(tags: readonly string[]): string[] {
  return [...new Set(tags.some((tag) => tag.includes('/')) ? tags.flatMap(nested) : tags)];
}
