import { readHeader } from '../../text/frontmatter/frontmatter.ts';
import { splitEntries } from '../../text/frontmatter/frontmatter-entries.ts';
import { type Header, splitHeader } from '../../text/frontmatter/split-header.ts';
import type { Range } from '../../text/markdown/markdown.ts';
import { ALIAS_KEYS } from '../note-fields.ts';
import { foldKeys } from './header-keys.ts';
import { HeaderValues } from './header-values.ts';

const AFTER = /^["']?[ \t]*(?:#.*)?\r?$/;

/** Returns the lines of a header key, ignoring case. Of a repeated key the last one counts. */
function linesOf({ yaml, yamlFrom }: Header, key: string): { readonly text: string; readonly from: number } | null {
  const entry = splitEntries(yaml).findLast((each) => each.key.toLowerCase() === key);
  return entry === undefined ? null : { text: yaml.slice(entry.from, entry.to), from: yamlFrom + entry.from };
}

/**
 * Returns the range of a key's value in the header of a text, without quotes.
 * @param key in lower case
 * @returns `null` if there is no value, or its written form differs from the parsed value
 */
export function findHeaderValue(text: string, key: string): Range | null {
  const { header } = splitHeader(text);
  const lines = header === null || header.language !== null ? null : linesOf(header, key);
  if (header === null || lines === null) return null;
  const value = String(foldKeys(readHeader(header.yaml).values).folded.get(key) ?? '').trim();
  const [before = ''] = /^[^:]*:[ \t]*["']?/.exec(lines.text) ?? [];
  const [line = ''] = lines.text.slice(before.length).split('\n', 1);
  if (value === '' || !line.startsWith(value) || !AFTER.test(line.slice(value.length))) return null;
  const from = lines.from + before.length;
  return { from, to: from + value.length };
}

/** Returns the offset of the first of these header keys that a text has, ignoring case; `null` if it has none. @param keys in lower case */
export function headerKeyAt(text: string, keys: readonly string[]): number | null {
  const { header } = splitHeader(text);
  if (header === null || header.language !== null) return null;
  return keys.map((key) => linesOf(header, key)?.from ?? null).find((from) => from !== null) ?? null;
}

/** Alias of a note and its range in the note's text, without quotes. */
export interface AliasLocation {
  readonly alias: string;
  readonly at: Range;
}

/** Returns the aliases in the header of a text whose written form equals the parsed value. */
export function findAliases(text: string): AliasLocation[] {
  const { header } = splitHeader(text);
  if (header === null || header.language !== null) return [];
  const values = new HeaderValues(text, header);
  return ALIAS_KEYS.flatMap((key) => {
    const lines = linesOf(header, key);
    return values.names(key).flatMap((alias) => {
      const at = lines?.text.indexOf(alias, key.length) ?? -1;
      return lines === null || at < 0 ? [] : [{ alias, at: { from: lines.from + at, to: lines.from + at + alias.length } }];
    });
  });
}
