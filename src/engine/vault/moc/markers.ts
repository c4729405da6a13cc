import { splitHeader } from '../../text/frontmatter/split-header.ts';
import { lineAndColumnAt, lineStarts, markdownParts, type Range } from '../../text/markdown/markdown.ts';

/** Section between `<!-- AUTO:name -->` and `<!-- /AUTO:name -->`. */
export interface MarkedSection {
  readonly name: string;
  /** Range of the opening marker. */
  readonly open: Range;
  readonly close: Range;
  /** 1-based line of the opening marker. */
  readonly line: number;
}

/** Invalid marker, or a section that could not be filled. */
export interface MarkerProblem {
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface Markers {
  /** In the order of the text, not nested. */
  readonly sections: readonly MarkedSection[];
  readonly problems: readonly MarkerProblem[];
}

/** Comment that is a marker. */
const MARKER = /^<!--[ \t]*(\/?)AUTO:([^\s<>]{1,100})[ \t]*-->$/;
/** Longest comment that is checked, with generous white space. */
const MAX_MARKER_LENGTH = 200;

/** A marker of a section. */
export interface Marker extends Range {
  readonly name: string;
  readonly closes: boolean;
}

interface OpenSection {
  readonly marker: Marker;
  /** Sections that were closed inside it. */
  readonly inner: Marker[];
}

/** Returns the markers of a text, in order. */
export function markersOf(text: string): Marker[] {
  // Most notes contain no markers and need not be parsed.
  if (!text.includes('AUTO:')) return [];
  return markdownParts(text, splitHeader(text).bodyFrom).comments.flatMap(({ from, to }) => {
    const [, slash, name] = to - from > MAX_MARKER_LENGTH ? [] : (MARKER.exec(text.slice(from, to)) ?? []);
    return name === undefined ? [] : { from, to, name, closes: slash === '/' };
  });
}

class MarkerReader {
  readonly #text: string;
  readonly #sections: MarkedSection[] = [];
  readonly #problems: MarkerProblem[] = [];
  readonly #open: OpenSection[] = [];
  /** Number of open sections by name, to detect a marker that closes nothing without a search. */
  readonly #names = new Map<string, number>();
  #starts: readonly number[] | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Markers {
    for (const marker of markersOf(this.#text)) {
      if (marker.closes) this.#closes(marker);
      else this.#opens(marker);
    }
    for (const { marker } of this.#open) this.#unclosed(marker);
    return { sections: this.#sections, problems: this.#problems.sort((one, other) => one.line - other.line || one.column - other.column) };
  }

  #opens(marker: Marker): void {
    this.#open.push({ marker, inner: [] });
    this.#names.set(marker.name, (this.#names.get(marker.name) ?? 0) + 1);
  }

  #closes(marker: Marker): void {
    if ((this.#names.get(marker.name) ?? 0) === 0) {
      this.#problem(marker, `${this.#shown(marker)} closes no section; remove it, or add the opening marker above it`);
      return;
    }
    let top = this.#pop();
    for (; top !== undefined && top.marker.name !== marker.name; top = this.#pop()) this.#unclosed(top.marker);
    if (top !== undefined) this.#closed(top, marker);
  }

  #pop(): OpenSection | undefined {
    const top = this.#open.pop();
    if (top !== undefined) this.#names.set(top.marker.name, (this.#names.get(top.marker.name) ?? 0) - 1);
    return top;
  }

  #closed({ marker, inner }: OpenSection, close: Marker): void {
    for (const nested of inner)
      this.#problem(nested, `${this.#shown(nested)} is inside the section AUTO:${marker.name}; move it out of there`);
    const around = this.#open.at(-1);
    if (around !== undefined) around.inner.push(marker);
    this.#sections.push({ name: marker.name, open: marker, close, line: this.#place(marker).line });
  }

  #unclosed(marker: Marker): void {
    this.#problem(marker, `${this.#shown(marker)} is not closed; add <!-- /AUTO:${marker.name} --> where its section ends`);
  }

  #shown({ name, closes }: Marker): string {
    return `<!-- ${closes ? '/' : ''}AUTO:${name} -->`;
  }

  #problem(marker: Marker, message: string): void {
    this.#problems.push({ ...this.#place(marker), message });
  }

  #place({ from }: Range): { line: number; column: number } {
    this.#starts ??= lineStarts(this.#text);
    return lineAndColumnAt(this.#starts, from);
  }
}

/**
 * Returns the sections that programs fill (seed 2, "MOC"). Ignores markers in code and in the header. If there are problems, callers
 * should write nothing.
 */
export function findMarkers(text: string): Markers {
  return new MarkerReader(text).read();
}
