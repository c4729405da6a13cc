import { type Candidate, Deliberation } from '../decisions/deliberation.ts';
import { openMerge } from '../decisions/merging.ts';
import type { SwarmRun } from '../state/swarm-run.ts';
import { isEnded, type Task } from './task.ts';

/** The place of an agent in the contest for a task: to be begun, at work, handed in or given up. */
export function placeOf(task: Task, agent: string): Candidate | undefined {
  return task.deliberation?.candidates.find((each) => each.agent === agent && each.state !== 'void');
}

/** Who has a place in the contest for a task, whatever came of it. */
export function contendersOf({ deliberation }: Task): string[] {
  return (deliberation?.candidates ?? []).filter(({ state }) => state !== 'void').map(({ agent }) => agent);
}

/** Takes a place for an agent in the contest for a task, or begins the one that it was given. */
export function enter(run: SwarmRun, task: Task, agent: string, state: 'assigned' | 'working', at: number): void {
  task.deliberation ??= new Deliberation();
  const place = placeOf(task, agent);
  if (place === undefined) task.deliberation.candidates.push({ agent, state, since: at });
  else Object.assign(place, { state, since: at });
  run.findRoom(task);
  run.ready.update(task);
}

/**
 * Decides a contest when there is nothing more to wait for: nobody is at work or to begin, and there is no room left, or none is wanted.
 * If all gave up, the task has failed.
 * @param wanted whether more candidates are waited for
 * @returns the tasks that are skipped because it failed
 */
export function settleContest(run: SwarmRun, task: Task, at: number, wanted = true): Task[] {
  run.findRoom(task);
  run.ready.update(task);
  const candidates = task.deliberation?.candidates ?? [];
  const isWorkedOn = candidates.some(({ state }) => state === 'assigned' || state === 'working');
  if (isWorkedOn || candidates.every(({ state }) => state === 'void') || (wanted && (task.room ?? 0) > 0)) return [];
  if (task.deliberation?.merge?.state === 'open') return [];
  if (run.isHandedIn(task)) {
    openMerge(run, task, at);
    run.findRoom(task);
    run.ready.update(task);
    return [];
  }
  const reasons = candidates.filter(({ state }) => state === 'gave-up').map(({ agent, reason = '' }) => `${agent}: ${reason}`);
  task.result = { error: reasons.join('; ') };
  return run.tree.setStatus(task, 'failed');
}

/** When members join or leave, there may be room for more or fewer. */
export function settleAllContests(run: SwarmRun, at: number): void {
  if (run.strategy !== 'competitive') return;
  for (const task of run.tree.tasks) if (task.isLeaf && !isEnded(task.status)) settleContest(run, task, at);
}
