import path from 'node:path';
import { writeAll } from '../../platform/descriptor.ts';
import { CortexError, fileError, systemCode } from '../../platform/errors.ts';
import { type FileSystem, OPEN } from '../../platform/file-system.ts';
import { isCertainlyDead } from '../../platform/process-identity.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { readFileBounded, temporaryName } from '../atomic-file.ts';
import { statOf } from '../file-content.ts';
import { removeIfThere } from '../folder-entries.ts';
import { type ChangeNote, type NoteDetails, readNote, toContent } from './change-note.ts';
import { ignoreKept } from './conflict-copies.ts';

/** Largest text that is changed, in bytes. */
export const MAX_TEXT_SIZE = 16 * 1024 * 1024;
/** How long other programs may still write into a replaced file, in milliseconds. */
export const SETTLE_MS = 1_000;
/** Age at which any process settles a note if it is unknown whether its own process is alive, in milliseconds. */
const ABANDONED_MS = 60_000;

/** The largest note, in bytes. A change or an addition that needs more is not written down, and gets no second look. */
const MAX_NOTE_BYTES = 4 * 1024 * 1024;

/** Returns the path for a note, which is relative because later processes may know the folder by another path. */
export function relativePath(root: string, target: string): string {
  return path.relative(root, target).replaceAll(path.sep, '/');
}

/** Returns the digest of a file's bytes for the name of its link. */
export const digest = (bytes: Uint8Array): string => toContent(bytes).hash.slice(0, 16);

