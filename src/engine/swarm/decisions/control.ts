import { jsonEqual } from '../../crtx/json-equal.ts';
import { FEW, type Refused } from '../refusal.ts';
import type { SwarmInput } from '../state/swarm-records.ts';
import type { SwarmRun } from '../state/swarm-run.ts';
import type { OperationResults, RuleResult } from '../swarm-answers.ts';
import { listContenders } from '../tasks/contest.ts';
import { checkGrowth } from '../tasks/growth.ts';
import { isEnded, type Task } from '../tasks/task.ts';
import type { Deliberation } from './deliberation.ts';
import { endMergeWait } from './merging.ts';
import { describeOpenTask, refuse, refuseAfterEnd, refuseAgent, refuseEnded, refuseOthers } from './refuse.ts';

function refuseUnlessInCharge(run: SwarmRun, by: string): Refused | null {
  return run.isInCharge(by) ? null : refuse({ code: 'not-in-charge', by, coordinator: run.coordinator });
}

/** Stops the assignment of tasks; active ones continue. The clock of the budget is stopped. */
export function pause(run: SwarmRun, { by, reason }: SwarmInput<'swarm.pause'>, at: number): RuleResult<OperationResults['swarm.pause']> {
  const refused = refuseUnlessInCharge(run, by);
  if (refused !== null) return refused;
  if (run.isFinished) return refuseAfterEnd(run);
  if (run.pause !== null) return { status: 'ok', since: run.pause.at, by: run.pause.by, again: true };
  run.pause = { by, reason, at };
  run.budget.stopClock(at);
  return { status: 'ok', since: at, by, again: false };
}

/** Ends a pause. A swarm that finished meanwhile stays finished; if a task is retried later, it is not paused then. */
export function resume(run: SwarmRun, { by }: SwarmInput<'swarm.resume'>, at: number): RuleResult<OperationResults['swarm.resume']> {
  const refused = refuseUnlessInCharge(run, by);
  if (refused !== null) return refused;
  const { pause: before, isFinished: finished } = run;
  if (before === null) return { status: 'ok', pausedMs: 0, finished, again: true };
  run.pause = null;
  if (!finished) run.budget.startClock(at);
  return { status: 'ok', pausedMs: at - before.at, finished, again: false };
}

/** Ends a swarm early: unfinished tasks are skipped, and nothing is merged. */
export function abort(run: SwarmRun, { by, reason }: SwarmInput<'swarm.abort'>, at: number): RuleResult<OperationResults['swarm.abort']> {
  const refused = refuseUnlessInCharge(run, by);
  if (refused !== null) return refused;
  if (run.isFinished) return refuseAfterEnd(run);
  const skipped = run.tree.tasks.filter((task) => task.isLeaf && !isEnded(task.status));
  for (const task of skipped) run.tree.setStatus(task, 'skipped');
  run.tree.isAborted = true;
  run.abortion = { by, reason, at };
  for (const task of run.tree.tasks) if (task.deliberation !== null) endDecisions(run, task, task.deliberation);
  run.pause = null;
  run.budget.stopClock(at);
  return { status: 'ok', swarm: run.id, skipped: skipped.length };
}

/** Closes all votes and unfinished merges of an aborted swarm, so that no view shows a merge as waiting. */
function endDecisions(run: SwarmRun, task: Task, deliberation: Deliberation): void {
  deliberation.ballots.clear();
  const { merge } = deliberation;
  if (merge !== null && merge.state !== 'approved') {
    endMergeWait(run, task, merge, { outcome: 'abandoned', outcomeDetail: 'The swarm was aborted.' });
    deliberation.merge = null;
  }
  run.ballots.update(task);
}

/** Sets the budget limits, which a person may also edit in the file. */
export function setBudget(
  run: SwarmRun,
  { by, limits }: SwarmInput<'swarm.budget'>,
  at: number,
): RuleResult<OperationResults['swarm.budget']> {
  const refused = refuseUnlessInCharge(run, by);
  if (refused !== null) return refused;
  if (run.isFinished) return refuseAfterEnd(run);
  const { budget } = run;
  const { limits: before } = budget;
  budget.setLimits(limits);
  return { status: 'ok', before, budget: budget.toBudget(at), again: jsonEqual(before, budget.limits) };
}

/** Returns the holders of a task and of the tasks above it, who may retry it besides the coordinator and people. */
function holdersOf(task: Task): string[] {
  const { assignedTo, parent } = task;
  return [...(assignedTo === null ? [] : [assignedTo]), ...(parent === null ? [] : holdersOf(parent))];
}

function mayRetry(run: SwarmRun, task: Task, by: string): boolean {
  return run.isInCharge(by) || holdersOf(task).includes(by);
}

/** Only failed or skipped tasks can be retried, or completed ones while the merge of the whole swarm is refused. */
function mayBeRetried({ tree: { root } }: SwarmRun, { status }: Task): boolean {
  return status === 'failed' || status === 'skipped' || (status === 'done' && root.deliberation?.merge?.state === 'refused');
}

