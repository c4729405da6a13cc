import { readHeader } from '../../text/frontmatter/frontmatter.ts';
import { entriesOf } from '../../text/frontmatter/frontmatter-edit.ts';
import { type Header, splitHeader } from '../../text/frontmatter/split-header.ts';
import type { Range } from '../../text/markdown/markdown.ts';
import { ALIAS_KEYS } from '../known.ts';
import { foldKeys } from './header-keys.ts';
import { HeaderValues } from './header-values.ts';

const AFTER = /^["']?[ \t]*(?:#.*)?\r?$/;

/** The lines of a key of a header, whatever its case; of a key that stands there twice the last one counts. */
function linesOf({ yaml, yamlFrom }: Header, key: string): { readonly text: string; readonly from: number } | null {
  const entry = entriesOf(yaml).findLast((each) => each.key.toLowerCase() === key);
  return entry === undefined ? null : { text: yaml.slice(entry.from, entry.to), from: yamlFrom + entry.from };
}

/**
 * Where the value of a key stands in the header of a text, without its quotes.
 * @param key in lower case
 * @returns `null` when there is none, or it is written so that it does not stand there as it reads
 */
export function headerValuePlace(text: string, key: string): Range | null {
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

/** Another name of a note, and where it stands in the note's text, without quotes. */
export interface PlacedAlias {
  readonly alias: string;
  readonly at: Range;
}

/** The aliases in the header of a text, those that stand there as they read. */
export function placedAliases(text: string): PlacedAlias[] {
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
