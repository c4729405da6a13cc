import { FaultFileSystem, type FaultOptions } from '../fault-fs.ts';
import type { Answer, Call } from './calls.ts';

/** Input of `verify`: both processes are done, and `fs` is a third one. */
export interface Encounter<C, R> {
  readonly fs: FaultFileSystem;
  readonly context: C;
  /** Result of the operation. */
  readonly result: R;
  /** The call before which the other process ran; undefined: after the last one. */
  readonly call: Call | undefined;
}

export interface InterferencePlan<C, R> {
  readonly fileSystem?: FaultOptions;
  readonly setup: (fs: FaultFileSystem) => C | Promise<C>;
  /** Runs in a separate process. It must catch expected errors, because any other error fails the exploration. */
  readonly operation: (fs: FaultFileSystem, context: C) => R | Promise<R>;
  /** Runs completely in another process. It may be asynchronous only if `at` is `syncs`. */
  readonly interference: (fs: FaultFileSystem, context: C) => unknown;
  readonly verify: (encounter: Encounter<C, R>) => void | Promise<void>;
  /** Calls of the operation before which the interference runs: all (default), or its syncs, which then wait for it. */
  readonly at?: 'calls' | 'syncs';
}

/** Result of an exploration. */
export interface InterferenceReport {
  readonly runs: number;
  /** Runs by the label of the call before which the other process ran. */
  readonly hits: ReadonlyMap<string, number>;
}

/**
 * Runs an operation once to count its calls. Then runs it again for each call with the interference right before that call, and once with
 * the interference after the end. Adds the place to an error of `verify`, and rethrows it.
 */
export async function exploreInterference<C, R>(plan: InterferencePlan<C, R>): Promise<InterferenceReport> {
  const hits = new Map<string, number>();
  const calls = await meet({ ...plan, interference: () => {}, verify: () => {} }, undefined);
  const points = calls.filter(({ op }) => plan.at !== 'syncs' || op === 'fsync' || op === 'fdatasync');
  for (const call of points) {
    await meet(plan, call);
    hits.set(call.label, (hits.get(call.label) ?? 0) + 1);
  }
  await meet(plan, undefined);
  return { runs: points.length + 1, hits };
}

/** Runs the operation once. Returns its calls. */
async function meet<C, R>(plan: InterferencePlan<C, R>, point: Call | undefined): Promise<readonly Call[]> {
  const fs = new FaultFileSystem(plan.fileSystem);
  const context = await plan.setup(fs);
  const intruder = new Intruder(() => plan.interference(fs.processView(), context), plan.at === 'syncs');
  const calls: Call[] = [];
  const onCall = (call: Call): Answer => {
    calls.push(call);
    return call.index === point?.index ? intruder.act() : 'proceed';
  };
  try {
    const result = await plan.operation(fs.processView({ onCall }), context);
    if (point === undefined) intruder.act();
    await intruder.done;
    const label = point === undefined ? undefined : calls[point.index]?.label;
    if (label !== point?.label) throw new Error(`the operation is not the same twice: now ${label}`);
    await plan.verify({ fs: fs.processView(), context, result, call: point });
  } catch (cause) {
    const place = point === undefined ? 'after the end' : `before call ${point.index} (${point.label})`;
    throw new Error(`interference ${place}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  return calls;
}

/** Runs the interference, and hides its error from the operation. */
class Intruder {
  done: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly interference: () => unknown,
    private readonly mayWait: boolean,
  ) {}

  act(): Answer {
    this.done = this.#begin();
    this.done.catch(() => {});
    return this.mayWait ? { hold: this.done } : 'proceed';
  }

  async #begin(): Promise<void> {
    const outcome = this.interference();
    if (outcome instanceof Promise && !this.mayWait) throw new Error('an asynchronous interference needs `at: "syncs"`');
    await outcome;
  }
}
