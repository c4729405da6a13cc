import { markdownParts, type Range } from './markdown.ts';

const MARKER = /^<!-- cortex:([a-z-]+) (begin|end) -->$/;

/** The first or the last line of a section of this program in a Markdown file. */
interface Mark extends Range {
  readonly mark: string;
  readonly name: string;
  readonly isBegin: boolean;
}

/** Returns the markers of all sections of this program, in order. */
export function findMarks(text: string): Mark[] {
  if (!text.includes('<!-- cortex:')) return [];
  return markdownParts(text).comments.flatMap(({ from, to }) => {
    const [mark, name = '', which] = MARKER.exec(text.slice(from, to)) ?? [];
    return mark === undefined ? [] : [{ mark, name, isBegin: which === 'begin', from, to }];
  });
}

/** Returns the part of a range before the first marker of a section of this program. */
export function beforeSection(text: string, { from, to }: Range): Range {
  const mark = findMarks(text).find((each) => each.from >= from && each.from < to);
  return { from, to: mark?.from ?? to };
}

/** Returns the offset, or the end of the section of this program around it. */
export function behindSection(text: string, at: number): number {
  const marks = findMarks(text);
  const next = marks.findIndex(({ from }) => from >= at);
  const [before, behind] = [marks[next - 1], marks[next]];
  if (before?.isBegin !== true || behind === undefined || behind.isBegin) return at;
  const feed = text.indexOf('\n', behind.to);
  return feed < 0 ? text.length : feed + 1;
}
