import { inCodePointOrder } from '../../text/code-point-order.ts';
import type { KnownNote } from '../cache/remembered-note.ts';

/** Some of the notes of an index, by their paths: once somebody has asked for them, whoever asks again need not look at all. */
export class NoteSubset {
  #paths: Set<string> | null = null;

  constructor(private readonly isIn: (note: KnownNote) => boolean) {}

  /** In code point order. @param notes all that there are */
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
