import { hash } from 'node:crypto';
import path from 'node:path';
import { readFileBounded, writeFileDurable } from '../../files/atomic-file.ts';
import { identityOf, milliseconds, statOf } from '../../files/file-content.ts';
import { CortexError, systemCode } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';

/** Larger files are compared but not copied. Bytes. */
const MAX_SIZE = 1_048_576;
/** How long an unreferenced copy is retained, in milliseconds. */
const KEPT_FOR = 24 * 3_600_000;
/** Length of a hash, long enough that two contents or copies of a project never collide. */
const DIGITS = 24;
/** Identity of a file that does not exist. */
export const MISSING = '';

const COPY = /^[0-9a-f]{24}\.copy$/;
export const isCopyName = (value: unknown): boolean => typeof value === 'string' && COPY.test(value);

/** A file that changed more recently may change again without another time: times of files have steps of up to two seconds. Milliseconds. */
const SETTLED_MS = 2_000;
/** Separates the hash of the content in an identity. */
const HASH_MARK = '#';

/**
 * Returns the identity of a file in a working tree, which changes with its content; `MISSING` if there is none. Its change time shows also a
 * change after which a program set size and modification time as before. If it changed just now, it has a hash of its content.
 * @param before an earlier identity to compare with: if that has a hash, this one has one, too
 */
export function identityAt(runtime: Runtime, tree: string, name: string, before = ''): string {
  const file = path.join(tree, name);
  try {
    const stat = statOf(runtime.fs, file);
    if (stat === null) return MISSING;
    const identity = `${identityOf(stat)}-${stat.ctimeNs}`;
    const isSettled = runtime.clock.now() - milliseconds(stat.ctimeNs) > SETTLED_MS;
    if (before === '' ? isSettled : !before.includes(HASH_MARK)) return identity;
    const bytes = readIfInside(runtime, tree, file);
    return bytes === null ? identity : `${identity}${HASH_MARK}${hash('sha256', bytes).slice(0, DIGITS)}`;
  } catch (error) {
    if (error instanceof CortexError) return MISSING;
    throw error;
  }
}

/** Returns the content of a file; `null` when it does not exist, is outside this folder, or is too large. */
export function readIfInside({ fs }: Runtime, root: string, file: string): Buffer | null {
  try {
    return readFileBounded(fs, file, { maxBytes: MAX_SIZE, root })?.bytes ?? null;
  } catch (error) {
    if (error instanceof CortexError) return null;
    throw error;
  }
}

/** Copies of the content of held files, by path and identity. */
export class Copies {
  constructor(
    private readonly runtime: Runtime,
    private readonly folder: string,
  ) {}

  /** Returns the absolute path of a copy. */
  fileOf = (copy: string): string => path.join(this.folder, copy);

  /** Returns the name that a copy of a file has, whether the copy exists or not. */
  nameOf(file: string, identity: string): string {
    return `${hash('sha256', `${file}\0${identity}`).slice(0, DIGITS)}.copy`;
  }

  has(copy: string): boolean {
    return statOf(this.runtime.fs, this.fileOf(copy)) !== null;
  }

  /** @returns the name of the copy; `null` when there is no file, or it is too large @throws CortexError when it cannot be written */
  async keep(tree: string, name: string, identity: string): Promise<string | null> {
    if (identity === MISSING) return null;
    const file = path.join(tree, name);
    const copy = this.nameOf(file, identity);
    if (this.has(copy)) return copy;
    const bytes = readIfInside(this.runtime, tree, file);
    if (bytes === null) return null;
    await writeFileDurable(this.runtime, this.fileOf(copy), bytes);
    return copy;
  }

  read(copy: string): Buffer | null {
    return readIfInside(this.runtime, this.folder, this.fileOf(copy));
  }

  /** Removes unreferenced copies that are older than a day. */
  sweep(names: readonly string[], named: ReadonlySet<string>): void {
    const { fs, clock } = this.runtime;
    for (const name of names) {
      if (!COPY.test(name) || named.has(name)) continue;
      const stat = statOf(fs, this.fileOf(name));
      if (stat !== null && clock.now() - milliseconds(stat.mtimeNs) > KEPT_FOR) removeIfPresent(this.runtime, this.fileOf(name));
    }
  }
}

/** Removes a file. Another process may remove it at the same time. */
export function removeIfPresent({ fs }: Runtime, file: string): void {
  try {
    fs.unlinkSync(file);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
}
