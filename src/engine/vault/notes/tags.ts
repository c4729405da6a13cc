import { FOREIGN } from './comparable.ts';

/** Normalizes a tag: lower case and NFC. ASCII needs no NFC. */
export function normalizeTag(word: string): string {
  return (FOREIGN.test(word) ? word.normalize('NFC') : word).toLowerCase();
}

/** Limit of nesting levels, because each level of a hostile tag would copy all levels above it. */
const MAX_LEVELS = 32;

/** Returns a tag and its parents: `area/backend` implies `area` (rulings, vault 10). Empty if the tag has no name. */
function nested(tag: string): string[] {
  const parts = tag.split('/').filter((part) => part !== '');
  const above = parts.slice(0, MAX_LEVELS).map((_, at) => parts.slice(0, at + 1).join('/'));
  return [...(parts.length > MAX_LEVELS ? [parts.join('/')] : []), ...above.reverse()];
}

/** Returns the distinct tags in order, each followed by its parents. */
export function withParents(tags: readonly string[]): string[] {
  return [...new Set(tags.some((tag) => tag.includes('/')) ? tags.flatMap(nested) : tags)];
}
