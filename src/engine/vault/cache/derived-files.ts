import path from 'node:path';
import { readFileBounded, writeFileDurable } from '../../files/atomic-file.ts';
import { makeFolder } from '../../files/local-folder.ts';
import { resolveInside } from '../../files/safe-path.ts';
import { removeStrays } from '../../files/stray-files.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { FileIdentity } from '../notes/note.ts';
import { sameIdentity, toFileIdentity } from './file-identity.ts';

/** File that can be regenerated at any time. */
export interface DerivedFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  /**
   * Passes the text to `put` in pieces. Unchanged parts should be the same string objects, which compare without reading their characters.
   */
  readonly write: (put: PieceWriter) => void;
}

export type PieceWriter = (piece: string) => void;

/** Returns the pieces of a file's text. All of them are in memory at once. */
export function collectPieces({ write }: DerivedFile): string[] {
  const pieces: string[] = [];
  write((piece) => pieces.push(piece));
  return pieces;
}

/** Pieces to join at a time. A single string of all pieces takes twice the memory as soon as one character is not Latin-1. */
const TOGETHER = 512;

/** Returns the bytes of a text in parts. Joining the parts would double the time and the memory. */
export function collectBytes(write: (put: PieceWriter) => void): Buffer[] {
  const parts: Buffer[] = [];
  let waiting: string[] = [];
  const join = () => {
    parts.push(Buffer.from(waiting.join('')));
    waiting = [];
  };
  write((piece) => {
    if (waiting.push(piece) === TOGETHER) join();
  });
  join();
  return parts;
}

/** Reports whether the bytes are the concatenation of the parts. */
function areIn(bytes: Buffer, parts: readonly Buffer[]): boolean {
  let from = 0;
  for (const part of parts) {
    if (!bytes.subarray(from, from + part.length).equals(part)) return false;
    from += part.length;
  }
  return from === bytes.length;
}

function samePieces(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((piece, n) => piece === other[n]);
}

/** Writes derived files below a root, each as a whole, if their content changed. */
export class DerivedFiles {
  /** Pieces and stat identity of each file when its content was last correct. */
  readonly #right = new Map<string, { readonly pieces: readonly string[]; readonly identity: FileIdentity }>();

  constructor(
    private readonly runtime: Runtime,
    /** Absolute path. */
    private readonly root: string,
    /**
     * Whether the files will be written again. If so, pieces are remembered, so that unchanged files are not even read. This takes memory.
     */
    private readonly again: boolean,
  ) {}

  /** Writes a file unless its content is already correct. @returns whether the file was written @throws CortexError */
  async write(derived: DerivedFile): Promise<boolean> {
    const { path: relative } = derived;
    const file = path.join(this.root, relative);
    const pieces = this.again ? collectPieces(derived) : null;
    const right = this.#right.get(relative);
    if (pieces !== null && right !== undefined && samePieces(right.pieces, pieces) && this.#isStill(file, right.identity)) return false;
    this.#right.delete(relative);
    const parts = collectBytes(pieces === null ? derived.write : (put) => pieces.forEach(put));
    const holds = this.#holds(file, parts);
    if (!holds) await this.#replace(relative, parts);
    if (pieces !== null) this.#remember(relative, file, pieces);
    return !holds;
  }

  #remember(relative: string, file: string, pieces: readonly string[]): void {
    try {
      this.#right.set(relative, { pieces, identity: this.#identityOf(file) });
    } catch {
      // Another program removed the file already. The next call writes it again.
    }
  }

  #identityOf(file: string): FileIdentity {
    return toFileIdentity(this.runtime.fs.lstatSync(file, { bigint: true }));
  }

  #isStill(file: string, identity: FileIdentity): boolean {
    try {
      return sameIdentity(this.#identityOf(file), identity);
    } catch {
      return false;
    }
  }

  /** Reports whether the file exists and contains exactly these bytes. */
  #holds(file: string, parts: readonly Buffer[]): boolean {
    const maxBytes = parts.reduce((sum, { length }) => sum + length, 0);
    try {
      const content = readFileBounded(this.runtime.fs, file, { maxBytes, root: this.root });
      return content !== null && areIn(content.bytes, parts);
    } catch {
      // The file is larger or unreadable. If it cannot be replaced, the write reports the reason.
      return false;
    }
  }

  async #replace(relative: string, parts: readonly Buffer[]): Promise<void> {
    const { fs } = this.runtime;
    const folder = resolveInside(fs, this.root, path.dirname(relative));
    // Do not recreate a vault that was removed in the meantime.
    makeFolder(fs, folder);
    await writeFileDurable(this.runtime, path.join(folder, path.basename(relative)), parts);
    // The write has just set the folder's mtime, to which `removeStrays` compares the strays.
    removeStrays(fs, folder);
  }
}
