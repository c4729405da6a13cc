import { headingOf, type ProseLine, proseLines } from './prose-lines.ts';

/** A part of a Markdown file below a heading; UTF-16 code units. */
export interface Section {
  readonly name: string;
  readonly level: number;
  /** 1-based, of the heading. */
  readonly line: number;
  /** Where the heading begins. */
  readonly from: number;
  /** Behind the heading's line. */
  readonly bodyFrom: number;
  /** Where the next heading of this level or above begins. */
  readonly to: number;
}

/** The sections of a text in their order; those of a lower level lie within those above them. @param lines the text's prose */
export function sectionsOf(text: string, lines: readonly ProseLine[] = proseLines(text)): Section[] {
  // From the end: for each level where the next heading of it or above begins.
  const next: number[] = Array.from({ length: 7 }, () => text.length);
  const sections: Section[] = [];
  for (let n = lines.length - 1; n >= 0; n -= 1) {
    const line = lines[n];
    const heading = line === undefined ? null : headingOf(line.text);
    if (line === undefined || heading === null) continue;
    const { level, name } = heading;
    const feed = text.indexOf('\n', line.to);
    const bodyFrom = feed < 0 ? text.length : feed + 1;
    sections.push({ name, level, line: line.number, from: line.from, bodyFrom, to: next[level] ?? text.length });
    next.fill(line.from, level);
  }
  return sections.reverse();
}

/** Behind the last line of a text that is not empty, without its line break: blanks at its end are its own. */
export function contentEnd(text: string): number {
  const last = text.trimEnd().length;
  if (last === 0) return 0;
  const feed = text.indexOf('\n', last);
  const end = feed < 0 ? text.length : feed;
  return end > last && text[end - 1] === '\r' ? end - 1 : end;
}

/** The section with a name, without case; the first of several. */
export function sectionNamed(sections: readonly Section[], name: string): Section | undefined {
  return sections.find((section) => section.name.toLowerCase() === name.toLowerCase());
}
