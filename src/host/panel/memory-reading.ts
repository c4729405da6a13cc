import type { Note } from '../../engine/vault/index.ts';
import type { MemoryBook } from './memory-book.ts';
import { type ReadNote, readNote } from './memory-detail.ts';

/** Milliseconds. */
const AGAIN_MS = 1_000;

/** Who links to a note has to be asked of all notes, a quarter of a second of 50,000: while others are written that is asked once a second. */
export class MemoryReading {
  #kept: { readonly book: MemoryBook; readonly note: Note; readonly read: ReadNote; readonly at: number } | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** @param again called when what was given may be old, and is to be asked for anew @param now milliseconds of a clock that only grows */
  constructor(
    private readonly again: () => void,
    private readonly now: () => number = () => performance.now(),
    private readonly read = readNote,
  ) {}

  /** All that is known of a note: of one that is as it was, who links to it may be as it was a second ago. */
  of(book: MemoryBook, note: Note): ReadNote {
    const kept = this.#kept;
    if (kept?.note === note) {
      if (kept.book === book) return kept.read;
      const left = kept.at + AGAIN_MS - this.now();
      if (left > 0) {
        this.#timer ??= setTimeout(() => this.#due(), left);
        return kept.read;
      }
    }
    const read = this.read(book, note);
    this.#kept = { book, note, read, at: this.now() };
    return read;
  }

  #due(): void {
    this.#timer = undefined;
    this.again();
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
