import { readHeader } from '../../text/frontmatter/frontmatter.ts';
import { splitHeader } from '../../text/frontmatter/split-header.ts';

/** Header values by key. */
export type KeyedValues = ReadonlyMap<string, unknown>;

/** ASCII is enough, because all known keys are ASCII. */
const UPPER_CASE = /[A-Z]/;
const NONE: readonly never[] = [];

/** Reports whether two keys are equal ignoring case, as in Obsidian: `Tags` is `tags`. */
const isSpelling = (spelling: string, key: string) => spelling.length === key.length && spelling.toLowerCase() === key;

/** Two keys of one header that differ only by case. One is ignored. */
export interface RepeatedKey {
  readonly ignored: string;
  readonly counts: string;
}

/**
 * Returns the header's values by lower-case key (rulings, vault 10). A key that is written in lower case, as the original program reads
 * it, takes precedence over other spellings. Of those, the last one counts, as for repeated keys.
 */
export function foldKeys(values: KeyedValues): { readonly folded: KeyedValues; readonly repeated: readonly RepeatedKey[] } {
  const others: string[] = [];
  for (const key of values.keys()) if (UPPER_CASE.test(key)) others.push(key);
  if (others.length === 0) return { folded: values, repeated: NONE };
  const folded = new Map([...values].filter(([key]) => !others.includes(key)));
  const spellings = new Map<string, string>();
  const repeated: RepeatedKey[] = [];
  for (const spelling of others) {
    const key = spelling.toLowerCase();
    const before = spellings.get(key);
    if (values.has(key)) repeated.push({ ignored: spelling, counts: key });
    else if (before !== undefined) repeated.push({ ignored: before, counts: spelling });
    if (values.has(key)) continue;
    spellings.set(key, spelling);
    folded.set(key, values.get(spelling));
  }
  return { folded, repeated };
}

/** Returns the spelling of a key in a header; the key itself if the header does not contain it. @param key in lower case */
function spellingOf(keys: Iterable<string>, key: string): string {
  let found = key;
  for (const spelling of keys) {
    if (spelling === key) return key;
    if (isSpelling(spelling, key)) found = spelling;
  }
  return found;
}

/** Returns the spelling of a key in the header of a text, as `spellingOf`. */
export function findKeySpelling(text: string, key: string): string {
  const { header } = splitHeader(text);
  return header === null ? key : spellingOf(readHeader(header.yaml).values.keys(), key);
}
