import { readHeader } from '../../text/frontmatter/frontmatter.ts';
import { splitEntries } from '../../text/frontmatter/frontmatter-entries.ts';
import { formatList } from '../../text/frontmatter/frontmatter-scalars.ts';
import { ALIAS_KEYS, TAG_KEYS } from '../note-fields.ts';
import { splitNote } from './note-parts.ts';

/** Keys whose values are lists to which each branch adds. */
const LISTS: ReadonlySet<string> = new Set([...TAG_KEYS, ...ALIAS_KEYS, 'links', 'related', 'contradictions', 'cited']);

/** The lines of a key in a header. */
interface Entry {
  readonly from: number;
  readonly to: number;
}

/** Returns the items of a list in the lines of its key; `null` if they are not texts. */
function itemsIn(lines: string, key: string): readonly string[] | null {
  const { values, problem } = readHeader(lines);
  const value = [...values].find(([name]) => name.toLowerCase() === key)?.[1] ?? [];
  if (problem !== null || !Array.isArray(value)) return null;
  const items = value.filter((item): item is string => typeof item === 'string');
  return items.length === value.length ? items : null;
}

/** Returns the replacements of the lines of a repeated key: one list with the items of all of them. */
function unitedEntries(yaml: string, key: string, entries: readonly Entry[]): (Entry & { readonly text: string })[] {
  const lists = entries.map(({ from, to }) => itemsIn(yaml.slice(from, to), key));
  if (lists.includes(null)) return [];
  const [line = ''] = /\r?\n$/.exec(yaml.slice(entries[0]?.from, entries[0]?.to)) ?? [];
  const list = `${key}: ${formatList([...new Set(lists.flatMap((items) => items ?? []))])}${line}`;
  return entries.map((entry, n) => ({ ...entry, text: n === 0 ? list : '' }));
}

/** Unites lists that the header of a text has several times, as after a merge that kept both sides. All other text stays unchanged. */
export function withUnitedLists(text: string): string {
  const { header } = splitNote(text);
  if (header === null || header.language !== null) return text;
  const { yaml, yamlFrom } = header;
  const byKey = new Map<string, Entry[]>();
  for (const { key, ...entry } of splitEntries(yaml)) {
    const lower = key.toLowerCase();
    if (LISTS.has(lower)) byKey.set(lower, [...(byKey.get(lower) ?? []), entry]);
  }
  const changes = [...byKey].flatMap(([key, entries]) => (entries.length < 2 ? [] : unitedEntries(yaml, key, entries)));
  changes.sort((one, other) => other.from - one.from);
  return changes.reduce((rest, { from, to, text: by }) => rest.slice(0, yamlFrom + from) + by + rest.slice(yamlFrom + to), text);
}
