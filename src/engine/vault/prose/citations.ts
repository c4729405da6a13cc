import { lineAndColumnAt, lineStarts, type Range } from '../../text/markdown/markdown.ts';
import type { Citation } from '../notes/note.ts';
import { findCodeSpans } from './code-spans.ts';
import { findLooseCitations, type LooseCitation } from './loose-citations.ts';
import { type ProseParts, splitProse } from './prose.ts';

/** Path with an extension, and optionally a line as in compilers (`:12:3`), editors (`:12-20`) and web pages (`#L12`). */
const CITATION =
  /^((?:[\w.@+()[\]-]+[/\\])*[\w.@+()[\]-]*\w\.([A-Za-z][A-Za-z0-9]{0,9}))(?:(?::|#L)([1-9]\d{0,6})(?::\d{1,7}|-L?(\d{1,7}))?)?$/;

/** Extensions that identify a file name without a folder or line: `config.port` is not one. */
const BARE_EXTENSIONS = new Set(
  (
    'c cc cjs cpp cs css cts go gradle h hpp html java js json jsx kt lock lua mjs mod mts php proto ps1 py rb rs scala sh sql ' +
    'svelte swift tf toml ts tsx vue xml yaml yml'
  ).split(' '),
);

/** Formats a cited place for headers and messages: `src/a.ts`, `src/a.ts:12` or `src/a.ts:12-20`. */
export function formatCitation({ path, line, lastLine }: Omit<Citation, 'at'>): string {
  if (line === null) return path;
  return lastLine === undefined ? `${path}:${line}` : `${path}:${line}-${lastLine}`;
}

function readCitation(code: string): Omit<Citation, 'at'> | null {
  // References to notes by file are links, not citations.
  if (code.endsWith('.md')) return null;
  const [, written, extension = '', line, last] = CITATION.exec(code) ?? [];
  if (written === undefined) return null;
  const path = written.replaceAll('\\', '/');
  if (line === undefined && !(path.includes('/') || BARE_EXTENSIONS.has(extension))) return null;
  if (line === undefined) return { path, line: null };
  return { path, line: Number(line), ...(Number(last) > Number(line) && { lastLine: Number(last) }) };
}

function citationsInCode(text: string, spans: readonly Range[]): LooseCitation[] {
  return findCodeSpans(text, spans).flatMap(({ code, from }) => {
    const citation = readCitation(code);
    return citation === null ? [] : { ...citation, from };
  });
}

/**
 * Returns the distinct places in code that a text cites in inline code, `` `src/a.ts` `` or `` `src/a.ts:12` ``, and with a line also in
 * prose and in Markdown links, in order (decision 0010, "Stale"). Does not check that the files exist.
 * @param parts from `splitProse` for this text
 * @param starts offsets of the text's lines
 */
export function findCitations(
  text: string,
  parts: Pick<ProseParts, 'prose' | 'spans'> = splitProse(text),
  starts = lineStarts(text),
): Citation[] {
  const loose = findLooseCitations(text, parts.prose);
  const inCode = citationsInCode(text, parts.spans);
  const found = loose.length === 0 ? inCode : [...inCode, ...loose].sort((one, other) => one.from - other.from);
  const citations = new Map<string, Citation>();
  for (const { from, ...citation } of found) {
    const key = `${citation.form === 'link' ? 'link ' : ''}${formatCitation(citation)}`;
    const known = citations.get(key);
    if (known === undefined) citations.set(key, { ...citation, at: lineAndColumnAt(starts, from).line });
    // Inline code is the more certain form of the same place.
    else if (known.form === 'prose' && citation.form === undefined) citations.set(key, { ...citation, at: known.at });
  }
  return [...citations.values()];
}
