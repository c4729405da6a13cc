import { contentOf, type NoteDetails } from './kept-note.ts';
import type { KeptTexts } from './kept-texts.ts';
import { isChangeIn, stillIn } from './second-look.ts';
import type { Replacement } from './text-replacements.ts';
import { spanBetween } from './text-span.ts';

/** A larger change is not written down: it can only be made again by the process that made it. */
const LARGEST_CHANGE = 256 * 1024;

/** What is written down of a change, so that others can make it again. */
export function detailsOf({ before, after, takes, what, isOnlyCopy = false, tries = 0 }: Replacement): NoteDetails {
  if (takes !== undefined) return { takes };
  const change = { ...spanBetween(before, after), before: contentOf(before), after: contentOf(after) };
  const isSmall = change.removed.length + change.inserted.length <= LARGEST_CHANGE;
  return { tries, isOnlyCopy, ...(isSmall && { change, what: what ?? null }) };
}

/** Crosses out, in the notes of a file, what a change of ours takes away: that is not to be missed later. */
export function crossOut(texts: KeptTexts, relative: string, { before, after }: { readonly before: string; readonly after: string }): void {
  for (const { kept, note } of texts.notesOf(relative)) {
    const { change, addition, what } = note;
    if (addition !== null) {
      const parts = addition.parts.filter(({ text }) => !stillIn(before, text) || stillIn(after, text));
      if (parts.length < addition.parts.length) kept.rewrite({ ...note, addition: { ...addition, parts } });
    } else if (change !== null && what !== null && isChangeIn(before, change) && !isChangeIn(after, change)) {
      kept.rewrite({ ...note, what: null });
    }
  }
}
