// Own code, because libraries lose updates when a holder is killed: docs/decisions/0049-custom-code.md
import { CortexError } from '../platform/errors.ts';
import { isCertainlyDead, type ProcessIdentity } from '../platform/process-identity.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type Candidate, isAtLeastOld, type OwnerFile, TurnDirectory } from './turn-directory.ts';

/** Longest duration of a turn, in milliseconds by the file system's own clock. After that any process may end it. */
export const TURN_MS = 5_000;

const MAX_PAUSE_MS = 20;
const ROUNDS = 3;
/** File times are coarse, so the time of a new turn may seem to be up to this far in the future. Milliseconds. */
const ROUGHLY_NOW_MS = 1_000;
const LAST_TURN = 999_999_999_999_999;

/** The file system's clock at a moment of the monotonic one, in milliseconds. Reading it requires writing a file. */
export interface FileTime {
  readonly fileMs: number;
  readonly monotonicMs: number;
}

/** How long to wait for a turn, and a signal that aborts the wait. */
export interface AcquireOptions {
  /** Milliseconds of monotonic time; at least one attempt is made. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Parses an owner file. Any process can write one, so invalid content identifies no process. */
function parseOwner(text: string | null): ProcessIdentity | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    if (!('boot' in value && 'namespace' in value && 'pid' in value && 'started' in value)) return null;
    const { boot, namespace, pid, started } = value;
    if (typeof boot !== 'string' || typeof namespace !== 'string') return null;
    if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1) return null;
    return typeof started === 'string' || started === null ? { boot, namespace, pid, started } : null;
  } catch {
    return null;
  }
}

function toMs(ns: bigint): number {
  return Number(ns / 1_000_000n);
}

function showTime(mtimeNs: bigint): string {
  const time = new Date(toMs(mtimeNs));
  return Number.isNaN(time.getTime()) ? 'an impossible time' : time.toISOString();
}

/** The right to do one bounded piece of local work and make it visible with one call. Created by `Mutex`. */
export class Turn {
  readonly #directory: TurnDirectory;
  readonly #owner: string;
  #released = false;

  constructor(
    directory: TurnDirectory,
    /** Fencing token: every later turn of this mutex has a higher number. */
    readonly number: number,
    owner: string,
  ) {
    this.#directory = directory;
    this.#owner = owner;
  }

  /** False if the turn was released, ended or overtaken. */
  get isCurrent(): boolean {
    const { highest, ended } = this.#directory.list();
    return !this.#released && highest === this.number && !ended && this.#isOurs();
  }

  /**
   * Must be called right before the one call that others can see.
   * @throws CortexError `busy` if the turn was released, ended or overtaken: the work must be done again in another turn
   */
  assertCurrent(): void {
    if (this.isCurrent) return;
    const message = `turn ${this.number} of the mutex is over: it was released, took longer than ${TURN_MS / 1000} s, or its folder was removed`;
    throw new CortexError('busy', message, {
      file: this.#directory.path,
      next: 'Nothing was changed. Read the file again and apply the change in a new turn.',
    });
  }

  /** Ends the turn and removes the files of earlier ones. Safe to call again, and on a turn that other processes ended. */
  release(): void {
    if (this.#released) return;
    this.#released = true;
    try {
      const now = this.#isOurs() ? this.#directory.end(this.number) : null;
      if (now !== null) this.#directory.sweep(this.number, now);
    } catch {
      // The work is committed and must not be reported as failed. A turn that cannot be ended here expires.
    }
  }

  /** Compares the owner, because numbers restart when the whole folder is removed, so the number alone does not identify a turn. */
  #isOurs(): boolean {
    return this.#directory.read(this.number)?.text === this.#owner;
  }
}

/**
 * Mutual exclusion among all processes of one machine, by a chain of numbered turns (docs/decisions/0001-mutex.md). A holder that dies is
 * replaced at once, one that hangs after `TURN_MS`.
 */
export class Mutex {
  readonly #runtime: Runtime;
  readonly #directory: TurnDirectory;
  #lastTime: FileTime | null = null;

  /** @param directory contains nothing but this mutex; created if missing */
  constructor(runtime: Runtime, directory: string) {
    this.#runtime = runtime;
    this.#directory = new TurnDirectory(runtime, directory);
  }

