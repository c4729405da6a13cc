import { CortexError, describeError } from '../../platform/errors.ts';
import type { NamedNote } from '../notes/named-note.ts';
import { type Change, type ChangedText, planChange, type TextSource } from '../notes/planned-change.ts';
import { applyEdits, proposedLinks } from './auto-link.ts';

/** Changes that linking would make in a note. */
export interface LinkPlan {
  /** `null` if nothing changes. */
  readonly changed: ChangedText | null;
  /** Number of new links. */
  readonly links: number;
  /** Names that are not linked because several notes share them. */
  readonly unclear: readonly string[];
  /** Why the note cannot be read. */
  readonly warning: string | null;
}

/** Result for a note without changes, which is the most frequent one. */
export const NO_LINKS: LinkPlan = { changed: null, links: 0, unclear: [], warning: null };

/** Returns a change that adds links to a text. @param made receives the number of links and the unclear names */
export function addLinks(
  { store: { index } }: TextSource,
  note: Pick<NamedNote, 'path'>,
  made: (links: number, unclear: readonly string[]) => void,
): Change {
  return (text) => {
    const { edits, unclear } = proposedLinks(index, note, text);
    made(edits.length, unclear);
    return applyEdits(text, edits);
  };
}

/** Returns what linking would change in the current file of a note. */
export function planLinks(vault: TextSource, note: Pick<NamedNote, 'path'>): LinkPlan {
  let [links, unclear]: [number, readonly string[]] = [0, []];
  const change = addLinks(vault, note, (...made) => {
    [links, unclear] = made;
  });
  try {
    const changed = planChange(vault, note.path, change);
    return changed === null && unclear.length === 0 ? NO_LINKS : { changed, links, unclear, warning: null };
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    return { ...NO_LINKS, warning: describeError(error) };
  }
}
