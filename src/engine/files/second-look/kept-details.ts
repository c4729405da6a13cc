import type { FileSystem } from '../../platform/file-system.ts';
import { spanBetween } from '../../text/text-span.ts';
import { readFileBounded } from '../atomic-file.ts';
import { gitStateOf } from './git-state.ts';
import { contentOf, type NoteDetails } from './kept-note.ts';
import { LARGEST_TEXT } from './kept-text.ts';
import type { KeptTexts } from './kept-texts.ts';
import { isChangeIn, isMissedIn, stillIn } from './second-look.ts';
import type { Replacement } from './text-replacements.ts';

/** A larger change is not written down: it can only be made again by the process that made it. */
const LARGEST_CHANGE = 256 * 1024;

/** What is written down of a change, so that others can make it again. */
export function detailsOf(fs: FileSystem, { target, before, after, takes, what, isOnlyCopy = false, tries = 0 }: Replacement): NoteDetails {
  const git = gitStateOf(fs, target);
  if (takes !== undefined) return { takes, git };
  const change = { ...spanBetween(before, after), before: contentOf(before), after: contentOf(after) };
  const isSmall = change.removed.length + change.inserted.length <= LARGEST_CHANGE;
  return { git, tries, isOnlyCopy, ...(isSmall && { change, what: what ?? null }) };
}

/** Writes down which changes of others a file has lost. For whoever is about to change it: by then it could not be seen any more. */
export function markMissed(fs: FileSystem, texts: KeptTexts, relative: string, target: string): void {
  const notes = texts.notesOf(relative);
  const present = notes.length === 0 ? null : readFileBounded(fs, target, { maxBytes: LARGEST_TEXT });
  if (present === null) return;
  for (const { kept, note } of notes) if (isMissedIn(present, kept, note)) kept.rewrite({ ...note, isMissed: true });
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
