import type { FileSystem } from '../../../src/engine/platform/file-system.ts';
import { type ErrnoCode, SimulatedCrash } from './errors.ts';

/** The name of a call; permissions are none of this file system's matters, and others are as good as those that they are made of. */
export type Op = Exclude<keyof FileSystem, 'fchmodSync' | 'writev' | 'listSync'>;

/** What a call is about. */
export interface Intent {
  readonly op: Op;
  /** For a descriptor, the path under which it was opened; undefined if it is not open. */
  readonly path: string | undefined;
  /** The new name, for `linkSync` and `renameSync`. */
  readonly to?: string | undefined;
  /** For `openSync`. */
  readonly flags?: number | undefined;
  /** What a write is to write, or where a read is to read into. */
  readonly data?: Uint8Array | undefined;
}

/** One call, as hooks see it. */
export interface Call extends Intent {
  /** Counts the calls of this process, from 0. */
  readonly index: number;
  readonly label: string;
}

/**
 * What becomes of a call. `crash`: the process dies before it has any effect; `crash-after`: right after. `short` applies
 * to reads and writes, `shortThenCrash` writes that many bytes and dies. `hold` lets a sync wait for something else.
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

/** Names a call, for counting; a crash point of the design, for example. */
export type Label = (op: Op, path: string | undefined, to: string | undefined, intent: Intent) => string;

export interface ViewOptions {
  readonly onCall?: OnCall | undefined;
  readonly label?: Label | undefined;
}

/** A call that was let through, maybe with conditions. */
export interface Passage {
  /** At most this many bytes. */
  readonly limit: number;
  readonly fail: ErrnoCode | undefined;
  /** Why the process dies right after the call, if it does. */
  readonly lastWords: string | undefined;
  /** What a sync has to wait for. */
  readonly hold: Promise<unknown> | undefined;
}

const FREE: Passage = { limit: Number.POSITIVE_INFINITY, fail: undefined, lastWords: undefined, hold: undefined };

/** The gate that every call of one process passes: it counts, asks the hook, and lets nothing through after death. */
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

  /** Ends the process. The error is the same for all that follows. */
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
    // A hook may look at the file system itself; that is not a call of the process.
    if (this.#asking) return FREE;
    const label = this.#count(intent);
    if (this.onCall === undefined) return FREE;
    const call = { ...intent, index: this.#calls - 1, label };
    const answer = this.#ask(call);
    // The hook may have ended the process by other means.
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

  /** Gives the call's label. */
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

/** @throws Error when the answer makes no sense for the call: a mistake in the test */
function requireFit({ op }: Call, answer: object): void {
  const fits: readonly Op[] = 'hold' in answer ? ['fdatasync', 'fsync'] : ['readSync', 'writeSync'];
  if (!fits.includes(op)) throw new Error(`${op} cannot be answered with ${Object.keys(answer).join()}`);
}