  /**
   * Takes a turn if it is free; `null` if another process has it, or got it meanwhile.
   * @param known the time, if the caller knows it: saves writing a file while another process has the turn
   * @throws CortexError of the file system; `io` if it has no hard links
   */
  tryAcquire(known: FileTime | null = null): Turn | null {
    if (known !== null && known.monotonicMs > (this.#lastTime?.monotonicMs ?? Number.NEGATIVE_INFINITY)) this.#lastTime = known;
    for (let round = 0; round < ROUNDS; round++) {
      const result = this.#attempt();
      if (result !== 'stale') return result === 'busy' ? null : result;
    }
    return null;
  }

  /**
   * Waits for a turn, polling every 1 to 20 ms.
   * @throws CortexError `busy` after `timeoutMs` or when the signal aborts (its reason is the cause), otherwise like `tryAcquire`
   */
  async acquire({ timeoutMs, signal }: AcquireOptions): Promise<Turn> {
    const { clock, random } = this.#runtime;
    const start = clock.monotonic();
    for (let pause = 2; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      if (signal?.aborted) throw this.#giveUp('waiting for a turn of the mutex was cancelled', signal.reason);
      const turn = this.tryAcquire();
      if (turn !== null) return turn;
      const left = timeoutMs - (clock.monotonic() - start);
      // Not `left <= 0`: a timeout of NaN must not wait forever.
      if (!(left > 0)) throw this.#giveUp(`no turn of the mutex within ${timeoutMs} ms: ${this.#describeHolder()}`);
      const jitter = (random(1)[0] ?? 0) / 255;
      await this.#runtime.sleep(Math.min(left, 1 + jitter * (pause - 1)));
    }
  }

  /** `stale`: the listing had changed before this process acted on it. */
  #attempt(): Turn | 'busy' | 'stale' {
    const directory = this.#directory;
    const { highest, ended } = directory.list();
    const open = highest > 0 && !ended;
    const holder = open ? directory.read(highest) : null;
    if (open && holder === null) return 'stale';
    const alive = holder !== null && !this.#isDead(holder);
    if (alive && this.#seemsInTime(holder)) return 'busy';
    const candidate = directory.propose();
    this.#lastTime = { fileMs: toMs(candidate.mtimeNs), monotonicMs: this.#runtime.clock.monotonic() };
    try {
      if (alive && !isAtLeastOld(holder.mtimeNs, candidate.mtimeNs, TURN_MS)) return 'busy';
      if (open) directory.end(highest);
      return this.#take(highest + 1, candidate);
    } finally {
      directory.discard(candidate.file);
    }
  }

  #take(turn: number, candidate: Candidate): Turn | 'busy' | 'stale' {
    const directory = this.#directory;
    if (turn > LAST_TURN) throw this.#outOfNumbers();
    const linked = directory.link(candidate, turn);
    if (linked !== 'linked') return linked === 'taken' ? 'busy' : 'stale';
    const { highest, ended } = directory.list();
    if (highest === turn && !ended) return new Turn(directory, turn, candidate.text);
    if (highest > turn) directory.discard(directory.file(turn));
    return 'stale';
  }

  #isDead(holder: OwnerFile): boolean {
    const owner = parseOwner(holder.text);
    return owner !== null && isCertainlyDead(owner, this.#runtime.process);
  }

  /** Estimates whether a holder is in time. Enough to leave it alone; ending its turn requires comparing two times of the file system. */
  #seemsInTime(holder: OwnerFile): boolean {
    if (this.#lastTime === null) return false;
    const { fileMs, monotonicMs } = this.#lastTime;
    const ageMs = fileMs - toMs(holder.mtimeNs) + this.#runtime.clock.monotonic() - monotonicMs;
    return ageMs > -ROUGHLY_NOW_MS && ageMs < TURN_MS;
  }

  #describeHolder(): string {
    const { highest, ended } = this.#directory.list();
    const holder = highest > 0 && !ended ? this.#directory.read(highest) : null;
    if (holder === null) return 'other processes were faster each time';
    const owner = parseOwner(holder.text);
    const who = owner === null ? 'an unknown process' : `process ${owner.pid}`;
    return `${who} has held it since ${showTime(holder.mtimeNs)}`;
  }

  #giveUp(message: string, cause?: unknown): CortexError {
    const next = `Try again: the turn of a process that hangs expires after ${TURN_MS / 1000} s.`;
    return new CortexError('busy', message, { file: this.#directory.path, next }, { cause });
  }

  #outOfNumbers(): CortexError {
    const next = 'Close the programs that work in this folder, remove the named folder, and try again.';
    return new CortexError('broken-file', 'the mutex has no turns left', { file: this.#directory.path, value: LAST_TURN, next });
  }
}
