import { takeLostTasks } from '../agents/joining.ts';
import { remainingApprover } from '../decisions/deliberation.ts';
import { findAcceptedProposal } from '../decisions/proposals.ts';
import { describeOpenTask, refuse, refuseAgent, refuseEnded, refuseOthers, refuseParent } from '../decisions/refuse.ts';
import { FEW, type NoTaskAvailable, type NoTaskReason, type Refused } from '../refusal.ts';
import type { SwarmInput } from '../state/swarm-records.ts';
import type { SwarmRun } from '../state/swarm-run.ts';
import type { ClaimedTask, LostTasks, OperationResults, RuleResult, TaskResult } from '../swarm-answers.ts';
import { findCandidate, setCandidate } from './contest.ts';
import { findStrategy } from './strategies.ts';
import { compareTasks, isEnded, type Task } from './task.ts';

/** Maximum number of earlier results that an agent receives with a task, under pipeline. */
const MAX_RESULTS = 100;

/** Returns the agents assigned to a task above `task`, nearest first, without duplicates. */
function holdersAbove(task: Task): string[] {
  const holders = new Set<string>();
  for (let above = task.parent; above !== null; above = above.parent) if (above.assignedTo !== null) holders.add(above.assignedTo);
  return [...holders];
}

function mayAssign(run: SwarmRun, task: Task, by: string): boolean {
  return run.isInCharge(by) || holdersAbove(task).includes(by);
}

/**
 * Assigns a task: a leaf to work on, or a parent whose subtasks the agent then assigns. The coordinator, a person, and an agent
 * assigned to a task above it may do so. Refused while an agent works on the task, or while the swarm is paused or over budget.
 */
export function assign(
  run: SwarmRun,
  { task: id, agent, by }: SwarmInput<'swarm.assign'>,
  at: number,
): RuleResult<OperationResults['swarm.assign']> {
  const task = run.tree.get(id);
  if (task === undefined) return refuse({ code: 'unknown-task', task: id });
  if (!mayAssign(run, task, by)) {
    return refuse({ code: 'not-coordinator', by, task: id, coordinator: run.coordinator, holders: holdersAbove(task) });
  }
  const refused = refuseAgent(run, agent);
  if (refused !== null) return refused;
  if (isEnded(task.status)) return refuseEnded(task);
  if (task.holders.some((holder) => holder.agent === agent)) return { status: 'ok', task: id, agent, previous: agent, again: true };
  return refuseWorkedOn(run, task, agent) ?? refuseWhileStopped(run, at) ?? assignTo(run, task, agent, at);
}

function refuseWorkedOn(run: SwarmRun, task: Task, agent: string): Refused | null {
  const { id, assignedTo, room } = task;
  if (room !== null && task.isLeaf) return refuseContender(run, task, agent);
  const isWorkedOn = task.isLeaf && task.status === 'active' && assignedTo !== null;
  return isWorkedOn ? refuse({ code: 'in-work', task: id, holder: assignedTo }) : null;
}

/** An agent has at most one candidate in a contest, also after it gave up, and the number of candidates is limited. */
function refuseContender(run: SwarmRun, task: Task, agent: string): Refused | null {
  const place = findCandidate(task, agent);
  if (place?.state === 'ready') return refuse({ code: 'submitted', task: task.id, agent });
  return place !== undefined || task.room === 0 ? refuseFull(run, task) : null;
}

function refuseFull({ seats }: SwarmRun, { id, deliberation }: Task): Refused {
  const contenders = deliberation?.candidates.filter(({ state }) => state !== 'void').map(({ agent }) => agent) ?? [];
  return refuse({ code: 'no-room', task: id, contenders, seats });
}

function assignTo(run: SwarmRun, task: Task, agent: string, at: number): RuleResult<OperationResults['swarm.assign']> {
  const previous = task.assignedTo;
  if (task.room !== null && task.isLeaf) setCandidate(run, task, agent, 'assigned', at);
  else run.assign(task, agent);
  const member = run.members.get(agent);
  if (member !== undefined) member.givenAt = at;
  return { status: 'ok', task: task.id, agent, previous, again: false };
}

