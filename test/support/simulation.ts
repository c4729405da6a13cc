import { OPEN } from '../../src/engine/platform/file-system.ts';
import { createIds } from '../../src/engine/platform/ids.ts';
import type { Runtime } from '../../src/engine/platform/runtime.ts';
import { noSockets } from '../../src/engine/platform/sockets.ts';
import type { FaultFileSystem, Label } from './fault-fs.ts';

/** Root of simulated logs. */
export const ROOT = '/repo';
export const DIRECTORY = `${ROOT}/.cortex/.local/notes`;
export const PUBLISHED = `${ROOT}/.cortex/notes.crtx`;

/** Start time of a simulated machine and of its disk. */
export const START = 1_800_000_000_000;

/** Turns of the event loop after which only waiting for time is left. A simulated sync takes one. */
const IDLE_TURNS = 4;

interface Sleeper {
  readonly fs: FaultFileSystem;
  readonly until: number;
  readonly wake: () => void;
}

/** A clock that moves with that of the disk, when advanced, and when all processes only wait for it. */
export class SimulatedTime {
  #now = START;
  #sleepers: Sleeper[] = [];

  get now(): number {
    return this.#now;
  }

  /** Returns a clock for another disk with the same time. After a power loss each possible disk is independent. */
  fork(): SimulatedTime {
    const time = new SimulatedTime();
    time.#now = this.#now;
    return time;
  }

  advance(fs: FaultFileSystem, ms: number): void {
    this.#now += ms;
    fs.advance(ms);
  }

  /** Resolves at that time, or at once if the signal aborts. */
  sleep(fs: FaultFileSystem, ms: number, signal?: AbortSignal): Promise<void> {
    if (ms <= 0 || signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const abort = () => this.#wake(sleeper);
      const wake = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const sleeper = { fs, until: this.#now + ms, wake };
      this.#sleepers.push(sleeper);
      signal?.addEventListener('abort', abort);
      if (this.#sleepers.length === 1) this.#wait(0);
    });
  }

  #wait(turns: number): void {
    setImmediate(() => {
      if (this.#sleepers.length === 0) return;
      if (turns >= IDLE_TURNS) this.#wakeNext();
      if (this.#sleepers.length > 0) this.#wait(turns < IDLE_TURNS ? turns + 1 : 0);
    });
  }

  #wakeNext(): void {
    const next = this.#sleepers.reduce((first, each) => (each.until < first.until ? each : first));
    // A dead process must not advance the time of the others.
    if (next.fs.crash === undefined) this.advance(next.fs, Math.max(0, next.until - this.#now));
    this.#wake(next);
  }

  #wake(sleeper: Sleeper): void {
    this.#sleepers = this.#sleepers.filter((each) => each !== sleeper);
    sleeper.wake();
  }
}

export interface SimulatedProcessOptions {
  readonly time: SimulatedTime;
  /** Another name means another boot of the machine. */
  readonly boot?: string;
  /** Seeds ids and nonces, which must differ between processes and be the same in each run. */
  readonly seed: number;
  readonly pinned?: boolean;
  /** By default other processes consider this one dead, so that no mutex blocks. Everything must be correct without it. */
  readonly alive?: boolean;
}

/** Higher than the PID of any real process, which the kernel would report. */
const FIRST_PID = 1_000_000_000;

/** Returns a runtime on a simulated file system. Time and random numbers are deterministic. */
export function simulatedRuntime(fs: FaultFileSystem, options: SimulatedProcessOptions): Runtime {
  const { time, boot = 'boot-1', seed, pinned = false, alive = false } = options;
  let state = seed * 7_919 + 1;
  const random = (size: number) =>
    Uint8Array.from({ length: size }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return state & 255;
    });
  const clock = { now: () => time.now, monotonic: () => time.now, pinned };
  const namespace = alive ? `simulated-${seed}` : 'simulated';
  return {
    fs: traced(fs),
    clock,
    random,
    ids: createIds(clock, random),
    process: { boot, namespace, pid: FIRST_PID + seed, started: '1' },
    sockets: noSockets,
    sleep: (ms, signal) => time.sleep(fs, ms, signal),
  };
}

/** Lets processes finish their background work. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < 80; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** The present activity of the calling process. Labels need it, and calls are synchronous. */
interface Doing {
  /** The `op` in the bytes to be written. */
  record: string;
  creating: boolean;
  /** The successor segment that is being created, until its name is durable. */
  successor: string;
  /** The last name beside the published file, or the published file. */
  placed: string;
}

let doing: Doing = idle();

function idle(): Doing {
  return { record: '', creating: false, successor: '', placed: '' };
}

/** Wraps the calls, and records their activity. */
function traced(fs: FaultFileSystem): FaultFileSystem {
  const own = idle();
  return new Proxy(fs, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: readonly unknown[]) => {
        doing = own;
        note(own, name, args);
        return Reflect.apply(value, target, args);
      };
    },
  });
}

