import { takeLost } from '../agents/joining.ts';
import { approverAfterAll } from '../decisions/deliberation.ts';
import { agreement } from '../decisions/proposals.ts';
import { openTask, refuse, refuseAgent, refuseEnded, refuseOthers, refuseParent } from '../decisions/verdicts.ts';
import { FEW, type Nothing, type NothingToGive, type Refused } from '../refusal.ts';
import type { SwarmInput } from '../state/swarm-records.ts';
import type { SwarmRun } from '../state/swarm-run.ts';
import type { Done, Given, Lost, TaskResult, Verdict } from '../swarm-answers.ts';
import { enter, placeOf } from './contest.ts';
import { strategyOf } from './strategies.ts';
import { compareTasks, isEnded, type Task } from './task.ts';

/** Maximum number of earlier results that an agent receives with a task, under pipeline. */
const MOST_RESULTS = 100;

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
export function assign(run: SwarmRun, { task: id, agent, by }: SwarmInput<'assign'>, at: number): Verdict<Done['assign']> {
  const task = run.tree.get(id);
  if (task === undefined) return refuse({ code: 'unknown-task', task: id });
  if (!mayAssign(run, task, by)) {
    return refuse({ code: 'not-coordinator', by, task: id, coordinator: run.coordinator, holders: holdersAbove(task) });
  }
  const refused = refuseAgent(run, agent);
  if (refused !== null) return refused;
  if (isEnded(task.status)) return refuseEnded(task);
  if (task.holders.some((holder) => holder.agent === agent)) return { status: 'ok', task: id, agent, previous: agent, again: true };
  return refuseWorkedOn(run, task, agent) ?? refuseNow(run, at) ?? give(run, task, agent, at);
}

function refuseWorkedOn(run: SwarmRun, task: Task, agent: string): Refused | null {
  const { id, assignedTo, room } = task;
  if (room !== null && task.isLeaf) return refuseContender(run, task, agent);
  const isWorkedOn = task.isLeaf && task.status === 'active' && assignedTo !== null;
  return isWorkedOn ? refuse({ code: 'in-work', task: id, holder: assignedTo }) : null;
}

/** An agent has at most one candidate in a contest, also after it gave up, and the number of candidates is limited. */
function refuseContender(run: SwarmRun, task: Task, agent: string): Refused | null {
  const place = placeOf(task, agent);
  if (place?.state === 'ready') return refuse({ code: 'handed-in', task: task.id, agent });
  return place !== undefined || task.room === 0 ? refuseFull(run, task) : null;
}

function refuseFull({ seats }: SwarmRun, { id, deliberation }: Task): Refused {
  const contenders = deliberation?.candidates.filter(({ state }) => state !== 'void').map(({ agent }) => agent) ?? [];
  return refuse({ code: 'no-room', task: id, contenders, seats });
}

function give(run: SwarmRun, task: Task, agent: string, at: number): Verdict<Done['assign']> {
  const previous = task.assignedTo;
  if (task.room !== null && task.isLeaf) enter(run, task, agent, 'assigned', at);
  else run.assign(task, agent);
  const member = run.members.get(agent);
  if (member !== undefined) member.givenAt = at;
  return { status: 'ok', task: task.id, agent, previous, again: false };
}

/** Starts a ready task for an agent. */
function begin(run: SwarmRun, task: Task, agent: string, at: number): Verdict<Given> {
  const member = run.members.get(agent);
  if (member !== undefined) {
    member.startedAt ??= at;
    member.isBlocked = false;
    member.lost = member.lost.filter((lost) => lost !== task.id);
  }
  if (task.room === null) run.assign(task, agent);
  else enter(run, task, agent, 'working', at);
  // In a contest `since` is the time when the first agent began.
  if (task.room === null || task.status !== 'active') task.since = at;
  run.tree.setStatus(task, 'active');
  return given(run, task, false);
}

function given(run: SwarmRun, task: Task, again: boolean): Verdict<Given> {
  const refused = refusedBefore(run, task);
  const before = run.strategy === 'pipeline' ? resultsBefore(task) : [];
  const agreed = run.strategy === 'consensus' ? agreement(task) : null;
  return {
    ...{ status: 'ok', task: task.toNode(), before, again },
    ...(agreed !== null && { agreed }),
    ...(run.strategy === 'competitive' && { shared: true }),
    ...(refused !== null && { refused }),
  };
}

/** Returns why the result of the task, or of the whole swarm, was refused, so that the agent does the task differently. */
function refusedBefore({ tree }: SwarmRun, task: Task): string | null {
  const merges = [task, tree.root].map(({ deliberation }) => deliberation?.merge);
  const refused = merges.find((merge) => merge?.state === 'refused');
  return refused ? (refused.reason ?? '') : null;
}

/** Returns the results of the tasks before one in the sequence, in their order. */
function resultsBefore(task: Task): TaskResult[] {
  const results: TaskResult[] = [];
  for (let before = task.previous; before !== null && results.length < MOST_RESULTS; before = before.previous) {
    const { id, assignedTo: agent, result: output } = before;
    if (before.status === 'done') results.push({ task: id, agent, ...(output !== undefined && { output }) });
  }
  return results.reverse();
}

