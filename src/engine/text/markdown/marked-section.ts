import { CortexError } from '../../platform/errors.ts';
import { detectLineBreak, markdownParts, type Range } from './markdown.ts';
import { findMarks } from './section-marks.ts';

const markersOf = (name: string) => ({ begin: `<!-- cortex:${name} begin -->`, end: `<!-- cortex:${name} end -->` });

const MADE = '<!-- cortex:team folder ';

/** Returns a line for a section, which records that joining created this folder for the file, so that leaving may remove it. */
export const createdFolderLine = (folder: string): string => `${MADE}${folder} -->`;

/** Returns the folder that a section records as created for its file, if the file is in it. */
export function findCreatedFolder(text: string, file: string): string | null {
  const notes = markdownParts(text).comments.map(({ from, to }) => text.slice(from, to));
  const folders = notes.filter((note) => note.startsWith(MADE)).map((note) => note.slice(MADE.length, -' -->'.length));
  return folders.find((folder) => file.startsWith(`${folder}/`)) ?? null;
}

/** A section of this program in a Markdown file, between comments with its name. */
export interface SectionPlace {
  /** Such as `team`. */
  readonly name: string;
  readonly file: string;
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

/**
 * Returns the range of the section, with its markers and the line break after it; `null` if there is none.
 * @throws CortexError `broken-file` for markers that are not one pair
 */
function sectionRange(text: string, { name, file }: SectionPlace): Range | null {
  const markers = markersOf(name);
  const [first, second, third] = findMarks(text).filter((mark) => mark.name === name);
  if (first === undefined) return null;
  if (first.isBegin && second?.isBegin === false && third === undefined) {
    const feed = text.indexOf('\n', second.to);
    return { from: first.from, to: feed < 0 ? text.length : feed + 1 };
  }
  const odd = third ?? (first.isBegin ? (second ?? first) : first);
  throw new CortexError('broken-file', `the markers of the ${name} section are not one pair`, {
    file,
    line: lineOf(text, odd.from),
    value: odd.mark,
    allowed: `one ${markers.begin} and one ${markers.end} below it`,
    next: 'Remove the remaining marker by hand.',
  });
}

/**
 * Inserts or replaces the section. A new one goes to the end. All other text stays.
 * @throws CortexError `broken-file` for markers that are not one pair, and for an unclosed construct that would hide the section
 */
export function withSection(text: string, body: string, place: SectionPlace): string {
  const { file, name } = place;
  const { begin, end } = markersOf(name);
  const eol = detectLineBreak(text);
  const section = [begin, ...body.trim().split('\n'), end, ''].join(eol);
  const there = sectionRange(text, place);
  if (there !== null) return text.slice(0, there.from) + section + text.slice(there.to);
  if (text === '') return section;
  const open = findUnclosed(text);
  if (open !== null) {
    const next = 'Close it first.';
    throw new CortexError('broken-file', 'a code block or comment that starts here is not closed', { file, line: open, next });
  }
  return `${text}${text.endsWith('\n') ? '' : eol}${eol}${section}`;
}

/** Removes the section, and the empty line that was added before it. A text without the section is returned unchanged. */
export function withoutSection(text: string, place: SectionPlace): string {
  const there = sectionRange(text, place);
  if (there === null) return text;
  const before = text.slice(0, there.from);
  const behind = text.slice(there.to);
  const [, blank = ''] = (behind === '' && /\n(\r?\n)$/.exec(before)) || [];
  return before.slice(0, before.length - blank.length) + behind;
}

/** A comment that every reader recognises anywhere in prose. */
const PROBE = '<!-- probe -->';

/** Returns the 1-based line of unclosed code or an unclosed comment, which would hide appended text; `null` if there is none. */
export function findUnclosed(text: string): number | null {
  const { fences, comments } = markdownParts(`${text}\n\n${PROBE}`);
  const open = [...fences, ...comments].find(({ from, to }) => from < text.length && to > text.length);
  return open === undefined ? null : text.slice(0, open.from).split('\n').length;
}
