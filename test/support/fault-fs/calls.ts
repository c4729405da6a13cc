import type { FileSystem } from '../../../src/engine/platform/file-system.ts';
import { type ErrnoCode, SimulatedCrash } from './errors.ts';

/** The name of a call. Permissions are not simulated, and the other excluded calls consist of these. */
export type Op = Exclude<keyof FileSystem, 'fchmodSync' | 'writev' | 'listSync'>;

/** Arguments of a call. */
export interface Intent {
  readonly op: Op;
  /** For a descriptor, the path under which it was opened; undefined if it is not open. */
  readonly path: string | undefined;
  /** The new name, for `linkSync` and `renameSync`. */
  readonly to?: string | undefined;
  /** For `openSync`. */
  readonly flags?: number | undefined;
  /** The bytes to write, or the buffer to read into. */
  readonly data?: Uint8Array | undefined;
}

/** A call as hooks see it. */
export interface Call extends Intent {
  /** Number of the call in this process, from 0. */
  readonly index: number;
  readonly label: string;
}

/**
 * Result of a call. `crash`: the process dies before the call has any effect; `crash-after`: right after. `short` applies to reads and
 * writes; `shortThenCrash` writes that many bytes and dies. `hold` delays a sync until a promise resolves.
 */
export type Answer =
  | 'proceed'
  | 'crash'
  | 'crash-after'
  | { readonly fail: ErrnoCode }
  | { readonly short: number }
  | { readonly shortThenCrash: number }
  | { readonly hold: Promise<unknown> };

export type OnCall = (call: Call) => Answer;

/** Labels a call for counting, for example by a crash point of the design. */
export type Label = (op: Op, path: string | undefined, to: string | undefined, intent: Intent) => string;

export interface ViewOptions {
  readonly onCall?: OnCall | undefined;
  readonly label?: Label | undefined;
}

/** An admitted call, with its conditions. */
export interface Passage {
  /** At most this many bytes. */
  readonly limit: number;
  readonly fail: ErrnoCode | undefined;
  /** Reason for a crash right after the call, if there is one. */
  readonly lastWords: string | undefined;
  /** A sync waits for this promise. */
  readonly hold: Promise<unknown> | undefined;
}

const FREE: Passage = { limit: Number.POSITIVE_INFINITY, fail: undefined, lastWords: undefined, hold: undefined };

/** The gate of all calls of one process. It counts them, asks the hook, and rejects them after a crash. */
export class Gate {
  readonly hits = new Map<string, number>();
  readonly whenCrashed: Promise<SimulatedCrash>;
  onCall: OnCall | undefined;
  readonly label: Label;
  crash: SimulatedCrash | undefined;
  #calls = 0;
  #asking = false;
  #announce: (crash: SimulatedCrash) => void = () => {};

  constructor(
    { onCall, label }: ViewOptions,
    private readonly onDeath: (crash: SimulatedCrash) => void,
  ) {
    this.onCall = onCall;
    this.label = label ?? ((op) => op);
    this.whenCrashed = new Promise((resolve) => {
      this.#announce = resolve;
    });
  }

  /** Ends the process. All later calls get the same error. */
  die(why: string): SimulatedCrash {
    if (this.crash !== undefined) return this.crash;
    this.crash = new SimulatedCrash(why);
    this.onDeath(this.crash);
    this.#announce(this.crash);
    return this.crash;
  }

  /** @throws SimulatedCrash if the process is dead or dies before this call */
  pass(intent: Intent): Passage {
    if (this.crash !== undefined) throw this.crash;
    // A hook may read the file system itself. This is not a call of the process.
    if (this.#asking) return FREE;
    const label = this.#count(intent);
    if (this.onCall === undefined) return FREE;
    const call = { ...intent, index: this.#calls - 1, label };
    const answer = this.#ask(call);
    // The hook may have killed the process.
    if (this.crash !== undefined) throw this.crash;
    if (answer === 'proceed') return FREE;
    const words = `crash at call ${call.index}, ${label}`;
    if (answer === 'crash') throw this.die(words);
    if (answer === 'crash-after') return { ...FREE, lastWords: `after: ${words}` };
    if ('fail' in answer) return { ...FREE, fail: answer.fail };
    requireFit(call, answer);
    if ('hold' in answer) return { ...FREE, hold: answer.hold };
    if ('short' in answer) return { ...FREE, limit: answer.short };
    return { ...FREE, limit: answer.shortThenCrash, lastWords: `short: ${words}` };
  }

  /** Returns the label of the call. */
  #count(intent: Intent): string {
    const label = this.label(intent.op, intent.path, intent.to, intent);
    this.hits.set(label, (this.hits.get(label) ?? 0) + 1);
    this.#calls += 1;
    return label;
  }

  #ask(call: Call): Answer {
    this.#asking = true;
    try {
      return this.onCall?.(call) ?? 'proceed';
    } finally {
      this.#asking = false;
    }
  }
}

/** @throws Error if the answer does not fit the call, which is a mistake in the test */
function requireFit({ op }: Call, answer: object): void {
  const fits: readonly Op[] = 'hold' in answer ? ['fdatasync', 'fsync'] : ['readSync', 'writeSync'];
  if (!fits.includes(op)) throw new Error(`${op} cannot be answered with ${Object.keys(answer).join()}`);
}
