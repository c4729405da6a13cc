import { type MergeConflict, maskConflicts, mergeConflicts, touchesConflict } from '../../text/conflicts/merge-conflicts.ts';
import { markdownParts, type Range } from '../../text/markdown/markdown.ts';
import { type ProseLine, proseLines } from '../../text/markdown/prose-lines.ts';
import { parseSections, type Section } from '../../text/markdown/sections.ts';
import { rememberLast } from '../../text/remember-last.ts';

/** Problem in a note. */
export interface NoteProblem {
  readonly message: string;
  /** 1-based line of the file. */
  readonly line: number;
  /** Whether a part of the note is not read because of it. */
  readonly isError?: true;
  /** The field that the note has more than once. */
  readonly repeats?: string;
}

/** A parsed note (rulings, all protocols 10). Offsets in `text` equal offsets in the file. */
export interface NoteText {
  /** Text with conflicts replaced by blanks. */
  readonly text: string;
  readonly conflicts: readonly MergeConflict[];
  readonly lines: readonly ProseLine[];
  readonly sections: readonly Section[];
}

export const noteText = rememberLast(2, (written: string): NoteText => {
  const conflicts = mergeConflicts(written);
  const text = conflicts.length === 0 ? written : maskConflicts(written, conflicts);
  const lines = proseLines(text);
  return { text, conflicts, lines, sections: parseSections(text, lines) };
});

/** Reports whether a text contains only comments and white space. */
export function isOnlyComments(text: string): boolean {
  if (!text.includes('<!--')) return text.trim() === '';
  return (
    markdownParts(text)
      .comments.reduceRight((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text)
      .trim() === ''
  );
}

/** Returns the line of the first conflict in a range; `null` if there is none. */
export function conflictLine({ conflicts }: NoteText, range: Range): number | null {
  return conflicts.find((conflict) => touchesConflict([conflict], range))?.line ?? null;
}

/** Characters with a meaning in Markdown. */
const MARKS = /[\\`*_[\]<>|#]/g;

/** Escapes foreign text as one line of Markdown without markup. */
export const escapeInline = (text: string): string => text.replace(/\s+/gu, ' ').trim().replace(MARKS, '\\$&');