/** Returns whether two names refer to one file. */
function isSameFile(fs: FileSystem, one: string, other: string): boolean {
  try {
    const [a, b] = [one, other].map((name) => fs.lstatSync(name, { bigint: true }));
    return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Returns the milliseconds since a file was written. A time in the future counts like one in the past: the clock was set back. */
function ageOf(fs: FileSystem, file: string, nowMs: number): number {
  return Math.abs(nowMs - Number(fs.lstatSync(file, { bigint: true }).mtimeNs / 1_000_000n));
}

/** A second name of a file that is about to be replaced, and a note about it. */
export class ReplacedFile {
  readonly link: string;
  readonly #note: string;
  readonly #temporary: string;

  constructor(
    private readonly runtime: Runtime,
    folder: string,
    readonly id: string,
    /** Digest of the file's content when it was read. */
    private readonly digest: string,
  ) {
    // The name contains the digest, so that the content can be identified even if a power loss has taken the note.
    const name = path.join(folder, id);
    this.link = `${name}.${digest}`;
    this.#note = `${name}.json`;
    this.#temporary = `${name}.tmp`;
  }

  /** Path of the note. */
  get file(): string {
    return this.#note;
  }

  /** Writes the note of a file's content when it was read, or when its text was last taken over. */
  write(relative: string, bytes: Uint8Array, details: NoteDetails): void {
    const { process } = this.runtime;
    const nothing = { change: null, addition: null, what: null, isOnlyCopy: false, isMissed: false, git: null, tries: 0, takes: null };
    this.rewrite({ ...nothing, ...details, path: relative, ...toContent(bytes), process });
  }

  /** Replaces the note. */
  rewrite(note: ChangeNote): void {
    try {
      this.#put(note);
    } catch (error) {
      throw fileError(error, path.dirname(this.#note), 'record the change before making it');
    }
  }

  #put(note: ChangeNote): void {
    const { fs } = this.runtime;
    // Notes are written in the turn of their file, so an existing temporary file is from a process that died.
    removeIfThere(fs, this.#temporary);
    const fd = fs.openSync(this.#temporary, OPEN.createNew);
    try {
      const bytes = Buffer.from(JSON.stringify(note));
      const isSmall = bytes.length <= MAX_NOTE_BYTES;
      writeAll(fs, fd, isSmall ? bytes : Buffer.from(JSON.stringify({ ...note, change: null, addition: null, what: null })));
    } finally {
      fs.closeSync(fd);
    }
    fs.renameSync(this.#temporary, this.#note);
  }

  /**
   * Gives the file its second name.
   * @throws CortexError `busy` if it no longer contains these bytes
   */
  take(file: string, bytes: Uint8Array): void {
    try {
      this.runtime.fs.linkSync(file, this.link);
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
    if (this.bytes()?.equals(bytes) === true) return;
    // Before the temporary file is removed: without that, a link counts as a replacement that was made.
    removeIfThere(this.runtime.fs, this.link);
    throw new CortexError('busy', 'the file changes each time it is read', {
      file,
      next: 'Try again when the program that writes it has finished.',
    });
  }

  /** Returns the content of the replaced file; `null` if there is none. @throws CortexError if it cannot be read as a text */
  bytes(): Buffer | null {
    return readFileBounded(this.runtime.fs, this.link, { maxBytes: MAX_TEXT_SIZE })?.bytes ?? null;
  }

  /** Returns whether the file was replaced: it has its second name, and `file` is another file, or missing. */
  isReplaced(file: string): boolean {
    return this.bytes() !== null && !isSameFile(this.runtime.fs, this.link, file);
  }

  /** Returns whether there is a replaced file, also one that cannot be read as a text. */
  exists(): boolean {
    return statOf(this.runtime.fs, this.link) !== null;
  }

  /** Returns whether the content still has the digest in the link's name, or the file was not replaced yet. */
  isUntouched(): boolean {
    const stat = statOf(this.runtime.fs, this.link);
    return stat === null || stat.nlink > 1n || this.#digestNow() === this.digest;
  }

  /** Returns `null` for what is no text, such as a file that another program has made larger than the limit. */
  #digestNow(): string | null {
    try {
      const bytes = this.bytes();
      return bytes === null ? this.digest : digest(bytes);
    } catch (error) {
      if (error instanceof CortexError && error.code === 'broken-file') return null;
      throw error;
    }
  }

  /** Reads the note; `undefined` if the file is missing, `null` if it is not a valid note. @throws CortexError if it cannot be read */
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
      return readFileBounded(this.runtime.fs, this.#note, { maxBytes: MAX_NOTE_BYTES })?.bytes.toString();
    } catch (error) {
      if (error instanceof CortexError && error.code === 'broken-file') return null;
      throw error;
    }
  }

  /** Returns when the note was written, in milliseconds of the file system's clock; `null` if it is gone. */
  writtenAt(): number | null {
    const stat = statOf(this.runtime.fs, this.#note);
    return stat === null ? null : Number(stat.mtimeNs) / 1e6;
  }

  /** Returns whether the note is too new for other processes, even if its process is dead. @param nowMs of the file system's clock */
  isFresh(nowMs: number): boolean {
    const written = this.writtenAt();
    return written !== null && Math.abs(nowMs - written) < SETTLE_MS;
  }

  /** Returns whether its process has died, or counts as dead because of the note's age. @param nowMs of the file system's clock */
  isAbandoned(note: ChangeNote | null, nowMs: number): boolean {
    const age = ageOf(this.runtime.fs, this.#note, nowMs);
    if (note === null || !this.#isOfThisSystem(note)) return age >= ABANDONED_MS;
    return age >= SETTLE_MS && this.isOfEndedProcess(note);
  }

  /** Returns whether its process has certainly ended. */
  isOfEndedProcess(note: ChangeNote): boolean {
    return this.#isOfThisSystem(note) && isCertainlyDead(note.process, this.runtime.process);
  }

  /** Returns whether it can be checked here if the process is alive. */
  #isOfThisSystem({ process }: ChangeNote): boolean {
    const self = this.runtime.process;
    return process.boot === self.boot && process.namespace === self.namespace;
  }

  /** Removes a note that was never finished. */
  sweep(nowMs: number): void {
    if (ageOf(this.runtime.fs, this.#temporary, nowMs) >= ABANDONED_MS) removeIfThere(this.runtime.fs, this.#temporary);
  }

  /** Moves the bytes to a lasting name beside the file. */
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

  /** Returns the path of the temporary file for a replacement. */
  temporaryOf(file: string): string {
    return path.join(path.dirname(file), temporaryName(this.id));
  }

  /** Removes everything of a replacement that was not made, in an order in which each step can be told from one that was made. */
  abandon(file: string): void {
    removeIfThere(this.runtime.fs, this.link);
    removeIfThere(this.runtime.fs, this.temporaryOf(file));
    this.discard();
  }

  /** Removes the link and the note. The note goes last: the text in it may exist nowhere else. */
  discard(): void {
    removeIfThere(this.runtime.fs, this.link);
    removeIfThere(this.runtime.fs, this.#temporary);
    removeIfThere(this.runtime.fs, this.#note);
  }
}
