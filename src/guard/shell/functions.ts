import { type Item, type Word, wordText } from './items.ts';

/** Maximum number of analyzed calls of one function. */
const MAX_CALLS = 64;

/** Returns the name of the function whose definition starts at an item, or `null`. */
function definedAt(items: readonly Item[], at: number): string | null {
  const item = items[at];
  if (item?.kind !== 'step') return null;
  const [first = '', second = ''] = item.words.slice(0, 2).map(wordText);
  if (first === 'function') return second;
  const [open, close] = [items[at + 1], items[at + 2]];
  const isDefinition = open?.kind === '(' && !open.isSubstitution && close?.kind === ')' && item.words.length === 1;
  return isDefinition ? first : null;
}

/**
 * Returns the arguments of the functions in a line, from all of their calls: `f() { rm "$1"; }; f src/a.ts`.
 * @returns by the index of the item where a function starts: the words after its name, for each call
 */
export function functionCalls(items: readonly Item[]): ReadonlyMap<number, readonly (readonly Word[])[]> {
  const calls = new Map<string, Word[][]>();
  const found = new Map<number, Word[][]>();
  for (const at of items.keys()) {
    const name = definedAt(items, at);
    if (name === null || name === '') continue;
    const known = calls.get(name) ?? [];
    calls.set(name, known);
    found.set(at, known);
  }
  if (calls.size === 0) return found;
  for (const [at, item] of items.entries()) if (item.kind === 'step' && !found.has(at)) note(item.words, calls);
  return found;
}

/** Records a call, which may follow keywords or assignments. */
function note(words: readonly Word[], calls: ReadonlyMap<string, Word[][]>): void {
  const place = words.findIndex((word) => calls.has(wordText(word)));
  const known = calls.get(wordText(words[place] ?? []));
  if (known !== undefined && known.length < MAX_CALLS) known.push(words.slice(place + 1));
}

/** Groups the items of several lists by position: all first ones, all second ones, up to nine, for `$1` to `$9`. */
export function byPlace<T>(lists: readonly (readonly T[])[]): T[][] {
  const most = Math.min(9, Math.max(0, ...lists.map(({ length }) => length)));
  return Array.from({ length: most }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1)));
}
