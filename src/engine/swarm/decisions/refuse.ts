import { FEW, type OpenTask, type Refusal, type Refused } from '../refusal.ts';
import type { SwarmRun } from '../state/swarm-run.ts';
import type { Task } from '../tasks/task.ts';

/** Returns a task that is waited for, as it appears in answers. */
export function describeOpenTask({ id, status, holders, deliberation }: Task): OpenTask {
  const waitsFor = deliberation?.merge?.waitsFor;
  return { task: id, status, holders: holders.map(({ agent }) => agent), ...(waitsFor !== undefined && { merge: waitsFor }) };
}

export function refuse(refusal: Refusal): Refused {
  return { status: 'refused', ...refusal };
}

/** Refuses an agent that is not a present member of the swarm. */
export function refuseAgent(run: SwarmRun, agent: string): Refused | null {
  const { members } = run;
  const member = members.get(agent);
  if (run.applicants.has(agent)) return refuse({ code: 'awaits-admission', agent, coordinator: run.coordinator });
  const rejection = run.rejections.get(agent);
  if (rejection !== undefined)
    return refuse({ code: 'refused', agent, by: rejection.by, reason: rejection.reason, coordinator: run.coordinator });
  if (member === undefined) return refuse({ code: 'unknown-agent', agent });
  return member.left === null ? null : refuse({ code: 'retired', agent, since: member.completedAt ?? null });
}

export function refuseParent({ id, children }: Task): Refused {
  return refuse({ code: 'not-a-leaf', task: id, children: children.slice(0, FEW).map((child) => child.id) });
}

export function refuseEnded({ id, status, assignedTo }: Task): Refused {
  return refuse({ code: 'already-ended', task: id, taskStatus: status, by: assignedTo });
}

export function refuseOthers({ id, status, assignedTo, deliberation }: Task): Refused {
  const waitsFor = deliberation?.merge?.waitsFor;
  return refuse({
    code: 'not-yours',
    task: id,
    taskStatus: status,
    holder: assignedTo,
    ...(waitsFor !== undefined && { merge: waitsFor }),
  });
}

/** Returns a failed task, which can be retried; `null` if none has failed. */
export function findFailedTask({ tree }: SwarmRun): string | null {
  return tree.tasks.find(({ isLeaf, status }) => isLeaf && status === 'failed')?.id ?? null;
}

/** Refuses an operation on a swarm that has ended: finished, or aborted and by whom. */
export function refuseAfterEnd(run: SwarmRun): Refused {
  const { id: swarm, isAborted, abortion } = run;
  if (!isAborted) return refuse({ code: 'finished', swarm, failed: findFailedTask(run) });
  return refuse({ code: 'aborted', swarm, ...(abortion !== null && { by: abortion.by }) });
}
