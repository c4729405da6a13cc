import { hash } from 'node:crypto';
import type { Citation } from '../notes/note.ts';
import { citedPlace } from '../prose/citations.ts';

/** Of a hash in the header: two texts of one file are not alike in so many digits by chance. */
const DIGITS = 16;
/** Of the hash of the first of several lines, by which they are looked for elsewhere. */
const FIRST_DIGITS = 8;
/** At so many places several lines are looked for: their first line may be on every line of a file. */
const MOST_PLACES = 1_000;

/** What a header says of a cited place: of several lines the first one's hash, the hash of all, how often they were in the file. */
const ENTRY = /^(.+) (?:([0-9a-f]{8})-)?([0-9a-f]{16})(?: x([1-9]\d{0,6}))?$/;

const digest = (text: string, digits: number) => hash('sha256', Buffer.from(text, 'latin1'), 'hex').slice(0, digits);

/** The lines of a cited file: without a byte order mark, and whatever the ends of its lines are, which clones may have otherwise. */
export class CitedFile {
  readonly #lines: readonly string[];

  constructor(bytes: Buffer) {
    const text = bytes
      .toString('latin1')
      .replace(/^\xef\xbb\xbf/, '')
      .replace(/\r\n?/g, '\n');
    this.#lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  }

  /** How many lines it has. */
  get length(): number {
    return this.#lines.length;
  }

  /** Whether the file has the lines of a place. */
  has({ line, lastLine }: Omit<Citation, 'at'>): boolean {
    return (lastLine ?? line ?? 0) <= this.length;
  }

  /** What a header says of a place; `null` where the file has no such lines. */
  entryOf(citation: Omit<Citation, 'at'>): string | null {
    const { line } = citation;
    if (line === null) return `${citedPlace(citation)} ${digest(this.#lines.join('\n'), DIGITS)}`;
    if (!this.has(citation)) return null;
    const last = citation.lastLine ?? line;
    const text = this.#textAt(line - 1, last - line + 1);
    const [first = ''] = text.split('\n', 1);
    const places = this.#places((other) => other === first, last - line + 1);
    const copies = places.filter((from) => this.#textAt(from, last - line + 1) === text).length;
    const ofFirst = last === line ? '' : `${digest(first, FIRST_DIGITS)}-`;
    return `${citedPlace(citation)} ${ofFirst}${digest(text, DIGITS)}${copies > 1 ? ` x${copies}` : ''}`;
  }

  /**
   * Whether a place holds what an entry of the header says, or the file does elsewhere: lines that moved are what they were. Lines that
   * were several times in the file must be there as often.
   */
  isAsCited(citation: Omit<Citation, 'at'>, entry: string): boolean {
    const [, , first, whole, copies = '1'] = ENTRY.exec(entry) ?? [];
    const { line } = citation;
    if (line === null) return digest(this.#lines.join('\n'), DIGITS) === whole;
    const count = (citation.lastLine ?? line) - line + 1;
    if (line - 1 + count <= this.#lines.length && digest(this.#textAt(line - 1, count), DIGITS) === whole) return true;
    const isFirst = first === undefined ? () => true : (other: string) => digest(other, FIRST_DIGITS) === first;
    const places = count === 1 ? [...this.#lines.keys()] : this.#places(isFirst, count);
    return places.filter((from) => digest(this.#textAt(from, count), DIGITS) === whole).length >= Number(copies);
  }

  #textAt(from: number, count: number): string {
    return this.#lines.slice(from, from + count).join('\n');
  }

  /** Where so many lines may begin, by the first of them. */
  #places(isFirst: (line: string) => boolean, count: number): number[] {
    const places: number[] = [];
    for (let from = 0; from + count <= this.#lines.length && places.length < MOST_PLACES; from += 1) {
      if (isFirst(this.#lines[from] ?? '')) places.push(from);
    }
    return places;
  }
}

/** What the header of a note says of its cited places, by place. What is no such entry says nothing. */
export function entriesByPlace(cited: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    cited.flatMap((entry) => {
      const place = ENTRY.exec(entry)?.[1];
      return place === undefined ? [] : [[place, entry] as const];
    }),
  );
}
