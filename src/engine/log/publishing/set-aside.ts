import { basename, dirname, join } from 'node:path';
import { type Content, FILE_LIMIT, identityOf, readContent, statOf } from '../../files/file-content.ts';
import { listDirectory, removeIfThere } from '../../files/folder-entries.ts';
import { syncDescriptor, syncDirectory, writeAll } from '../../platform/descriptor.ts';
import { fileError } from '../../platform/errors.ts';
import { OPEN } from '../../platform/file-system.ts';
import type { Runtime } from '../../platform/runtime.ts';

const FILE_MODE = 0o666;
/** End of the name of a file from which only some entries could be read. */
const ENTRIES = '-entries';

/** Next step for a problem in a copy that is kept because something in it was not adopted. */
export const CORRECT_COPY =
  'This file is a copy of what was written, kept for this part. Correct or delete the part in the copy: the next command adopts the rest and deletes the copy. If you need nothing of it, delete the copy.';

/** Copies of a published file from which only some entries could be read. They stay beside it until a person corrects them. */
export class SetAside {
  /** Paths whose bytes are durable. */
  readonly #durable = new Set<string>();

  constructor(
    private readonly runtime: Runtime,
    /** The published file. */
    private readonly file: string,
  ) {}

  /** Returns the paths of the copies, oldest first. */
  list(): string[] {
    const folder = dirname(this.file);
    const begin = `${basename(this.file)}.corrupt-`;
    const names = listDirectory(this.runtime.fs, folder).filter((name) => name.startsWith(begin) && name.endsWith(ENTRIES));
    return names.sort().map((name) => join(folder, name));
  }

  /** Reads a copy; `null` if it is no longer a file, or too large. */
  read(path: string): Content | null {
    const stat = statOf(this.runtime.fs, path);
    return stat?.isFile() && stat.size <= FILE_LIMIT ? readContent(this.runtime, path, identityOf(stat)) : null;
  }

  /** Writes bytes into a new copy, unless there is one with the same content. @throws CortexError */
  write({ bytes, hash }: Content): void {
    const { fs, clock } = this.runtime;
    const known = this.list();
    if (known.some((path) => this.read(path)?.hash === hash)) return;
    const stamp = new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, '');
    const nameOf = (n: number): string => `${this.file}.corrupt-${stamp}${n === 1 ? '' : `-${n}`}${ENTRIES}`;
    let n = 1;
    while (known.includes(nameOf(n))) n += 1;
    const path = nameOf(n);
    try {
      const fd = fs.openSync(path, OPEN.createNew, FILE_MODE);
      try {
        writeAll(fs, fd, bytes);
      } finally {
        fs.closeSync(fd);
      }
    } catch (error) {
      throw fileError(error, path, 'save what another program wrote');
    }
  }

  remove(path: string): void {
    removeIfThere(this.runtime.fs, path);
  }

  /** Makes all copies durable. Must happen before the file that they were made from is replaced. */
  async sync(): Promise<void> {
    const { fs } = this.runtime;
    const fresh = this.list().filter((path) => !this.#durable.has(path));
    if (fresh.length === 0) return;
    for (const path of fresh) {
      const fd = fs.openSync(path, OPEN.append);
      try {
        await syncDescriptor(fs, fd);
      } finally {
        fs.closeSync(fd);
      }
      this.#durable.add(path);
    }
    await syncDirectory(fs, dirname(this.file));
  }
}
