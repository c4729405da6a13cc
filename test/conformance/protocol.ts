import type { Runtime } from '../../src/engine/platform/runtime.ts';
import type { Disposable } from '../../src/engine/platform/watching.ts';

/** A protocol in which things are said, one word each: entries, notes, messages. */
export interface Session {
  /** What the files say now. @throws CortexError for what cannot be read */
  said(): Promise<readonly string[]>;
  /** Says one more. @throws CortexError */
  say(word: string): Promise<void>;
  close(): Promise<void>;
}

/** A file with all that must stay as it is when somebody changes something and changes it back. */
export interface RoundTrip {
  readonly what: string;
  /** Below the root. */
  readonly file: string;
  readonly text: string;
  there(root: string, runtime: Runtime): Promise<unknown>;
}

/** Something that leads out of the project. */
export interface Escape {
  readonly what: string;
  /** @param outside a folder that is none of ours; it holds an empty file `file` @returns what is refused */
  attempt(root: string, outside: string): Promise<unknown>;
}

/** One protocol as all of them are looked at (rulings, all protocols). */
export interface Protocol {
  readonly name: string;
  /** The file that others write as well, below the root. */
  readonly file: string;
  /** Bytes that are no such file. */
  readonly broken: Uint8Array;
  /** Makes what must be there before anything is said. */
  begin(root: string): void;
  open(root: string): Promise<Session>;
  /** What a tool that knows nothing of us makes of the file: one word more, with something beside it that nobody knows. */
  byHand(text: string | null, word: string): string;
  /** What it left there that nobody knows. */
  readonly unknown: string;
  /** A change of ours to the file, for which it must be read. @throws CortexError */
  edit(root: string): Promise<unknown>;
  readonly roundTrips: readonly RoundTrip[];
  readonly escapes: readonly Escape[];
  /** Tells whenever there may be something new. */
  watch(root: string, changed: () => void): Promise<Disposable>;
}
