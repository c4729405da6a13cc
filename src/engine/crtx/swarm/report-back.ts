import { addTokens } from './budget.ts';
import type { Done, Refused, Verdict } from './swarm-answers.ts';
import type { SwarmInput } from './swarm-records.ts';
import type { SwarmRun } from './swarm-run.ts';
import { isEnded, type Task, type TaskStatus } from './task.ts';
import { refuse, refuseAgent, refuseEnded, refuseOthers, refuseParent } from './verdicts.ts';

/** A leaf that `agent` works on, or that it ended with just this status before; else why not. */
function ownTask(run: SwarmRun, id: string, agent: string, status: TaskStatus): Task | Refused {
  const refused = refuseAgent(run, agent);
  if (refused !== null) return refused;
  const task = run.tree.get(id);
  if (task === undefined) return refuse({ code: 'unknown-task', task: id });
  if (!task.isLeaf) return refuseParent(task);
  const isOwn = task.assignedTo === agent;
  if (isEnded(task.status)) return isOwn && task.status === status ? task : refuseEnded(task);
  if (!isOwn) return refuseOthers(task);
  return task.status === 'active' ? task : refuse({ code: 'not-started', task: id, agent });
}

function isRefused(found: Task | Refused): found is Refused {
  return found.status === 'refused';
}

function end(run: SwarmRun, task: Task, status: TaskStatus, output: unknown): Task[] {
  const member = task.assignedTo === null ? undefined : run.members.get(task.assignedTo);
  if (member !== undefined) member.isBlocked = false;
  if (output !== undefined) task.output = output;
  return run.tree.setStatus(task, status);
}

function idsInOrder(tasks: Iterable<Task>): string[] {
  return [...tasks].sort((one, other) => one.order - other.order).map(({ id }) => id);
}

/** The leaves that waited for a task that is done now, or for a task above it that is done with it, and are ready. */
function freedBy(task: Task): Set<Task> {
  const waiting = new Set<Task>();
  for (let at: Task | null = task; at?.status === 'done'; at = at.parent) for (const dependant of at.dependants) waiting.add(dependant);
  // The set grows while it is walked.
  for (const { children } of waiting) for (const child of children) waiting.add(child);
  return new Set([...waiting].filter(({ isReady }) => isReady));
}

/** Ends a task well. A second time changes nothing, not the output either. */
export function complete(run: SwarmRun, { task: id, agent, output }: SwarmInput<'complete'>): Verdict<Done['complete']> {
  const task = ownTask(run, id, agent, 'done');
  if (isRefused(task)) return task;
  const again = task.status === 'done';
  if (!again) end(run, task, 'done', output);
  return { status: 'ok', task: id, ready: again ? [] : idsInOrder(freedBy(task)), again };
}

/** Gives a task up for good; what depends on it is skipped. The reason stands in the task's output. */
export function fail(run: SwarmRun, { task: id, agent, reason }: SwarmInput<'fail'>): Verdict<Done['fail']> {
  const task = ownTask(run, id, agent, 'failed');
  if (isRefused(task)) return task;
  const again = task.status === 'failed';
  const skipped = again ? [] : end(run, task, 'failed', { error: reason });
  return { status: 'ok', task: id, skipped: idsInOrder(skipped), again };
}

/** Counts tokens and cost for the agent and the swarm, the tokens also for the task that is named or is the only one in work. */
export function use(run: SwarmRun, { agent, tokens, costUsd, task: id }: SwarmInput<'usage'>): Verdict<Done['usage']> {
  const refused = refuseAgent(run, agent);
  if (refused !== null) return refused;
  const active = run.ready.activeOf(agent);
  const [only] = active.size === 1 ? active : [];
  const task = id === undefined ? only : run.tree.get(id);
  if (id !== undefined && task === undefined) return refuse({ code: 'unknown-task', task: id });
  if (task !== undefined) task.actualTokens = addTokens(task.actualTokens ?? 0, tokens);
  run.members.get(agent)?.spend(tokens, costUsd);
  run.budget.spend(tokens, costUsd);
  return { status: 'ok', agent, task: task?.id ?? null };
}
