import path from 'node:path';
import { writeAll } from '../../platform/descriptor.ts';
import { CortexError, fileError, systemCode } from '../../platform/errors.ts';
import { type FileSystem, OPEN } from '../../platform/file-system.ts';
import { isCertainlyDead } from '../../platform/process-identity.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { readFileBounded, temporaryName } from '../atomic-file.ts';
import { statOf } from '../file-content.ts';
import { removeIfThere } from '../folder-entries.ts';
import { type ChangeNote, contentOf, type NoteDetails, readNote } from './change-note.ts';
import { ignoreKept } from './conflict-copies.ts';

/** A larger text is not changed. Bytes. */
export const LARGEST_TEXT = 16 * 1024 * 1024;
/** Somebody may still write into a replaced file for this long. Milliseconds. */
export const SETTLE_MS = 1_000;
/** A note of a process of which cannot be seen whether it lives is settled by any other after this. Milliseconds. */
const ABANDONED_MS = 60_000;

/** The largest note, in bytes. A change or an addition that needs more is not written down, and gets no second look. */
const MOST_NOTE_BYTES = 4 * 1024 * 1024;

/** How a file is written down: what runs later may know the folder by another path. */
export function relativeOf(root: string, target: string): string {
  return path.relative(root, target).replaceAll(path.sep, '/');
}

/** What stands for the bytes of a file in the name of its second one. */
export const digestOf = (bytes: Uint8Array): string => contentOf(bytes).hash.slice(0, 16);

