import { hash } from 'node:crypto';
import type { Citation } from '../notes/note.ts';
import { formatCitation } from '../prose/citations.ts';

/** Hexadecimal digits of a hash in the header. Two texts of one file do not collide in so many. */
const DIGITS = 16;
/** Hexadecimal digits of the first line's hash, by which several lines are found elsewhere in the file. */
const FIRST_DIGITS = 8;
/** Limit of places at which several lines are compared, because their first line may occur on every line of a file. */
const MAX_PLACES = 1_000;

/** Entry for a cited place: for several lines the first line's hash, the hash of the text, and the number of its occurrences. */
const ENTRY = /^(.+) (?:([0-9a-f]{8})-)?([0-9a-f]{16})(?: x([1-9]\d{0,6}))?$/;

/** Returns whether an item of `cited` is an entry of this program. */
export const isCitedEntry = (item: string): boolean => ENTRY.test(item);

const digest = (text: string, digits: number) => hash('sha256', Buffer.from(text, 'latin1'), 'hex').slice(0, digits);

/** Lines of a cited file, without a byte order mark and independent of line ends, which may differ between clones. */
export class CitedFile {
  readonly #lines: readonly string[];

  constructor(bytes: Buffer) {
    const text = bytes
      .toString('latin1')
      .replace(/^\xef\xbb\xbf/, '')
      .replace(/\r\n?/g, '\n');
    this.#lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  }

  /** Number of lines. */
  get length(): number {
    return this.#lines.length;
  }

  /** Reports whether the file has the lines of a place. */
  has({ line, lastLine }: Omit<Citation, 'at'>): boolean {
    return (lastLine ?? line ?? 0) <= this.length;
  }

  /** Reports whether the lines of a place have no text, so that their content says nothing about the code around. */
  isBlank({ line, lastLine }: Omit<Citation, 'at'>): boolean {
    return line !== null && this.#textAt(line - 1, (lastLine ?? line) - line + 1).trim() === '';
  }

  /** Returns the header entry for a place; `null` if the file has no such lines. */
  entryOf(citation: Omit<Citation, 'at'>): string | null {
    const { line } = citation;
    if (line === null) return `${formatCitation(citation)} ${digest(this.#lines.join('\n'), DIGITS)}`;
    if (!this.has(citation)) return null;
    const last = citation.lastLine ?? line;
    const text = this.#textAt(line - 1, last - line + 1);
    const [first = ''] = text.split('\n', 1);
    const places = this.#places((other) => other === first, last - line + 1);
    const copies = places.filter((from) => this.#textAt(from, last - line + 1) === text).length;
    const ofFirst = last === line ? '' : `${digest(first, FIRST_DIGITS)}-`;
    return `${formatCitation(citation)} ${ofFirst}${digest(text, DIGITS)}${copies > 1 ? ` x${copies}` : ''}`;
  }

  /**
   * Reports whether the text of an entry is at its place, or elsewhere in the file: moved lines have not changed. Text that occurred
   * several times must occur at least as often.
   */
  isAsCited(citation: Omit<Citation, 'at'>, entry: string): boolean {
    return this.#isAtPlace(citation, entry) || this.movedTo(citation, entry).length > 0;
  }

  #isAtPlace(citation: Omit<Citation, 'at'>, entry: string): boolean {
    const { line } = citation;
    const [, , , whole] = ENTRY.exec(entry) ?? [];
    if (line === null) return digest(this.#lines.join('\n'), DIGITS) === whole;
    const count = (citation.lastLine ?? line) - line + 1;
    return line - 1 + count <= this.#lines.length && digest(this.#textAt(line - 1, count), DIGITS) === whole;
  }

  /** Returns the lines (1-based) at which the text of an entry starts now, if it has moved away from its place and is not changed. */
  movedTo(citation: Omit<Citation, 'at'>, entry: string): readonly number[] {
    const [, , first, whole, copies = '1'] = ENTRY.exec(entry) ?? [];
    const { line } = citation;
    if (line === null || this.#isAtPlace(citation, entry)) return [];
    const count = (citation.lastLine ?? line) - line + 1;
    const isFirst = first === undefined ? () => true : (other: string) => digest(other, FIRST_DIGITS) === first;
    const places = count === 1 ? [...this.#lines.keys()] : this.#places(isFirst, count);
    const found = places.filter((from) => digest(this.#textAt(from, count), DIGITS) === whole);
    return found.length >= Number(copies) ? found.map((from) => from + 1) : [];
  }

  #textAt(from: number, count: number): string {
    return this.#lines.slice(from, from + count).join('\n');
  }

  /** Returns the offsets of lines at which the text may start, by its first line. */
  #places(isFirst: (line: string) => boolean, count: number): number[] {
    const places: number[] = [];
    for (let from = 0; from + count <= this.#lines.length && places.length < MAX_PLACES; from += 1) {
      if (isFirst(this.#lines[from] ?? '')) places.push(from);
    }
    return places;
  }
}

/** Returns the entries of a note's header by place. Ignores invalid entries. */
export function entriesByPlace(cited: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    cited.flatMap((entry) => {
      const place = ENTRY.exec(entry)?.[1];
      return place === undefined ? [] : [[place, entry] as const];
    }),
  );
}
