import { isDeepStrictEqual } from 'node:util';
import { isOverBudget, takeLost } from './swarm-model-members.ts';
import { isFinished, settleContest } from './swarm-model-merges.ts';
import {
  find,
  isEnded,
  isInCharge,
  isLeaf,
  leavesOf,
  line,
  type ModelSwarm,
  type ModelTask,
  memberOf,
  refuseAgent,
} from './swarm-model-state.ts';
import {
  holders,
  inOrder,
  isAgreed,
  isHeldAbove,
  isOpen,
  isReady,
  leavesHeldBy,
  placeOf,
  room,
  setStatus,
  statusOf,
} from './swarm-model-tasks.ts';
import { mayVote } from './swarm-model-votes.ts';

/** The rules of work: assignment, claims and results. */

const ids = (tasks: readonly ModelTask[]) => tasks.map(({ id }) => id).join(' ');

function refuseNow(swarm: ModelSwarm, at: number): string | null {
  if (swarm.pause !== null) return 'paused';
  return isOverBudget(swarm, at) ? 'over-budget' : null;
}

/** Returns why an agent cannot join a contest. */
function refuseContender(swarm: ModelSwarm, task: ModelTask, agent: string): string | null {
  const place = placeOf(task, agent);
  if (place?.state === 'ready') return 'submitted';
  return place !== undefined || room(swarm, task) === 0 ? 'no-room' : null;
}

export function assign(swarm: ModelSwarm, { task: id, agent, by }: { task: string; agent: string; by: string }, at: number): string {
  const task = find(swarm, id);
  if (task === undefined) return 'unknown-task';
  if (!isInCharge(swarm, by) && !isHeldAbove(task, by)) return 'not-coordinator';
  const refused = refuseAgent(swarm, agent);
  if (refused !== null) return refused;
  const status = statusOf(task);
  if (isEnded(status)) return 'already-ended';
  if (holders(task).some((holder) => holder.agent === agent)) return 'ok again';
  const isContest = swarm.strategy === 'competitive' && isLeaf(task);
  const stop = (isContest ? refuseContender(swarm, task, agent) : refuseInWork(task)) ?? refuseNow(swarm, at);
  if (stop !== null) return stop;
  const previous = task.assignedTo;
  if (isContest) task.candidates.push({ agent, state: 'assigned', since: at });
  else task.assignedTo = agent;
  Object.assign(memberOf(swarm, agent) ?? {}, { given: at });
  return `ok from ${previous}`;
}

/** A task in progress is not assigned to another agent. */
function refuseInWork(task: ModelTask): string | null {
  return isLeaf(task) && task.status === 'active' && task.assignedTo !== null ? `in-work ${task.assignedTo}` : null;
}

function begin(swarm: ModelSwarm, task: ModelTask, agent: string, at: number): string {
  const member = memberOf(swarm, agent);
  if (member !== undefined) {
    member.startedAt ??= at;
    member.isBlocked = false;
    member.lost = member.lost.filter((lost) => lost !== task.id);
  }
  task.since = at;
  if (swarm.strategy === 'competitive') {
    const place = placeOf(task, agent);
    if (place === undefined) task.candidates.push({ agent, state: 'working', since: at });
    else Object.assign(place, { state: 'working', since: at });
  } else task.assignedTo = agent;
  setStatus(swarm, task, 'active');
  return given(swarm, task);
}

/** Under pipeline the answer names the last hundred results before the task. */
function given(swarm: ModelSwarm, task: ModelTask): string {
  const leaves = leavesOf(swarm);
  const earlier = swarm.strategy === 'pipeline' ? leaves.slice(0, leaves.indexOf(task)) : [];
  const before = earlier.filter(({ status }) => status === 'done');
  return `ok ${task.id} after ${ids(before.slice(-100))}`.trimEnd();
}

/** Returns why an agent without a part in a task cannot take it. */
function refuseStranger(swarm: ModelSwarm, task: ModelTask, agent: string, takesFree: boolean): string | null {
  const refused = swarm.strategy === 'competitive' ? refuseContender(swarm, task, agent) : null;
  if (refused !== null) return refused;
  if (task.assignedTo !== null) return `not-yours ${task.assignedTo}`;
  return takesFree ? null : 'not-assigned';
}

