import { inCodePointOrder } from '../../text/code-point-order.ts';
import type { KnownNote } from '../cache/cached-note.ts';

/** Paths of the notes that satisfy a condition. Found on first use, then updated incrementally. */
export class NoteSubset {
  #paths: Set<string> | null = null;

  constructor(private readonly isIn: (note: KnownNote) => boolean) {}

  /** Returns the paths in code point order. @param notes all notes */
  paths(notes: Iterable<KnownNote>): readonly string[] {
    this.#paths ??= this.#find(notes);
    return inCodePointOrder(this.#paths);
  }

  #find(notes: Iterable<KnownNote>): Set<string> {
    const paths = new Set<string>();
    for (const note of notes) if (this.isIn(note)) paths.add(note.path);
    return paths;
  }

  add(note: KnownNote): void {
    if (this.#paths !== null && this.isIn(note)) this.#paths.add(note.path);
  }

  delete({ path }: KnownNote): void {
    this.#paths?.delete(path);
  }
}