/** Whether two names are of one file. */
function isSameFile(fs: FileSystem, one: string, other: string): boolean {
  try {
    const [a, b] = [one, other].map((name) => fs.lstatSync(name, { bigint: true }));
    return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Milliseconds since a file was written; a time in the future is as old as one in the past: the clock was set back. */
function ageOf(fs: FileSystem, file: string, nowMs: number): number {
  return Math.abs(nowMs - Number(fs.lstatSync(file, { bigint: true }).mtimeNs / 1_000_000n));
}

/** The second name of a file that is about to be replaced, and a note of what it is. */
export class ReplacedFile {
  readonly link: string;
  readonly #note: string;
  readonly #temporary: string;

  constructor(
    private readonly runtime: Runtime,
    folder: string,
    readonly id: string,
    /** Of what the file held when it was read. */
    private readonly digest: string,
  ) {
    // The name says what it is even where power loss has taken the note.
    const name = path.join(folder, id);
    this.link = `${name}.${digest}`;
    this.#note = `${name}.json`;
    this.#temporary = `${name}.tmp`;
  }

  /** Where the note is. */
  get file(): string {
    return this.#note;
  }

  /** Writes down what a file held when it was read, or what of it is taken care of by now. */
  write(relative: string, bytes: Uint8Array, details: NoteDetails): void {
    const { process } = this.runtime;
    const nothing = { change: null, addition: null, what: null, isOnlyCopy: false, isMissed: false, git: null, tries: 0, takes: null };
    this.rewrite({ ...nothing, ...details, path: relative, ...contentOf(bytes), process });
  }

  /** Puts another note in the place of the present one. */
  rewrite(note: ChangeNote): void {
    try {
      this.#put(note);
    } catch (error) {
      throw fileError(error, path.dirname(this.#note), 'write down what is about to be changed');
    }
  }

  #put(note: ChangeNote): void {
    const { fs } = this.runtime;
    // Notes are written in the turn of their file, so a temporary file was left by a process that died.
    removeIfThere(fs, this.#temporary);
    const fd = fs.openSync(this.#temporary, OPEN.createNew);
    try {
      const bytes = Buffer.from(JSON.stringify(note));
      const isSmall = bytes.length <= MOST_NOTE_BYTES;
      writeAll(fs, fd, isSmall ? bytes : Buffer.from(JSON.stringify({ ...note, change: null, addition: null, what: null })));
    } finally {
      fs.closeSync(fd);
    }
    fs.renameSync(this.#temporary, this.#note);
  }

  /**
   * Gives the file its second name.
   * @throws CortexError `busy` when it does not hold these bytes any more
   */
  take(file: string, bytes: Uint8Array): void {
    try {
      this.runtime.fs.linkSync(file, this.link);
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
    if (this.bytes()?.equals(bytes) === true) return;
    // Before the temporary file is: without that, what is kept counts as replaced by this process.
    removeIfThere(this.runtime.fs, this.link);
    throw new CortexError('busy', 'the file changes at every look', { file, next: 'Try again when the program that writes it is done.' });
  }

  /** What the file holds that had its name before; `null` when there is none, or it can be no text. */
  bytes(): Buffer | null {
    return readFileBounded(this.runtime.fs, this.link, { maxBytes: LARGEST_TEXT })?.bytes ?? null;
  }

  /** Whether another file stands under the name by now. */
  isReplaced(file: string): boolean {
    return this.bytes() !== null && !isSameFile(this.runtime.fs, this.link, file);
  }

  /** Whether its content still has the digest that is in its name, or it was not replaced yet. */
  isUntouched(): boolean {
    const bytes = this.bytes();
    return bytes === null || digestOf(bytes) === this.digest || this.runtime.fs.lstatSync(this.link, { bigint: true }).nlink > 1n;
  }

  /** The note; `undefined` when the file is missing, `null` when it is not a valid note. @throws CortexError when it cannot be read */
  note(): ChangeNote | null | undefined {
    const text = this.#noteText();
    if (typeof text !== 'string') return text;
    try {
      return readNote(JSON.parse(text));
    } catch {
      return null;
    }
  }

  #noteText(): string | null | undefined {
    try {
      return readFileBounded(this.runtime.fs, this.#note, { maxBytes: MOST_NOTE_BYTES })?.bytes.toString();
    } catch (error) {
      if (error instanceof CortexError && error.code === 'broken-file') return null;
      throw error;
    }
  }

  /** When the note was written, milliseconds of the file system's clock; `null` where it is gone. */
  writtenAt(): number | null {
    const stat = statOf(this.runtime.fs, this.#note);
    return stat === null ? null : Number(stat.mtimeNs) / 1e6;
  }

  /** Whether its note is so new that its process may settle it, dead or alive. @param nowMs of the file system's clock */
  isFresh(nowMs: number): boolean {
    const written = this.writtenAt();
    return written !== null && Math.abs(nowMs - written) < SETTLE_MS;
  }

  /** Whether its process has died, or is taken for dead because of the note's age. @param nowMs of the file system's clock */
  isAbandoned(note: ChangeNote | null, nowMs: number): boolean {
    const self = this.runtime.process;
    const age = ageOf(this.runtime.fs, this.#note, nowMs);
    if (note === null || note.process.boot !== self.boot || note.process.namespace !== self.namespace) return age >= ABANDONED_MS;
    return age >= SETTLE_MS && isCertainlyDead(note.process, self);
  }

  /** Removes a note that was never finished. */
  sweep(nowMs: number): void {
    if (ageOf(this.runtime.fs, this.#temporary, nowMs) >= ABANDONED_MS) removeIfThere(this.runtime.fs, this.#temporary);
  }

  /** Gives the bytes a lasting name beside the file. */
  moveBeside(file: string): string {
    const stamp = new Date(this.runtime.clock.now()).toISOString().replace(/[-:]|\.\d+/g, '');
    for (let n = 1; ; n += 1) {
      const beside = `${file}.kept-${stamp}${n === 1 ? '' : `-${n}`}`;
      try {
        this.runtime.fs.linkSync(this.link, beside);
      } catch (error) {
        if (systemCode(error) !== 'EEXIST') throw error;
        if (!isSameFile(this.runtime.fs, this.link, beside)) continue;
      }
      this.discard();
      ignoreKept(this.runtime.fs, path.dirname(file));
      return beside;
    }
  }

  /** Where the replacement of a file is written before it is renamed. */
  temporaryOf(file: string): string {
    return path.join(path.dirname(file), temporaryName(this.id));
  }

  /** Leaves nothing of a replacement that was not made; in this order each of its moments can be told from one that was. */
  abandon(file: string): void {
    removeIfThere(this.runtime.fs, this.link);
    removeIfThere(this.runtime.fs, this.temporaryOf(file));
    this.discard();
  }

  /** The note goes last: what it tells of may be all that is left of a text. */
  discard(): void {
    removeIfThere(this.runtime.fs, this.link);
    removeIfThere(this.runtime.fs, this.#temporary);
    removeIfThere(this.runtime.fs, this.#note);
  }
}