/** Starts a ready task for an agent. */
function startFor(run: SwarmRun, task: Task, agent: string, at: number): RuleResult<ClaimedTask> {
  const member = run.members.get(agent);
  if (member !== undefined) {
    member.startedAt ??= at;
    member.isBlocked = false;
    member.lost = member.lost.filter((lost) => lost !== task.id);
  }
  if (task.room === null) run.assign(task, agent);
  else setCandidate(run, task, agent, 'working', at);
  // In a contest `since` is the time when the first agent began.
  if (task.room === null || task.status !== 'active') task.since = at;
  run.tree.setStatus(task, 'active');
  return toClaimedTask(run, task, false);
}

function toClaimedTask(run: SwarmRun, task: Task, again: boolean): RuleResult<ClaimedTask> {
  const refused = earlierRefusal(run, task);
  const before = run.strategy === 'pipeline' ? earlierResults(task) : [];
  const agreed = run.strategy === 'consensus' ? findAcceptedProposal(task) : null;
  return {
    status: 'ok',
    task: task.toNode(),
    before,
    again,
    ...(agreed !== null && { agreed }),
    ...(run.strategy === 'competitive' && { shared: true }),
    ...(refused !== null && { refused }),
  };
}

/** Returns why the result of the task, or of the whole swarm, was refused, so that the agent does the task differently. */
function earlierRefusal({ tree }: SwarmRun, task: Task): string | null {
  const merges = [task, tree.root].map(({ deliberation }) => deliberation?.merge);
  const refused = merges.find((merge) => merge?.state === 'refused');
  return refused ? (refused.reason ?? '') : null;
}

/** Returns the results of the tasks before one in the sequence, in their order. */
function earlierResults(task: Task): TaskResult[] {
  const results: TaskResult[] = [];
  for (let before = task.previous; before !== null && results.length < MAX_RESULTS; before = before.previous) {
    const { id, assignedTo: agent, result: output } = before;
    if (before.status === 'done') results.push({ task: id, agent, ...(output !== undefined && { output }) });
  }
  return results.reverse();
}

/** Refuses to assign anything while the swarm is paused or over budget. */
function refuseWhileStopped(run: SwarmRun, at: number): Refused | null {
  if (run.pause !== null) return refuse({ code: 'paused', pause: run.pause });
  const limits = run.budget.reachedLimits(at);
  return limits.length > 0 ? refuse({ code: 'over-budget', limits }) : null;
}

/** Refuses a task that no agent could begin now. */
function refuseUnready(run: SwarmRun, task: Task, at: number): Refused | null {
  const refused = refuseWhileStopped(run, at);
  if (refused !== null) return refused;
  if (task.open > 0)
    return refuse({ code: 'waits-for', task: task.id, dependencies: run.tree.openDependencies(task, FEW).map(describeOpenTask) });
  return task.isUnagreed ? refuse({ code: 'not-agreed', task: task.id }) : null;
}

/** Refuses a task that `agent` is not assigned to. @param takesFree whether the agent may take an unassigned task */
function refuseUnassigned(run: SwarmRun, task: Task, agent: string, takesFree: boolean): Refused | null {
  const { id, assignedTo } = task;
  const refused = refuseContender(run, task, agent);
  if (refused !== null) return refused;
  if (assignedTo !== null) return refuseOthers(task);
  return takesFree ? null : refuse({ code: 'not-assigned', task: id, agent, coordinator: run.coordinator });
}

