import { type Candidate, Deliberation } from '../decisions/deliberation.ts';
import { openMerge } from '../decisions/merging.ts';
import type { SwarmRun } from '../state/swarm-run.ts';
import { isEnded, type Task } from './task.ts';

/** Returns the agent's candidate in the contest for a task: assigned, working, submitted or given up, but not void. */
export function findCandidate(task: Task, agent: string): Candidate | undefined {
  return task.deliberation?.candidates.find((each) => each.agent === agent && each.state !== 'void');
}

/** Returns the agents with a candidate in the contest for a task, in any state except void. */
export function listContenders({ deliberation }: Task): string[] {
  return (deliberation?.candidates ?? []).filter(({ state }) => state !== 'void').map(({ agent }) => agent);
}

/** Adds a candidate of an agent to the contest for a task, or changes the state of its candidate. */
export function setCandidate(run: SwarmRun, task: Task, agent: string, state: 'assigned' | 'working', at: number): void {
  task.deliberation ??= new Deliberation();
  const place = findCandidate(task, agent);
  if (place === undefined) task.deliberation.candidates.push({ agent, state, since: at });
  else Object.assign(place, { state, since: at });
  run.updateRoom(task);
  run.ready.update(task);
}

/**
 * Decides a contest once no candidate is assigned or in work, and there is no room left or no more candidates are wanted.
 * If all agents gave up, the task fails.
 * @param wanted whether to wait for more candidates while there is room
 * @returns the tasks that are skipped because it failed
 */
export function decideIfComplete(run: SwarmRun, task: Task, at: number, wanted = true): Task[] {
  run.updateRoom(task);
  run.ready.update(task);
  const candidates = task.deliberation?.candidates ?? [];
  const isWorkedOn = candidates.some(({ state }) => state === 'assigned' || state === 'working');
  if (isWorkedOn || candidates.every(({ state }) => state === 'void') || (wanted && (task.room ?? 0) > 0)) return [];
  if (task.deliberation?.merge?.state === 'open') return [];
  if (run.isSubmitted(task)) {
    openMerge(run, task, at);
    run.updateRoom(task);
    run.ready.update(task);
    return [];
  }
  const reasons = candidates.filter(({ state }) => state === 'gave-up').map(({ agent, reason = '' }) => `${agent}: ${reason}`);
  task.result = { error: reasons.join('; ') };
  return run.tree.setStatus(task, 'failed');
}

/** Decides all contests again after members joined or left, which changes how many candidates each has room for. */
export function decideCompleteContests(run: SwarmRun, at: number): void {
  if (run.strategy !== 'competitive') return;
  for (const task of run.tree.tasks) if (task.isLeaf && !isEnded(task.status)) decideIfComplete(run, task, at);
}