function take(swarm: ModelSwarm, id: string, agent: string, at: number, takesFree: boolean): string {
  const task = find(swarm, id);
  if (task === undefined) return 'unknown-task';
  if (!isLeaf(task)) return 'not-a-leaf';
  if (isEnded(task.status)) return 'already-ended';
  const own = holders(task).find((holder) => holder.agent === agent);
  if (own?.works) return given(swarm, task);
  const stop = (own === undefined ? refuseStranger(swarm, task, agent, takesFree) : null) ?? refuseNow(swarm, at);
  if (stop !== null) return stop;
  if (!isOpen(swarm, task)) return 'waits-for';
  return isAgreed(swarm, task) ? begin(swarm, task, agent, at) : 'not-agreed';
}

export function start(swarm: ModelSwarm, { task, agent }: { task: string; agent: string }, at: number): string {
  return refuseAgent(swarm, agent) ?? take(swarm, task, agent, at, false);
}

export function claim(swarm: ModelSwarm, { agent, task }: { agent: string; task?: string | undefined }, at: number): string {
  const refused = refuseAgent(swarm, agent);
  if (refused === 'awaits-admission' && isFinished(swarm)) return 'all-done';
  if (refused !== null) return refused;
  const answer = task === undefined ? claimNext(swarm, agent, at) : take(swarm, task, agent, at, swarm.strategy !== 'hierarchical');
  const isRefused = task !== undefined && !answer.startsWith('ok ');
  return isRefused ? answer : `${answer} ${takeLost(swarm, agent)}`.trimEnd();
}

function claimNext(swarm: ModelSwarm, agent: string, at: number): string {
  const [unfinished] = inOrder(swarm, leavesHeldBy(swarm, agent, true));
  if (unfinished !== undefined) return given(swarm, unfinished);
  if (isFinished(swarm)) return 'all-done';
  if (isEnded(statusOf(swarm.root))) return mayVote(swarm, agent) ? 'nothing-agreed' : 'merging';
  const stop = refuseNow(swarm, at);
  if (stop !== null) return stop;
  const next = nextFor(swarm, agent);
  return next === undefined ? nothing(swarm, agent) : begin(swarm, next, agent, at);
}

/** Returns a startable task assigned to the agent; otherwise, except under hierarchical, a free task or one with room. */
function nextFor(swarm: ModelSwarm, agent: string): ModelTask | undefined {
  const isContest = swarm.strategy === 'competitive';
  const own = leavesHeldBy(swarm, agent, false).filter((task) => (isContest ? isOpen(swarm, task) : isReady(swarm, task)));
  if (own.length > 0) return inOrder(swarm, own)[0];
  if (swarm.strategy === 'hierarchical') return undefined;
  const ready = leavesOf(swarm).filter((task) => isReady(swarm, task));
  return inOrder(
    swarm,
    ready.filter((task) => (isContest ? placeOf(task, agent) === undefined : holders(task).length === 0)),
  )[0];
}

function nothing(swarm: ModelSwarm, agent: string): string {
  if (mayVote(swarm, agent)) return 'nothing-agreed';
  if (swarm.strategy === 'hierarchical' && (leavesHeldBy(swarm, agent, false).length === 0 || hasToGive(swarm, agent)))
    return 'nothing-assigned';
  const isUnagreed = (task: ModelTask) => task.status === 'pending' && isOpen(swarm, task) && !isAgreed(swarm, task);
  return leavesOf(swarm).some(isUnagreed) ? 'nothing-agreed' : 'nothing-ready';
}

/** Returns whether there is a free task that only this agent may assign, because it holds the nearest task above. */
function hasToGive(swarm: ModelSwarm, agent: string): boolean {
  const isNobodys = ({ status, assignedTo }: ModelTask) => status === 'pending' && assignedTo === null;
  const giverOf = (task: ModelTask) => line(task).find(({ assignedTo }) => assignedTo !== null)?.assignedTo;
  return leavesOf(swarm).some((leaf) => isNobodys(leaf) && giverOf(leaf) === agent);
}

