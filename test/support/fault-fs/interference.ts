import { FaultFileSystem, type FaultOptions } from '../fault-fs.ts';
import type { Answer, Call } from './calls.ts';

/** What `verify` judges: both are done; `fs` is a third process. */
export interface Encounter<C, R> {
  readonly fs: FaultFileSystem;
  readonly context: C;
  /** What the operation gave. */
  readonly result: R;
  /** The call before which the other process acted; undefined: after the last one. */
  readonly call: Call | undefined;
}

export interface InterferencePlan<C, R> {
  readonly fileSystem?: FaultOptions;
  readonly setup: (fs: FaultFileSystem) => C | Promise<C>;
  /** Runs in a process of its own; catches what may be thrown, for anything else fails the exploration. */
  readonly operation: (fs: FaultFileSystem, context: C) => R | Promise<R>;
  /** Runs whole in another process. May only be asynchronous where `at` is `syncs`. */
  readonly interference: (fs: FaultFileSystem, context: C) => unknown;
  readonly verify: (encounter: Encounter<C, R>) => void | Promise<void>;
  /** Before which calls of the operation: all (default), or its syncs, which then wait for the interference. */
  readonly at?: 'calls' | 'syncs';
}

/** What was explored. */
export interface InterferenceReport {
  readonly runs: number;
  /** Runs by the label of the call before which the other process acted. */
  readonly hits: ReadonlyMap<string, number>;
}

/**
 * Runs an operation once to count its calls, then anew for each of them with the whole of another process's doing right
 * before that call, and once with it after the end. What `verify` throws is thrown on, with the place in its message.
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

/** One run; gives the calls that the operation made. */
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

/** Runs the interference and keeps its error away from the operation, which must not see it. */
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
