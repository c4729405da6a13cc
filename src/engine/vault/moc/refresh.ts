import { isDeepStrictEqual } from 'node:util';
import { describeError } from '../../platform/errors.ts';
import { mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { lineBreakOf } from '../../text/markdown/markdown.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { MEMORY_MAP } from '../links/memory-map.ts';
import type { Collector, CollectorRegistry, MocFacts } from './collectors.ts';
import { findMarkers, type MarkedSection, type MarkerProblem, type Markers } from './markers.ts';

/** What became of a file with marked sections. */
export interface RefreshedMoc {
  readonly text: string;
  readonly problems: readonly MarkerProblem[];
  /** Names of the sections that a collector filled, in the order of the text. Other sections belong to other programs. */
  readonly sections: readonly string[];
}

/** The files of a vault that may have marked sections (RULINGS, vault 7); `MEMORY.md` is no note and need not be there. */
export function mocPaths(index: VaultIndex): string[] {
  const maps = Array.from(index.notes(), ({ path }) => path).filter((path) => /^_moc\/[^/]+$/.test(path));
  return [MEMORY_MAP, ...maps];
}

/** Sections that no collector fills: they are other programs', or misspelt. */
export function unknownSections({ sections }: Markers, collectors: CollectorRegistry): MarkedSection[] {
  return sections.filter(({ name }) => collectors.get(name) === undefined);
}

/** What a collector gives, as it can stand between markers. @throws what the collector throws; Error when it would break the file */
function contentOf(collector: Collector, facts: MocFacts): string {
  const content = collector.collect(facts).replace(/\r\n?/g, '\n').replace(/\n+$/, '');
  const { sections, problems } = findMarkers(`<!-- AUTO:x -->\n${content}\n<!-- /AUTO:x -->`);
  if (problems.length > 0 || sections.length !== 1) throw new Error('its text would hide the marker behind it, or holds one itself');
  return content;
}

/** The text with its line breaks and indentation, from behind the opening marker up to the closing one. */
function between(text: string, { open, close }: MarkedSection, content: string): string {
  const eol = lineBreakOf(text);
  const indent = whiteSpaceBefore(text, open.from);
  const lines = content.split('\n').map((line) => (line === '' ? line : indent + line));
  return [...['', ...lines, whiteSpaceBefore(text, close.from)]].join(eol);
}

/** What stands before a place in its line, if that is nothing but white space. */
function whiteSpaceBefore(text: string, offset: number): string {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*$/.test(before) ? before : '';
}

/** Fills sections; what stands around them is not looked at. */
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
      const message = `the collector of AUTO:${section.name} failed, so its section stays as it was: ${describeError(error)}`;
      problems.push({ line: section.line, column: 1, message });
    }
  }
  return { text: parts.join('') + text.slice(kept), problems, sections: filled };
}

/** Whether the same sections are found in both texts. A lone backtick in front of a marker joins with one behind it, and hides it. */
function sameSections(sections: readonly MarkedSection[], text: string): boolean {
  const found = findMarkers(text);
  return found.problems.length === 0 && isDeepStrictEqual(found.sections.map(nameOf), sections.map(nameOf));
}

const nameOf = ({ name }: MarkedSection) => name;

/**
 * Fills the sections of a text that have a collector; every other byte stays (seed 2, "MOC"). With a marker that is not closed or is
 * inside another section, nothing changes. Filling a text again changes nothing, as long as the vault is the same.
 */
export function refreshMoc(text: string, collectors: CollectorRegistry, facts: MocFacts): RefreshedMoc {
  const [conflict] = mergeConflicts(text);
  if (conflict !== undefined) {
    const message = "git's conflict marks; nothing in this file is refreshed until they are gone";
    return { text, problems: [{ line: conflict.line, column: 1, message }], sections: [] };
  }
  const { problems, sections } = findMarkers(text);
  const [first] = sections;
  if (problems.length > 0 || first === undefined) return { text, problems, sections: [] };
  const filled = fill(text, sections, collectors, facts);
  if (filled.text === text || sameSections(sections, filled.text)) return filled;
  const message = 'what stands before a marker would hide it, so nothing was changed; put each marker on a line of its own';
  return { text, problems: [{ line: first.line, column: 1, message }], sections: [] };
}
