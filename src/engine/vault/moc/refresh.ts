import { isDeepStrictEqual } from 'node:util';
import { describeError } from '../../platform/errors.ts';
import { mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { detectLineBreak } from '../../text/markdown/markdown.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { MEMORY_MAP } from '../links/memory-map.ts';
import type { Collector, CollectorRegistry, MocFacts } from './collectors.ts';
import { findMarkers, type MarkedSection, type MarkerProblem, type Markers } from './markers.ts';

/** Result of refreshing a file with marked sections. */
export interface RefreshedMoc {
  readonly text: string;
  readonly problems: readonly MarkerProblem[];
  /** Names of the sections that were filled, in the order of the text. Other sections belong to other programs. */
  readonly sections: readonly string[];
}

/** Returns the files of a vault that may have marked sections (RULINGS, vault 7). `MEMORY.md` is not a note and may be missing. */
export function mocPaths(index: VaultIndex): string[] {
  const maps = Array.from(index.notes(), ({ path }) => path).filter((path) => /^_moc\/[^/]+$/.test(path));
  return [MEMORY_MAP, ...maps];
}

/** Returns the sections without a collector: they belong to other programs, or their names are misspelled. */
export function unknownSections({ sections }: Markers, collectors: CollectorRegistry): MarkedSection[] {
  return sections.filter(({ name }) => collectors.get(name) === undefined);
}

/**
 * Returns a collector's content, checked to fit between markers.
 * @throws what the collector throws; Error if the content would break the file
 */
function contentOf(collector: Collector, facts: MocFacts): string {
  const content = collector.collect(facts).replace(/\r\n?/g, '\n').replace(/\n+$/, '');
  const { sections, problems } = findMarkers(`<!-- AUTO:x -->\n${content}\n<!-- /AUTO:x -->`);
  if (problems.length > 0 || sections.length !== 1) throw new Error('its text would hide the closing marker, or contains a marker');
  return content;
}

/** Returns the content with line breaks and indentation, from the end of the opening marker to the start of the closing one. */
function between(text: string, { open, close }: MarkedSection, content: string): string {
  const eol = detectLineBreak(text);
  const indent = whiteSpaceBefore(text, open.from);
  const lines = content.split('\n').map((line) => (line === '' ? line : indent + line));
  return [...['', ...lines, whiteSpaceBefore(text, close.from)]].join(eol);
}

/** Returns the text between the start of the line and the offset if it is only white space; otherwise an empty string. */
function whiteSpaceBefore(text: string, offset: number): string {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*$/.test(before) ? before : '';
}

/** Fills sections without checking the text around them. */
function fill(text: string, sections: readonly MarkedSection[], collectors: CollectorRegistry, facts: MocFacts): RefreshedMoc {
  const problems: MarkerProblem[] = [];
  const filled: string[] = [];
  const parts: string[] = [];
  let kept = 0;
  for (const section of sections) {
    const collector = collectors.get(section.name);
    if (collector === undefined) continue;
    try {
      const content = contentOf(collector, facts);
      parts.push(text.slice(kept, section.open.to), between(text, section, content));
      kept = section.close.from;
      filled.push(section.name);
    } catch (error) {
      const message = `the collector of AUTO:${section.name} failed, so its section is unchanged: ${describeError(error)}`;
      problems.push({ line: section.line, column: 1, message });
    }
  }
  return { text: parts.join('') + text.slice(kept), problems, sections: filled };
}

/**
 * Reports whether both texts have the same sections. A lone backtick before a marker may pair with one after it, which hides the marker.
 */
function sameSections(sections: readonly MarkedSection[], text: string): boolean {
  const found = findMarkers(text);
  return found.problems.length === 0 && isDeepStrictEqual(found.sections.map(nameOf), sections.map(nameOf));
}

const nameOf = ({ name }: MarkedSection) => name;

/**
 * Fills the sections of a text that have a collector. All other bytes stay unchanged (seed 2, "MOC"). Changes nothing if a marker is not
 * closed or is inside another section. Idempotent as long as the vault does not change.
 */
export function refreshMoc(text: string, collectors: CollectorRegistry, facts: MocFacts): RefreshedMoc {
  const [conflict] = mergeConflicts(text);
  if (conflict !== undefined) {
    const message = 'unresolved merge conflict; the file is not refreshed until it is resolved';
    return { text, problems: [{ line: conflict.line, column: 1, message }], sections: [] };
  }
  const { problems, sections } = findMarkers(text);
  const [first] = sections;
  if (problems.length > 0 || first === undefined) return { text, problems, sections: [] };
  const filled = fill(text, sections, collectors, facts);
  if (filled.text === text || sameSections(sections, filled.text)) return filled;
  const message = 'text before a marker would hide it, so nothing was changed; put each marker on its own line';
  return { text, problems: [{ line: first.line, column: 1, message }], sections: [] };
}
