import { expect } from 'vitest';
import { CortexError, systemCode } from '../../../../../src/engine/platform/errors.ts';
import type { Aftermath, CrashPlan } from '../../../../support/crash-explorer.ts';
import type { FaultFileSystem } from '../../../../support/fault-fs.ts';
import { ROOT, type SimulatedProcessOptions, SimulatedTime } from '../../../../support/simulation.ts';

/** What is explored of one scenario. */
export type Scenario<C, A> = Omit<CrashPlan<C, A>, 'fileSystem' | 'modes'>;

/** What all scenarios begin with: a project that is durable. */
export interface World {
  readonly time: SimulatedTime;
}

export function emptyProject(fs: FaultFileSystem): World {
  fs.mkdirSync(`${ROOT}/.cortex`, { recursive: true });
  fs.syncAll();
  return { time: new SimulatedTime() };
}

/** Gives the processes that look at what a crash has left; they run one after the other. */
export function later({ fs, context, ending }: Aftermath<World, unknown>): () => SimulatedProcessOptions {
  const time = context.time.fork();
  // No machine starts in less, and a dead process's turn is over.
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

/** True for what the run left that nothing disturbed: it must have done what the scenario is about. */
export function isPeaceful({ point }: Pick<Aftermath<World, unknown>, 'point'>): boolean {
  return point.call === undefined;
}

/** A call that failed may have made an operation fail, but with an error that says what stood in its way. */
export function expectExplained(error: unknown): void {
  if (error === undefined || error instanceof CortexError) return;
  expect(systemCode(error), String(error)).toBeDefined();
}

/** What a person is told, but for the half lines that the dead leave. */
export function problemsOf({ problems }: { readonly problems: readonly string[] }): readonly string[] {
  return problems.filter((problem) => !problem.includes('damaged line'));
}
