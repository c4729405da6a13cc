import type { FileStat, FileSystem, ListedEntry } from '../../../src/engine/platform/file-system.ts';
import { Gate, type Intent, type Op, type Passage, type ViewOptions } from './calls.ts';
import { Descriptors } from './descriptors.ts';
import type { Disk } from './disk.ts';
import { Errno, type SimulatedCrash, systemError } from './errors.ts';
import { find, link, list, makeDirectories, removeDirectory, rename, resolve, unlink } from './namespace.ts';
import { FaultStat } from './stat.ts';

type SyncCallback = (error: Error | null) => void;
type SyncOp = 'fdatasync' | 'fsync';

const SYSCALLS: Readonly<Record<Op, string>> = {
  openSync: 'open',
  closeSync: 'close',
  readSync: 'read',
  writeSync: 'write',
  fstatSync: 'fstat',
  statSync: 'stat',
  lstatSync: 'lstat',
  readdirSync: 'scandir',
  mkdirSync: 'mkdir',
  linkSync: 'link',
  renameSync: 'rename',
  unlinkSync: 'unlink',
  rmdirSync: 'rmdir',
  realpathSync: 'lstat',
  fdatasync: 'fdatasync',
  fsync: 'fsync',
};

/** Calls with a descriptor. Their errors have no path, although hooks get it. */
const BY_DESCRIPTOR: ReadonlySet<Op> = new Set<Op>(['closeSync', 'readSync', 'writeSync', 'fstatSync', 'fdatasync', 'fsync']);

/** Saved at load time, so that syncs also finish with fake timers. */
const later = setImmediate;

/** The file system calls of one process. Each passes the gate, and then changes the disk that all processes share. */
export class SimulatedProcess implements FileSystem {
  protected readonly gate: Gate;
  protected readonly descriptors: Descriptors;
  readonly #waiting = new Set<{ readonly callback: SyncCallback }>();

  constructor(
    protected readonly disk: Disk,
    options: ViewOptions,
  ) {
    this.descriptors = new Descriptors(disk);
    this.gate = new Gate(options, (crash) => this.#bury(crash));
  }

  openSync(path: string, flags: number, _mode?: number): number {
    return this.#call({ op: 'openSync', path, flags }, () => this.descriptors.open(path, flags));
  }

  closeSync(fd: number): void {
    this.#call(this.#about('closeSync', fd), () => this.descriptors.close(fd));
  }

  readSync(fd: number, buffer: Uint8Array, offset: number, length: number, position: number | null): number {
    const intent = this.#about('readSync', fd, buffer.subarray(offset, offset + length));
    return this.#call(intent, (limit) => this.descriptors.read(fd, { buffer, offset, length, position, limit }));
  }

  writeSync(fd: number, buffer: Uint8Array, offset: number, length: number, position: number | null): number {
    const intent = this.#about('writeSync', fd, buffer.subarray(offset, offset + length));
    return this.#call(intent, (limit) => this.descriptors.write(fd, { buffer, offset, length, position, limit }));
  }

  /** Stops at a short write or a failure. */
  writev(fd: number, buffers: readonly Uint8Array[], callback: (error: Error | null, count: number) => void): void {
    let count = 0;
    const attempt = outcome(() => {
      for (const buffer of buffers) {
        const written = this.writeSync(fd, buffer, 0, buffer.length, null);
        count += written;
        if (written < buffer.length) break;
      }
    });
    later(() => callback('error' in attempt && count === 0 ? attempt.error : null, count));
  }

  fstatSync(fd: number, _options?: { bigint: true }): FileStat {
    return this.#call(this.#about('fstatSync', fd), () => new FaultStat(this.disk, this.descriptors.get(fd).node));
  }

  statSync(path: string, _options?: { bigint: true }): FileStat {
    return this.#call({ op: 'statSync', path }, () => new FaultStat(this.disk, find(this.disk, path, true)));
  }

  lstatSync(path: string, _options?: { bigint: true }): FileStat {
    return this.#call({ op: 'lstatSync', path }, () => new FaultStat(this.disk, find(this.disk, path, false)));
  }

  readdirSync(path: string): string[] {
    return this.#call({ op: 'readdirSync', path }, () => list(this.disk, path));
  }

  listSync(path: string): ListedEntry[] {
    const entries = this.readdirSync(path).map((name) => ({ name, node: find(this.disk, `${path}/${name}`, false) }));
    return entries.map(({ name, node }) => ({ name, isFile: () => node.kind === 'file' }));
  }

  mkdirSync(path: string, _options?: { recursive: true }): string | undefined {
    return this.#call({ op: 'mkdirSync', path }, () => makeDirectories(this.disk, path));
  }

  linkSync(existing: string, path: string): void {
    this.#call({ op: 'linkSync', path: existing, to: path }, () => link(this.disk, existing, path));
  }

  renameSync(from: string, to: string): void {
    this.#call({ op: 'renameSync', path: from, to }, () => rename(this.disk, from, to));
  }

  unlinkSync(path: string): void {
    this.#call({ op: 'unlinkSync', path }, () => unlink(this.disk, path));
  }

  rmdirSync(path: string): void {
    this.#call({ op: 'rmdirSync', path }, () => removeDirectory(this.disk, path));
  }

  realpathSync(path: string): string {
    return this.#call({ op: 'realpathSync', path }, () => resolve(this.disk, path));
  }

  /** Permissions are not simulated. */
  fchmodSync(): void {}

  fdatasync(fd: number, callback: SyncCallback): void {
    this.#sync('fdatasync', fd, callback);
  }

  fsync(fd: number, callback: SyncCallback): void {
    this.#sync('fsync', fd, callback);
  }

  #about(op: Op, fd: number, data?: Uint8Array): Intent {
    return { op, path: this.descriptors.pathOf(fd), data };
  }

