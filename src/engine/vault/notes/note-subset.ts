import { inCodePointOrder } from '../../text/code-point-order.ts';
import type { KnownNote } from '../cache/cached-note.ts';

/** Paths of the notes that satisfy a condition. Found on first use, then updated incrementally. */
export class NoteSubset {
  #paths: Set<string> | null = null;

  constructor(private readonly isIn: (note: KnownNote) => boolean) {}

  /** Returns the paths in code point order. @param notes all notes */
  paths(notes: Iterable<KnownNote>): readonly string[] {
    this.#paths ??= new Set(Array.from(notes).flatMap((note) => (this.isIn(note) ? [note.path] : [])));
    return inCodePointOrder(this.#paths);
  }

  add(note: KnownNote): void {
    if (this.#paths !== null && this.isIn(note)) this.#paths.add(note.path);
  }

  delete({ path }: KnownNote): void {
    this.#paths?.delete(path);
  }
}