/** Makes a failed or skipped task pending again, and the tasks that were skipped because of it. A finished swarm resumes. */
export function retry(run: SwarmRun, { task: id, by }: SwarmInput<'swarm.retry'>, at: number): RuleResult<OperationResults['swarm.retry']> {
  const task = run.tree.get(id);
  if (task === undefined) return refuse({ code: 'unknown-task', task: id });
  if (!mayRetry(run, task, by)) {
    return refuse({ code: 'not-in-charge', by, coordinator: run.coordinator, others: [...new Set(holdersOf(task))].slice(0, FEW) });
  }
  if (!task.isLeaf) return refuse({ code: 'not-a-leaf', task: id, children: task.children.slice(0, FEW).map((child) => child.id) });
  if (!mayBeRetried(run, task)) return refuse({ code: 'not-failed', task: id, taskStatus: task.status });
  if (task.failedDependencies > 0)
    return refuse({ code: 'waits-for', task: id, dependencies: run.tree.causesOf(task, FEW).map(describeOpenTask) });
  const resumed = isEnded(run.tree.root.status);
  restartSwarm(run, at);
  for (const candidate of task.deliberation?.candidates ?? []) candidate.state = 'void';
  task.result = undefined;
  task.assignedTo = null;
  const revived = run.tree.setStatus(task, 'pending');
  for (const each of [task, ...revived]) {
    unassignDeparted(run, each);
    run.adopt([each]);
  }
  return { status: 'ok', task: id, revived: revived.map((each) => each.id).slice(0, FEW), count: revived.length, resumed };
}

/** Unassigns a revived task and its parents from holders that have left meanwhile. */
function unassignDeparted(run: SwarmRun, revived: Task): void {
  for (let at: Task | null = revived; at !== null; at = at.parent) {
    const holder = at.assignedTo === null ? undefined : run.members.get(at.assignedTo);
    if (holder !== undefined && holder.left !== null) run.assign(at, null);
  }
}

/** Restarts an ended swarm. A merge at its end is discarded, and made again at the next end. */
function restartSwarm(run: SwarmRun, at: number): void {
  const { root } = run.tree;
  if (isEnded(root.status) && run.pause === null) run.budget.startClock(at);
  run.tree.isAborted = false;
  run.abortion = null;
  if (root.deliberation?.merge && root.deliberation.merge.state !== 'refused') {
    root.deliberation.closeMerge();
    endMergeWait(run, root, root.deliberation.merge, { outcome: 'abandoned', outcomeDetail: 'Task retried.' });
    root.deliberation.merge = null;
    run.ballots.update(root);
  }
}

/** A task may be split by its holder, or while pending by those in charge; a parent always by those in charge and holders above it. */
function maySplit(run: SwarmRun, task: Task, by: string): boolean {
  if (task.assignedTo === by || (!task.isLeaf && mayRetry(run, task, by))) return true;
  return run.isInCharge(by) && task.status === 'pending';
}

/** Returns why `by` may not split a task: several agents compete on it, or it belongs to another agent. */
function refuseSplit(run: SwarmRun, task: Task, by: string): Refused | null {
  const { id, isLeaf, holders, parent } = task;
  const isOthers = isLeaf && holders.length > 0 && task.assignedTo !== by;
  if (!isOthers && maySplit(run, task, by)) return null;
  const contenders = isLeaf && run.strategy === 'competitive' ? listContenders(task) : [];
  if (contenders.length > 0 && (isOthers || task.status === 'active')) {
    const above = parent !== null && maySplit(run, parent, by) ? parent.id : null;
    return refuse({ code: 'in-contest', task: id, contenders: contenders.slice(0, FEW), above });
  }
  if (isOthers) return refuse({ code: 'in-work', task: id, holder: holders[0]?.agent ?? '' });
  return run.isInCharge(by) ? refuseOthers(task) : refuse({ code: 'not-in-charge', by, coordinator: run.coordinator });
}

/** Splits a task, or adds subtasks to one that is already split. */
export function decompose(
  run: SwarmRun,
  { task: id, by, children }: SwarmInput<'swarm.decompose'>,
): RuleResult<OperationResults['swarm.decompose']> {
  const task = run.tree.get(id);
  if (task === undefined) return refuse({ code: 'unknown-task', task: id });
  const refused = run.isInCharge(by) ? null : refuseAgent(run, by);
  if (refused !== null) return refused;
  if (isEnded(task.status)) return refuseEnded(task);
  const indivisible = refuseSplit(run, task, by);
  if (indivisible !== null) return indivisible;
  const problems = checkGrowth({ tree: run.tree, parent: task, strategy: run.strategy }, children);
  if (problems.length > 0) return refuse({ code: 'invalid-decomposition', problems });
  const grown = run.tree.grow(task, children);
  run.adopt(grown);
  const unassigned = run.strategy === 'hierarchical' ? grown.filter(({ isLeaf, assignedTo }) => isLeaf && assignedTo === null) : [];
  return { status: 'ok', task: id, by, added: grown.length, unassigned: unassigned.slice(0, FEW).map((each) => each.id) };
}

/** The rules by which a swarm is steered. */
export const controlRules = {
  'swarm.pause': pause,
  'swarm.resume': resume,
  'swarm.abort': abort,
  'swarm.budget': setBudget,
  'swarm.retry': retry,
  'swarm.decompose': decompose,
};