/** Starts the named task for `agent`. @param takesFree whether the agent may take an unassigned task */
function startNamed(run: SwarmRun, id: string, agent: string, at: number, takesFree: boolean): RuleResult<ClaimedTask> {
  const task = run.tree.get(id);
  if (task === undefined) return refuse({ code: 'unknown-task', task: id });
  if (!task.isLeaf) return refuseParent(task);
  if (isEnded(task.status)) return refuseEnded(task);
  const own = task.holders.find((holder) => holder.agent === agent);
  if (own?.works) return toClaimedTask(run, task, true);
  const refused = own === undefined ? refuseUnassigned(run, task, agent, takesFree) : null;
  return refused ?? refuseUnready(run, task, at) ?? startFor(run, task, agent, at);
}

/** Starts a task that is assigned to the agent. */
export function start(run: SwarmRun, { task, agent }: SwarmInput<'swarm.start'>, at: number): RuleResult<ClaimedTask> {
  return refuseAgent(run, agent) ?? startNamed(run, task, agent, at, false);
}

/** Returns a task for an agent: the named one, else the task that it works on already, else the next one of the strategy. */
export function claim(
  run: SwarmRun,
  { agent, task }: SwarmInput<'swarm.claim'>,
  at: number,
): RuleResult<ClaimedTask & LostTasks> | (NoTaskAvailable & LostTasks) {
  const refused = refuseAgent(run, agent);
  // The swarm is over, so an agent that waits for admission can stop asking.
  if (refused?.code === 'awaits-admission' && run.isFinished) return { ...noTaskLeft(run), lost: [] };
  if (refused !== null) return refused;
  const answer = task === undefined ? claimNext(run, agent, at) : startNamed(run, task, agent, at, findStrategy(run).takesFree);
  return answer.status === 'refused' ? answer : { ...answer, lost: takeLostTasks(run, agent) };
}

/** Returns what a swarm waits for after all of its tasks have ended. */
function describeFinalMerge({ tree, mergePolicy }: SwarmRun): NoTaskReason {
  const merge = tree.root.deliberation?.merge ?? null;
  if (merge?.state !== 'refused') return { reason: 'merging', waitsFor: merge?.waitsFor ?? null };
  return { reason: 'merging', waitsFor: remainingApprover(mergePolicy, merge), refused: merge.reason ?? '' };
}

/** Returns why there is no task for an agent. Open votes take precedence over waiting. */
function explainNoTaskFor(run: SwarmRun, agent: string): NoTaskReason {
  const nothing = isEnded(run.tree.root.status) ? describeFinalMerge(run) : findStrategy(run).explainNoTask(run, agent);
  if (nothing.reason === 'nothing-agreed') return nothing;
  const ballots = run.ballots.openTo(run.members.get(agent), FEW);
  return ballots.length > 0 ? { reason: 'nothing-agreed', isAtEnd: true, toPropose: [], rejected: [], ballots } : nothing;
}

function noTaskLeft({ tree, isAborted, abortion }: SwarmRun): NoTaskAvailable {
  return { status: 'none', reason: 'all-done', outcome: tree.root.status, isAborted, ...(abortion !== null && { abortion }) };
}

function claimNext(run: SwarmRun, agent: string, at: number): RuleResult<ClaimedTask> | NoTaskAvailable {
  // An agent that restarted may have forgotten its task, so it gets the same task again.
  const [unfinished] = [...run.ready.activeOf(agent)].sort(compareTasks);
  if (unfinished !== undefined) return toClaimedTask(run, unfinished, true);
  if (run.isFinished) return noTaskLeft(run);
  if (isEnded(run.tree.root.status)) return { status: 'none', ...explainNoTaskFor(run, agent) };
  if (run.pause !== null) return { status: 'none', reason: 'paused', pause: run.pause };
  const limits = run.budget.reachedLimits(at);
  if (limits.length > 0) return { status: 'none', reason: 'over-budget', limits };
  const next = findStrategy(run).next(run, agent);
  return next === undefined ? { status: 'none', ...explainNoTaskFor(run, agent) } : startFor(run, next, agent, at);
}

/** The rules by which agents get tasks. */
export const assignmentRules = { 'swarm.assign': assign, 'swarm.claim': claim, 'swarm.start': start };
