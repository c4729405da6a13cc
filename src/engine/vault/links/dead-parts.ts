import type { Runtime } from '../../platform/runtime.ts';
import { LinkedParts } from '../notes/linked-part.ts';
import type { HeadingLink, Note } from '../notes/note.ts';
import { bodyOrEmpty } from '../notes/note-file.ts';

/** Note with links to its parts. */
export interface LinkedNote extends Pick<Note, 'path' | 'file'> {
  readonly hasProblems: boolean;
  readonly links: readonly Pick<HeadingLink, 'heading' | 'kind'>[];
}

/** Returns the indexes of the links to headings and blocks that the note does not have. None in an unreadable note: it is reported itself. */
export function deadParts(runtime: Pick<Runtime, 'fs'>, root: string, note: LinkedNote): readonly number[] {
  const text = bodyOrEmpty(runtime, root, note);
  if (text === '' && note.hasProblems) return [];
  const parts = new LinkedParts(text);
  return note.links.flatMap(({ heading, kind }, index) => (parts.has(heading, kind) ? [] : index));
}
