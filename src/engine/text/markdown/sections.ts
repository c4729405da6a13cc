import { type ProseLine, parseHeading, proseLines } from './prose-lines.ts';

/** A part of a Markdown file with its heading. Offsets are UTF-16 code units. */
export interface Section {
  readonly name: string;
  readonly level: number;
  /** Line of the heading, 1-based. */
  readonly line: number;
  /** Start of the heading. */
  readonly from: number;
  /** After the heading's line. */
  readonly bodyFrom: number;
  /** Start of the next heading of the same or a higher level. */
  readonly to: number;
}

/** Returns the sections of a text in order. Subsections lie within their parents. @param lines the text's prose */
export function parseSections(text: string, lines: readonly ProseLine[] = proseLines(text)): Section[] {
  // Start of the next heading of each level or above, while going backwards.
  const next: number[] = Array.from({ length: 7 }, () => text.length);
  const sections: Section[] = [];
  for (let n = lines.length - 1; n >= 0; n -= 1) {
    const line = lines[n];
    const heading = line === undefined ? null : parseHeading(line.text);
    if (line === undefined || heading === null) continue;
    const { level, name } = heading;
    const feed = text.indexOf('\n', line.to);
    const bodyFrom = feed < 0 ? text.length : feed + 1;
    sections.push({ name, level, line: line.number, from: line.from, bodyFrom, to: next[level] ?? text.length });
    next.fill(line.from, level);
  }
  return sections.reverse();
}

/** Returns the end of the last non-blank line, without its line break but with its trailing spaces. */
export function contentEnd(text: string): number {
  const last = text.trimEnd().length;
  if (last === 0) return 0;
  const feed = text.indexOf('\n', last);
  const end = feed < 0 ? text.length : feed;
  return end > last && text[end - 1] === '\r' ? end - 1 : end;
}

/** Returns the first section with a name, ignoring case. */
export function findSection(sections: readonly Section[], name: string): Section | undefined {
  return sections.find((section) => section.name.toLowerCase() === name.toLowerCase());
}
