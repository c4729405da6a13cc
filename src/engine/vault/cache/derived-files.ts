import path from 'node:path';
import { readFileBounded, writeFileDurable } from '../../files/atomic-file.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { resolveInside } from '../../files/safe-path.ts';
import { removeStrays } from '../../files/stray-files.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { FileIdentity } from '../notes/note.ts';
import { identityOf, sameIdentity } from './file-identity.ts';

/** A file that can be made anew at any time. */
export interface DerivedFile {
  /** From the root, with `/`. */
  readonly path: string;
  /** Puts its text, piece by piece. Of a part that has not changed the very same string is compared without looking into it. */
  readonly write: (put: Put) => void;
}

export type Put = (piece: string) => void;

/** The text of a file, whose pieces are all held at once. */
export function piecesOf({ write }: DerivedFile): string[] {
  const pieces: string[] = [];
  write((piece) => pieces.push(piece));
  return pieces;
}

/** So many pieces are put together at a time: one string of all takes twice the memory as soon as one character is not Latin. */
const TOGETHER = 512;

/** The bytes of a text that comes in pieces, in parts: to put all of them together takes as long again, and twice the memory. */
export function bytesOf(write: (put: Put) => void): Buffer[] {
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

/** Whether some bytes are these parts, one after the other. */
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

/** Files below a root that are written, each as a whole, where their bytes are others. */
export class DerivedFiles {
  /** What files that were right were made of, and what they were then. */
  readonly #right = new Map<string, { readonly pieces: readonly string[]; readonly identity: FileIdentity }>();

  constructor(
    private readonly runtime: Runtime,
    /** Absolute. */
    private readonly root: string,
    /** Whether the files will be written again: then those are not even read of which nothing has changed, which takes memory. */
    private readonly again: boolean,
  ) {}

  /** @returns whether the file had to be written @throws CortexError */
  async write(derived: DerivedFile): Promise<boolean> {
    const { path: relative } = derived;
    const file = path.join(this.root, relative);
    const pieces = this.again ? piecesOf(derived) : null;
    const right = this.#right.get(relative);
    if (pieces !== null && right !== undefined && samePieces(right.pieces, pieces) && this.#isStill(file, right.identity)) return false;
    this.#right.delete(relative);
    const parts = bytesOf(pieces === null ? derived.write : (put) => pieces.forEach(put));
    const holds = this.#holds(file, parts);
    if (!holds) await this.#replace(relative, parts);
    if (pieces !== null) this.#remember(relative, file, pieces);
    return !holds;
  }

  #remember(relative: string, file: string, pieces: readonly string[]): void {
    try {
      this.#right.set(relative, { pieces, identity: this.#identityOf(file) });
    } catch {
      // Somebody has taken it away already; the next time it is written again.
    }
  }

  #identityOf(file: string): FileIdentity {
    return identityOf(this.runtime.fs.lstatSync(file, { bigint: true }));
  }

  #isStill(file: string, identity: FileIdentity): boolean {
    try {
      return sameIdentity(this.#identityOf(file), identity);
    } catch {
      return false;
    }
  }

  /** Whether the file is there and holds these bytes. */
  #holds(file: string, parts: readonly Buffer[]): boolean {
    const maxBytes = parts.reduce((sum, { length }) => sum + length, 0);
    try {
      const content = readFileBounded(this.runtime.fs, file, { maxBytes, root: this.root });
      return content !== null && areIn(content.bytes, parts);
    } catch {
      // It is larger, or is nothing that could be read: writing it says why, if it cannot be done.
      return false;
    }
  }

  async #replace(relative: string, parts: readonly Buffer[]): Promise<void> {
    const { fs } = this.runtime;
    const folder = resolveInside(fs, this.root, path.dirname(relative));
    // A vault that is gone by now is not made anew.
    makeFolder(fs, folder);
    await writeFileDurable(this.runtime, path.join(folder, path.basename(relative)), parts);
    // By now the folder's own time, which strays are told by, is that of this writing.
    removeStrays(fs, folder);
  }
}
