import { inConflict, type MergeConflict, maskConflicts, mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { markdownParts, type Range } from '../../text/markdown/markdown.ts';
import { type ProseLine, proseLines } from '../../text/markdown/prose-lines.ts';
import { type Section, sectionsOf } from '../../text/markdown/sections.ts';
import { rememberLast } from '../../text/remember-last.ts';

/** What is odd in a note. */
export interface NoteProblem {
  readonly message: string;
  /** 1-based, in the file. */
  readonly line: number;
}

/** A note as it is read (rulings, all protocols 10). Places in `text` are places in the file. */
export interface NoteText {
  /** With blanks in the place of git's conflicts. */
  readonly text: string;
  readonly conflicts: readonly MergeConflict[];
  readonly lines: readonly ProseLine[];
  readonly sections: readonly Section[];
}

export const noteText = rememberLast(2, (written: string): NoteText => {
  const conflicts = mergeConflicts(written);
  const text = conflicts.length === 0 ? written : maskConflicts(written, conflicts);
  const lines = proseLines(text);
  return { text, conflicts, lines, sections: sectionsOf(text, lines) };
});

/** Whether nothing but comments and white space stands in a part of a text. */
export function isOnlyComments(text: string): boolean {
  if (!text.includes('<!--')) return text.trim() === '';
  return (
    markdownParts(text)
      .comments.reduceRight((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text)
      .trim() === ''
  );
}

/** The line of the first conflict in a part of a note; `null` where there is none. */
export function conflictLine({ conflicts }: NoteText, range: Range): number | null {
  return conflicts.find((conflict) => inConflict([conflict], range))?.line ?? null;
}
