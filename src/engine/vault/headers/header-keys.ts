import { readHeader } from '../../text/frontmatter/frontmatter.ts';
import { splitHeader } from '../../text/frontmatter/split-header.ts';

/** Values of a header by key. */
export type KeyedValues = ReadonlyMap<string, unknown>;

/** The keys that anybody asks for are of ASCII. */
const UPPER_CASE = /[A-Z]/;
const NONE: readonly never[] = [];

/** Whether two keys are one to a person, as Obsidian takes them: `Tags` is `tags`. */
const isSpelling = (spelling: string, key: string) => spelling.length === key.length && spelling.toLowerCase() === key;

/** Two keys of one header that are the same but for their case: the second one counts. */
export interface RepeatedKey {
  readonly ignored: string;
  readonly counts: string;
}

/**
 * The values of a header by key in lower case (rulings, vault 10). A key that is written in lower case, as the original program reads it,
 * counts before other spellings of it; of those the last one counts, as of a key that is repeated.
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

/** How a header spells a key; the key itself where it does not have it. @param key in lower case */
function spellingOf(keys: Iterable<string>, key: string): string {
  let found = key;
  for (const spelling of keys) {
    if (spelling === key) return key;
    if (isSpelling(spelling, key)) found = spelling;
  }
  return found;
}

/** How the header of a text spells a key, as `spellingOf`. */
export function spellingIn(text: string, key: string): string {
  const { header } = splitHeader(text);
  return header === null ? key : spellingOf(readHeader(header.yaml).values.keys(), key);
}