/** Refuses to assign anything while the swarm is paused or over budget. */
function refuseNow(run: SwarmRun, at: number): Refused | null {
  if (run.pause !== null) return refuse({ code: 'paused', pause: run.pause });
  const limits = run.budget.reached(at);
  return limits.length > 0 ? refuse({ code: 'over-budget', limits }) : null;
}

/** Refuses a task that no agent could begin now. */
function refuseUnready(run: SwarmRun, task: Task, at: number): Refused | null {
  const refused = refuseNow(run, at);
  if (refused !== null) return refused;
  if (task.open > 0) return refuse({ code: 'waits-for', task: task.id, dependencies: run.tree.openDependencies(task, FEW).map(openTask) });
  return task.isUnagreed ? refuse({ code: 'not-agreed', task: task.id }) : null;
}

/** Refuses a task that `agent` is not assigned to. @param takesFree whether the agent may take an unassigned task */
function refuseStranger(run: SwarmRun, task: Task, agent: string, takesFree: boolean): Refused | null {
  const { id, assignedTo } = task;
  const refused = refuseContender(run, task, agent);
  if (refused !== null) return refused;
  if (assignedTo !== null) return refuseOthers(task);
  return takesFree ? null : refuse({ code: 'not-assigned', task: id, agent, coordinator: run.coordinator });
}

/** Starts the named task for `agent`. @param takesFree whether the agent may take an unassigned task */
function take(run: SwarmRun, id: string, agent: string, at: number, takesFree: boolean): Verdict<Given> {
  const task = run.tree.get(id);
  if (task === undefined) return refuse({ code: 'unknown-task', task: id });
  if (!task.isLeaf) return refuseParent(task);
  if (isEnded(task.status)) return refuseEnded(task);
  const own = task.holders.find((holder) => holder.agent === agent);
  if (own?.works) return given(run, task, true);
  const refused = own === undefined ? refuseStranger(run, task, agent, takesFree) : null;
  return refused ?? refuseUnready(run, task, at) ?? begin(run, task, agent, at);
}

/** Starts a task that is assigned to the agent. */
export function start(run: SwarmRun, { task, agent }: SwarmInput<'start'>, at: number): Verdict<Given> {
  return refuseAgent(run, agent) ?? take(run, task, agent, at, false);
}

/** Returns a task for an agent: the named one, else the task that it works on already, else the next one of the strategy. */
export function claim(run: SwarmRun, { agent, task }: SwarmInput<'claim'>, at: number): Verdict<Given & Lost> | (NothingToGive & Lost) {
  const refused = refuseAgent(run, agent);
  // The swarm is over, so an agent that waits for admission can stop asking.
  if (refused?.code === 'awaits-admission' && run.isFinished) return { ...allDone(run), lost: [] };
  if (refused !== null) return refused;
  const answer = task === undefined ? claimNext(run, agent, at) : take(run, task, agent, at, strategyOf(run).takesFree);
  return answer.status === 'refused' ? answer : { ...answer, lost: takeLost(run, agent) };
}

/** Returns what a swarm waits for after all of its tasks have ended. */
function mergingOfWhole({ tree, mergePolicy }: SwarmRun): Nothing {
  const merge = tree.root.deliberation?.merge ?? null;
  if (merge?.state !== 'refused') return { reason: 'merging', waitsFor: merge?.waitsFor ?? null };
  return { reason: 'merging', waitsFor: approverAfterAll(mergePolicy, merge), refused: merge.reason ?? '' };
}

/** Returns why there is no task for an agent. Open votes take precedence over waiting. */
function nothingFor(run: SwarmRun, agent: string): Nothing {
  const nothing = isEnded(run.tree.root.status) ? mergingOfWhole(run) : strategyOf(run).nothing(run, agent);
  if (nothing.reason === 'nothing-agreed') return nothing;
  const ballots = run.ballots.openTo(run.members.get(agent), FEW);
  return ballots.length > 0 ? { reason: 'nothing-agreed', isAtEnd: true, toPropose: [], ballots } : nothing;
}

function allDone({ tree, isAborted, abortion }: SwarmRun): NothingToGive {
  return { status: 'none', reason: 'all-done', outcome: tree.root.status, isAborted, ...(abortion !== null && { abortion }) };
}

function claimNext(run: SwarmRun, agent: string, at: number): Verdict<Given> | NothingToGive {
  // An agent that restarted may have forgotten its task, so it gets the same task again.
  const [unfinished] = [...run.ready.activeOf(agent)].sort(compareTasks);
  if (unfinished !== undefined) return given(run, unfinished, true);
  if (run.isFinished) return allDone(run);
  if (isEnded(run.tree.root.status)) return { status: 'none', ...nothingFor(run, agent) };
  if (run.pause !== null) return { status: 'none', reason: 'paused', pause: run.pause };
  const limits = run.budget.reached(at);
  if (limits.length > 0) return { status: 'none', reason: 'over-budget', limits };
  const next = strategyOf(run).next(run, agent);
  return next === undefined ? { status: 'none', ...nothingFor(run, agent) } : begin(run, next, agent, at);
}
