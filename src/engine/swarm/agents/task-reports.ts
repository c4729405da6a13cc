import { jsonEqual } from '../../crtx/json-equal.ts';
import { addTokens } from '../budget.ts';
import { Deliberation } from '../decisions/deliberation.ts';
import { refuse, refuseAgent, refuseEnded, refuseOthers, refuseParent } from '../decisions/refuse.ts';
import type { Refused } from '../refusal.ts';
import type { SwarmInput } from '../state/swarm-records.ts';
import type { SwarmRun } from '../state/swarm-run.ts';
import type { OperationResults, RuleResult } from '../swarm-answers.ts';
import { decideIfComplete, findCandidate } from '../tasks/contest.ts';
import { isEnded, type Task, type TaskStatus } from '../tasks/task.ts';

/** Confidence of a result whose agent gives none (as in the timeline). */
const DEFAULT_CONFIDENCE = 0.8;

/** Returns a leaf that `agent` works on, or that it already ended with this status; else the reason. */
function ownTask(run: SwarmRun, id: string, agent: string, status: TaskStatus): Task | Refused {
  const refused = refuseAgent(run, agent);
  if (refused !== null) return refused;
  const task = run.tree.get(id);
  if (task === undefined) return refuse({ code: 'unknown-task', task: id });
  if (!task.isLeaf) return refuseParent(task);
  const isOwn = task.assignedTo === agent;
  if (isEnded(task.status)) return isOwn && task.status === status ? task : refuseEnded(task);
  const holder = task.holders.find((each) => each.agent === agent);
  if (holder?.works) return task;
  if (holder !== undefined) return refuse({ code: 'not-started', task: id, agent });
  const place = findCandidate(task, agent);
  if (place !== undefined)
    return place.state === (status === 'done' ? 'ready' : 'gave-up') ? task : refuse({ code: 'submitted', task: id, agent });
  return refuseOthers(task);
}

function isRefused(found: Task | Refused): found is Refused {
  return found.status === 'refused';
}

function unblock(run: SwarmRun, agent: string): void {
  const member = run.members.get(agent);
  if (member !== undefined) member.isBlocked = false;
}

function idsInOrder(tasks: Iterable<Task>): string[] {
  return [...tasks].sort((one, other) => one.order - other.order).map(({ id }) => id);
}

/** Returns the leaves that waited for a completed task, or for a parent that was completed with it, and are ready now. */
function tasksFreedBy(task: Task): Set<Task> {
  const waiting = new Set<Task>();
  for (let at: Task | null = task; at?.status === 'done'; at = at.parent) for (const waiter of at.waiters) waiting.add(waiter);
  // The set grows during the iteration.
  for (const { children } of waiting) for (const child of children) waiting.add(child);
  return new Set([...waiting].filter(({ isReady }) => isReady));
}

/** Reports whether a repeated completion differs from the first, so that it is refused and not dropped silently. */
function differs(task: Task, { agent, output, confidence, files }: SwarmInput<'swarm.complete'>): boolean {
  const place = findCandidate(task, agent);
  const kept = isEnded(task.status) ? task.result : place?.output;
  return (
    (output !== undefined && !jsonEqual(output, kept)) ||
    (confidence !== undefined && confidence !== place?.confidence) ||
    (files !== undefined && !jsonEqual(files, place?.files))
  );
}

/** Completes a task, or submits a candidate for it. A repetition changes nothing; with a different result it is refused. */
export function complete(run: SwarmRun, input: SwarmInput<'swarm.complete'>, at: number): RuleResult<OperationResults['swarm.complete']> {
  const { task: id, agent } = input;
  const task = ownTask(run, id, agent, 'done');
  if (isRefused(task)) return task;
  const again = !task.holders.some((holder) => holder.agent === agent && holder.works) || isEnded(task.status);
  if (again && differs(task, input)) return refuse({ code: 'result-stays', task: id, agent, taskStatus: task.status });
  if (!again) {
    unblock(run, agent);
    if (task.room === null) finish(run, task, input, at);
    else submitCandidate(run, task, input, at);
  }
  return { status: 'ok', task: id, taskStatus: task.status, ready: again ? [] : idsInOrder(tasksFreedBy(task)), again };
}

function finish(run: SwarmRun, task: Task, { agent, output, confidence, files }: SwarmInput<'swarm.complete'>, at: number): void {
  if (output !== undefined) task.result = output;
  if (confidence !== undefined || files !== undefined) {
    task.deliberation ??= new Deliberation();
    const since = task.since ?? at;
    const sure = confidence ?? DEFAULT_CONFIDENCE;
    task.deliberation.candidates.push({ agent, state: 'chosen', since, at, confidence: sure, files: [...(files ?? [])] });
  }
  run.tree.setStatus(task, 'done');
}

function submitCandidate(run: SwarmRun, task: Task, { agent, output, confidence, files }: SwarmInput<'swarm.complete'>, at: number): void {
  const place = findCandidate(task, agent);
  if (place === undefined) return;
  const handed = { state: 'ready' as const, at, confidence: confidence ?? DEFAULT_CONFIDENCE };
  Object.assign(place, handed, files !== undefined && { files: [...files] }, output !== undefined && { output });
  decideIfComplete(run, task, at);
}

/** Fails a task; tasks that depend on it are skipped. The reason is stored in the task's output. */
export function fail(
  run: SwarmRun,
  { task: id, agent, reason }: SwarmInput<'swarm.fail'>,
  at: number,
): RuleResult<OperationResults['swarm.fail']> {
  const task = ownTask(run, id, agent, 'failed');
  if (isRefused(task)) return task;
  const place = findCandidate(task, agent);
  const again = isEnded(task.status) || place?.state === 'gave-up';
  let skipped: Task[] = [];
  if (!again) {
    unblock(run, agent);
    if (task.room === null) {
      task.result = { error: reason };
      skipped = run.tree.setStatus(task, 'failed');
    } else if (place !== undefined) {
      Object.assign(place, { state: 'gave-up', at, reason });
      skipped = decideIfComplete(run, task, at);
    }
  }
  return { status: 'ok', task: id, taskStatus: task.status, skipped: idsInOrder(skipped), again };
}

/** Records tokens and cost for the agent and the swarm. The tokens also count for the named task, or the agent's only active one. */
export function recordUsage(
  run: SwarmRun,
  { agent, tokens, costUsd, task: id }: SwarmInput<'swarm.usage'>,
): RuleResult<OperationResults['swarm.usage']> {
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

/** The rules for what agents report about their tasks. */
export const reportRules = { 'swarm.complete': complete, 'swarm.fail': fail, 'swarm.usage': recordUsage };