  #call<T>(intent: Intent, effect: (limit: number) => T): T {
    const passage = this.gate.pass(intent);
    const attempt = outcome(() => perform(intent, passage, effect));
    if (passage.lastWords !== undefined) throw this.gate.die(passage.lastWords);
    if ('error' in attempt) throw attempt.error;
    return attempt.value;
  }

  /** The effect happens at the callback, for the state at the call. Until then power loss may undo it. */
  #sync(op: SyncOp, fd: number, callback: SyncCallback): void {
    const intent = this.#about(op, fd);
    const passage = this.gate.pass(intent);
    const attempt = outcome(() => perform(intent, passage, () => this.#beginSync(op, fd)));
    if (passage.lastWords !== undefined) {
      if ('value' in attempt) attempt.value();
      throw this.gate.die(passage.lastWords);
    }
    const waiting = { callback };
    this.#waiting.add(waiting);
    const finish = () => {
      if (!this.#waiting.delete(waiting)) return;
      if ('value' in attempt) attempt.value();
      callback('value' in attempt ? null : attempt.error);
    };
    if (passage.hold === undefined) later(finish);
    else passage.hold.finally(() => later(finish)).catch(() => {});
  }

  /** Returns a function that makes the present state durable. */
  #beginSync(op: SyncOp, fd: number): () => void {
    const { node, path } = this.descriptors.get(fd);
    const mark = node.mark();
    // Only fsync makes the names in a directory durable.
    const idle = (op === 'fdatasync' && node.kind === 'directory') || this.disk.liesAbout(path, node.kind);
    return idle ? () => {} : () => node.commit(mark);
  }

  /** The real callback would never be called, and a test would wait forever. */
  #bury(crash: SimulatedCrash): void {
    this.descriptors.closeAll();
    for (const { callback } of this.#waiting) later(() => callback(crash));
    this.#waiting.clear();
  }
}

/** Runs the effect within the conditions. Converts errors to those of Node. */
function perform<T>({ op, path, to }: Intent, { fail, limit }: Passage, effect: (limit: number) => T): T {
  const place = BY_DESCRIPTOR.has(op) ? [] : [path, to];
  if (fail !== undefined) throw systemError(fail, SYSCALLS[op], ...place);
  try {
    return effect(limit);
  } catch (error) {
    throw error instanceof Errno ? systemError(error.code, SYSCALLS[op], ...place) : error;
  }
}

function outcome<T>(attempt: () => T): { readonly value: T } | { readonly error: Error } {
  try {
    return { value: attempt() };
  } catch (error) {
    if (error instanceof Error) return { error };
    throw error;
  }
}
