import path from 'node:path';
import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import { OPEN } from '../platform/file-system.ts';
import { nonce } from '../platform/ids.ts';
import type { Runtime } from '../platform/runtime.ts';

const STRAY_MS = 60_000;
const OWNER_BYTES = 4_096;
const TURN_NAME = /^([1-9]\d{0,14})(?:\.end)?$/;
const OWNER_NAME = /^owner-[0-9a-f]{16}$/;
/** Errors of `link` if there are no hard links. EISDIR is the one of Windows on FAT. */
const NO_LINKS: readonly (string | undefined)[] = ['EPERM', 'ENOTSUP', 'ENOSYS', 'EISDIR'];

/** The entries of a mutex's directory at one moment. */
export interface Listing {
  /** 0 if there was no turn yet. */
  readonly highest: number;
  readonly ended: boolean;
  readonly names: readonly string[];
}

/** The file with a turn's name. */
export interface OwnerFile {
  /** Its first 4 KiB; `null` if it is not a file or cannot be read. */
  readonly text: string | null;
  readonly mtimeNs: bigint;
}

/** An owner file that is not linked yet. Its mtime is the present time of the file system's clock. */
export interface Candidate {
  readonly file: string;
  readonly text: string;
  readonly mtimeNs: bigint;
}

/**
 * Returns whether a file is at least `ms` old. A time that far in the future counts as old too: the clock was set back, and might take
 * years to catch up.
 */
export function isAtLeastOld(mtimeNs: bigint, nowNs: bigint, ms: number): boolean {
  const age = nowNs - mtimeNs;
  return (age < 0n ? -age : age) >= BigInt(ms) * 1_000_000n;
}

function turnOf(name: string): number {
  return Number(TURN_NAME.exec(name)?.[1] ?? 0);
}

function shortWrite(file: string): CortexError {
  const next = 'Free some space and try again.';
  return new CortexError('disk-full', 'cannot take a turn of the mutex: the disk is full', { file, next });
}

/** The files of one mutex. Files with other names are not ours and are left alone. */
export class TurnDirectory {
  constructor(
    readonly runtime: Runtime,
    readonly path: string,
  ) {}

  file(name: string | number): string {
    return `${this.path}${path.sep}${name}`;
  }

  /** Lists the turns. An `.end` file proves its turn as well as the turn's own file: a power loss may have taken either. */
  list(): Listing {
    let names: string[] = [];
    try {
      names = this.runtime.fs.readdirSync(this.path);
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw fileError(error, this.path, 'list the turns of the mutex', 'read');
    }
    const highest = names.reduce((most, name) => Math.max(most, turnOf(name)), 0);
    return { highest, ended: names.includes(`${highest}.end`), names };
  }

  /** Reads the owner of a turn; `null` if its file is gone. Never follows a link. */
  read(turn: number): OwnerFile | null {
    const file = this.file(turn);
    try {
      const stat = this.runtime.fs.lstatSync(file, { bigint: true });
      return { mtimeNs: stat.mtimeNs, text: stat.isFile() ? this.#text(file) : null };
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return null;
      throw fileError(error, file, 'read a turn of the mutex', 'read');
    }
  }

  #text(file: string): string | null {
    const { fs } = this.runtime;
    try {
      const fd = fs.openSync(file, OPEN.read);
      try {
        const bytes = Buffer.alloc(OWNER_BYTES);
        return bytes.toString('utf8', 0, fs.readSync(fd, bytes, 0, OWNER_BYTES, 0));
      } finally {
        fs.closeSync(fd);
      }
    } catch {
      return null;
    }
  }

  /** Writes a complete owner file under a unique name; creates the directory if it is missing. */
  propose(): Candidate {
    const { fs, process, random } = this.runtime;
    const id = nonce(random);
    const file = this.file(`owner-${id}`);
    const text = JSON.stringify({ ...process, nonce: id });
    try {
      const fd = this.#create(file);
      try {
        const bytes = Buffer.from(text);
        const written = fs.writeSync(fd, bytes, 0, bytes.length, null);
        if (written < bytes.length) throw shortWrite(this.path);
        return { file, text, mtimeNs: fs.fstatSync(fd, { bigint: true }).mtimeNs };
      } finally {
        fs.closeSync(fd);
      }
    } catch (error) {
      this.discard(file);
      throw fileError(error, this.path, 'take a turn of the mutex');
    }
  }

  #create(file: string): number {
    const { fs } = this.runtime;
    try {
      return fs.openSync(file, OPEN.createNew);
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
    fs.mkdirSync(this.path, { recursive: true });
    return fs.openSync(file, OPEN.createNew);
  }

  /** Gives the turn to the candidate: `taken` if another process has it, `swept` if the candidate's own file is gone. */
  link(candidate: Candidate, turn: number): 'linked' | 'taken' | 'swept' {
    try {
      this.runtime.fs.linkSync(candidate.file, this.file(turn));
      return 'linked';
    } catch (error) {
      const code = systemCode(error);
      if (code === 'EEXIST') return 'taken';
      if (code === 'ENOENT') return 'swept';
      if (!NO_LINKS.includes(code)) throw fileError(error, this.file(turn), 'take a turn of the mutex');
      const message = 'cannot lock files here: the file system has no hard links';
      const next = 'Move this folder to a file system with hard links, such as ext4, APFS or NTFS, and try again.';
      throw new CortexError('io', message, { file: this.path, next }, { cause: error });
    }
  }

  /** Ends a turn. Returns the time by the file system's clock, or `null` if it was over already, or the directory is gone. */
  end(turn: number): bigint | null {
    const { fs } = this.runtime;
    const file = this.file(`${turn}.end`);
    try {
      const fd = fs.openSync(file, OPEN.createNew);
      try {
        return fs.fstatSync(fd, { bigint: true }).mtimeNs;
      } finally {
        fs.closeSync(fd);
      }
    } catch (error) {
      const code = systemCode(error);
      if (code === 'EEXIST' || code === 'ENOENT') return null;
      throw fileError(error, file, 'release a turn of the mutex');
    }
  }

  /** Removes files that are no longer needed: turns before `turn`, and candidates of processes that died long ago. */
  sweep(turn: number, nowNs: bigint): void {
    for (const name of this.list().names) {
      const of = turnOf(name);
      if (OWNER_NAME.test(name) ? this.#isStray(name, nowNs) : of > 0 && of < turn) this.discard(this.file(name));
    }
  }

  #isStray(name: string, nowNs: bigint): boolean {
    try {
      return isAtLeastOld(this.runtime.fs.lstatSync(this.file(name), { bigint: true }).mtimeNs, nowNs, STRAY_MS);
    } catch {
      return false;
    }
  }

  /** Removes a file that has no meaning any more. Ignores errors. */
  discard(file: string): void {
    try {
      this.runtime.fs.unlinkSync(file);
    } catch {
      // A file that stays misleads no process, and a later release tries again.
    }
  }
}