/** Returns why an agent cannot end a task, or the task and whether the agent already ended it in the same way. */
function refuseEnding(
  swarm: ModelSwarm,
  id: string,
  agent: string,
  status: 'done' | 'failed',
): { task: ModelTask; again: boolean } | string {
  const refused = refuseAgent(swarm, agent);
  if (refused !== null) return refused;
  const task = find(swarm, id);
  if (task === undefined) return 'unknown-task';
  if (!isLeaf(task)) return 'not-a-leaf';
  if (isEnded(task.status)) return task.assignedTo === agent && task.status === status ? { task, again: true } : 'already-ended';
  const holder = holders(task).find((each) => each.agent === agent);
  if (holder?.works) return { task, again: false };
  if (holder !== undefined) return 'not-started';
  const place = placeOf(task, agent);
  if (place === undefined) return `not-yours ${task.assignedTo ?? 'nobody'}`;
  return place.state === (status === 'done' ? 'ready' : 'gave-up') ? { task, again: true } : 'submitted';
}

interface Result {
  readonly task: string;
  readonly agent: string;
  readonly output?: unknown;
  readonly confidence?: number | undefined;
  readonly files?: readonly string[] | undefined;
}

export function complete(swarm: ModelSwarm, input: Result, at: number): string {
  const { agent } = input;
  const found = refuseEnding(swarm, input.task, agent, 'done');
  if (typeof found === 'string') return found;
  const { task, again } = found;
  if (again) return saysTheSame(task, input) ? `ok ${task.status} again` : 'result-stays';
  Object.assign(memberOf(swarm, agent) ?? {}, { isBlocked: false });
  const before = leavesOf(swarm).filter((leaf) => isReady(swarm, leaf));
  end(swarm, task, input, at);
  const freed = leavesOf(swarm).filter((leaf) => isReady(swarm, leaf) && !before.includes(leaf));
  return `ok ${task.status} ready ${ids(freed)}`;
}

/** A repeated report with other content would be lost, so it must match the first one. */
function saysTheSame(task: ModelTask, { agent, output, confidence, files }: Result): boolean {
  const place = placeOf(task, agent);
  const before = { output: isEnded(task.status) ? task.result : place?.output, confidence: place?.confidence, files: place?.files };
  const now = {
    output: output === undefined ? before.output : output,
    confidence: confidence ?? before.confidence,
    files: files ?? before.files,
  };
  return isDeepStrictEqual(now, before);
}

/** Submits a candidate, or ends the task. */
function end(swarm: ModelSwarm, task: ModelTask, { agent, output, confidence, files }: Result, at: number): void {
  const said = { at, confidence: confidence ?? 0.8 };
  const place = placeOf(task, agent);
  if (swarm.strategy === 'competitive' && place !== undefined) {
    Object.assign(place, { state: 'ready', ...said, ...(files && { files: [...files] }), ...(output !== undefined && { output }) });
    settleContest(swarm, task, at);
    return;
  }
  if (output !== undefined) task.result = output;
  if (confidence !== undefined || files !== undefined)
    task.candidates.push({ agent, state: 'chosen', since: task.since ?? at, ...said, files: [...(files ?? [])] });
  setStatus(swarm, task, 'done');
}

export function fail(swarm: ModelSwarm, { task: id, agent, reason }: { task: string; agent: string; reason: string }, at: number): string {
  const found = refuseEnding(swarm, id, agent, 'failed');
  if (typeof found === 'string') return found;
  const { task, again } = found;
  if (again) return `ok ${task.status} again`;
  Object.assign(memberOf(swarm, agent) ?? {}, { isBlocked: false });
  const place = placeOf(task, agent);
  if (swarm.strategy === 'competitive' && place !== undefined) {
    Object.assign(place, { state: 'gave-up', at, reason });
    const skipped = settleContest(swarm, task, at);
    return `ok ${task.status} skipped ${ids(skipped)}`;
  }
  task.result = { error: reason };
  return `ok failed skipped ${ids(setStatus(swarm, task, 'failed'))}`;
}