function note(own: Doing, name: string | symbol, [first, second, offset, length]: readonly unknown[]): void {
  if (name === 'openSync') own.creating = second === OPEN.createNew;
  if (name === 'openSync' && own.creating && String(first).endsWith('.jsonl')) own.successor = String(first);
  if (name === 'linkSync' || name === 'renameSync') own.placed = String(second);
  if (name !== 'writeSync' || !(second instanceof Uint8Array)) return;
  const start = Number(offset);
  const text = Buffer.from(second.subarray(start, start + Math.min(Number(length), 300))).toString();
  own.record = /"op":"([\w.]+)"/.exec(text)?.[1] ?? '';
}

const RECORDS: Readonly<Record<string, string>> = {
  begin: 'begin.write',
  seal: 'seal.write',
  publish: 'publish.log',
  adopt: 'adopt.write',
};

function labelWrite(path: string): string {
  if (path.endsWith('.jsonl')) return RECORDS[doing.record] ?? 'append.write';
  if (!path.endsWith('.tmp')) return 'other';
  return doing.record === 'checkpoint' ? 'checkpoint.write' : 'publish.temp';
}

function labelFileSync(path: string): string {
  if (path.endsWith('.tmp')) return 'publish.sync-temp';
  if (path.endsWith('.fresh.json')) return 'checkpoint.sync';
  return path === doing.successor ? 'seal.sync-file' : 'publish.sync-log';
}

/** Only whole directories are synced: of the log, of the published file, or the parents up to the root. */
function labelDirectorySync(path: string): string {
  if (path !== DIRECTORY) {
    const { placed } = doing;
    doing.placed = '';
    if (placed === PUBLISHED) return 'publish.sync-dir';
    return placed.startsWith(PUBLISHED) ? 'publish.sync-aside' : 'sync.parents';
  }
  if (doing.successor === '') return 'checkpoint.sync-dir';
  doing.successor = '';
  return 'seal.sync-dir';
}

function labelName(op: string, path: string, to: string | undefined): string {
  if (to === PUBLISHED) return 'publish.rename';
  if (op === 'renameSync' && to?.endsWith('.fresh.json')) return 'checkpoint.place';
  if (op === 'renameSync') return to?.endsWith('.state.json') ? 'checkpoint.rename' : 'publish.settle';
  if (op === 'linkSync') return to?.startsWith(PUBLISHED) ? 'publish.aside' : to?.includes('/kept-') ? 'publish.keep' : 'other';
  if (path.includes('/kept-')) return 'publish.settle';
  return path.endsWith('.jsonl') || path.endsWith('.state.json') ? 'sweep.unlink' : 'other';
}

/** Labels calls by the crash points of docs/decisions/0002-log.md. */
export const crashPoint: Label = (op, path = '', to) => {
  if (op === 'writeSync') return labelWrite(path);
  if (op === 'fdatasync') return labelFileSync(path);
  if (op === 'fsync') return labelDirectorySync(path);
  if (op === 'linkSync' || op === 'renameSync' || op === 'unlinkSync') return labelName(op, path, to);
  if (op === 'openSync' && doing.creating && path.endsWith('.jsonl')) return 'seal.create';
  return op === 'readSync' && path.endsWith('.jsonl') ? 'append.read' : 'other';
};
