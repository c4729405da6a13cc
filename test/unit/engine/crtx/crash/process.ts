import { expect } from 'vitest';
import { CortexError, systemCode } from '../../../../../src/engine/platform/errors.ts';
import type { Aftermath, CrashPlan } from '../../../../support/crash-explorer.ts';
import type { FaultFileSystem } from '../../../../support/fault-fs.ts';
import { ROOT, type SimulatedProcessOptions, SimulatedTime } from '../../../../support/simulation.ts';

/** A scenario to explore, without its file system and modes. */
export type Scenario<C, A> = Omit<CrashPlan<C, A>, 'fileSystem' | 'modes'>;

/** The durable project in which all scenarios start. */
export interface World {
  readonly time: SimulatedTime;
}

export function emptyProject(fs: FaultFileSystem): World {
  fs.mkdirSync(`${ROOT}/.cortex`, { recursive: true });
  fs.syncAll();
  return { time: new SimulatedTime() };
}

/** Returns options for the processes that check the state after a crash, one after the other. */
export function later({ fs, context, ending }: Aftermath<World, unknown>): () => SimulatedProcessOptions {
  const time = context.time.fork();
  // Longer than a restart of the machine, and than the mutex of a dead process lasts.
  time.advance(fs, 6_000);
  const boot = ending.startsWith('power loss') ? 'boot-2' : 'boot-1';
  let seed = 100;
  return () => ({ time, boot, seed: seed++ });
}

/**
 * True when there is nothing new to judge: another start of the machine that finds everything is what the death of the process is, too;
 * and of the many calls that failed in a process that went on, one is judged after its death, and the next one after a power loss.
 */
export function isRepeated({ ending, point: { call, mode } }: Pick<Aftermath<World, unknown>, 'ending' | 'point'>): boolean {
  if (ending === 'power loss best') return true;
  const wentOn = mode.startsWith('fail') || mode.startsWith('cut');
  return call !== undefined && wentOn && (ending === 'process death') === (call.index % 2 === 0);
}

/** Returns true for the run without a fault, which must complete the scenario. */
export function isPeaceful({ point }: Pick<Aftermath<World, unknown>, 'point'>): boolean {
  return point.call === undefined;
}

/** Expects that a failed operation reported its cause. */
export function expectExplained(error: unknown): void {
  if (error === undefined || error instanceof CortexError) return;
  expect(systemCode(error), String(error)).toBeDefined();
}

/** Returns the problems of a store, except damaged lines of dead processes. */
export function problemsOf({ problems }: { readonly problems: readonly string[] }): readonly string[] {
  return problems.filter((problem) => !problem.includes('damaged line'));
}
