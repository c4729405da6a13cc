import {
  type Candidate,
  closeVote,
  find,
  isEnded,
  isInCharge,
  isLeaf,
  isPerson,
  leavesOf,
  type Merge,
  type ModelSwarm,
  type ModelTask,
  type Option,
  openVote,
  type Question,
  tasksOf,
} from './swarm-model-state.ts';
import { holders, room, setStatus, statusOf, takeFrom } from './swarm-model-tasks.ts';

/** The rules of contests and merges: questions, their answers, and the approval of the whole. */

interface Result extends Option {
  readonly since: number;
}

const toResult = (id: string, { agent, confidence = 0, since, at = since }: Candidate): Result => ({ id, agent, confidence, since, at });
const earlierFirst = (one: Option, other: Option) => one.at - other.at || (one.id < other.id ? -1 : 1);
const toOption = ({ id, agent, confidence, at }: Option): Option => ({ id, agent, confidence, at });

/** Two results of a file overlap if the later one was started before the other had ended. */
function overlap(one: Result, other: Result): boolean {
  const [first, second] = [one, other].sort((a, b) => a.since - b.since || earlierFirst(a, b));
  return first !== undefined && second !== undefined && second.since < first.at;
}

function fileQuestions(swarm: ModelSwarm): Question[] {
  const done = tasksOf(swarm).filter((task) => statusOf(task) === 'done');
  const results = done.flatMap((task) => {
    const chosen = task.candidates.find(({ state }) => state === 'chosen');
    return chosen === undefined ? [] : [{ files: chosen.files ?? [], result: toResult(task.id, chosen) }];
  });
  const files = [...new Set(results.flatMap((each) => each.files))];
  const contested = files.flatMap((file) => {
    const touched = results.filter((each) => each.files.includes(file)).map(({ result }) => result);
    const among = touched.filter((one) => touched.some((other) => one !== other && overlap(one, other)));
    return among.length > 1 ? [{ file, options: among.sort(earlierFirst).map(toOption) }] : [];
  });
  return contested.map((each, index) => ({ id: `${swarm.root.id}#${index + 1}`, ...each }));
}

function optionsOf({ candidates }: ModelTask): Option[] {
  const ready = candidates.filter(({ state }) => state === 'ready').map((candidate) => toResult(candidate.agent, candidate));
  return ready.sort(earlierFirst).map(toOption);
}

function candidateQuestions(task: ModelTask): Question[] {
  const options = optionsOf(task);
  return options.length > 1 ? [{ id: `${task.id}#1`, options }] : [];
}

/** Answer of a policy that needs no person or vote: the first of equal options, which are in tie-breaking order. */
function pickByPolicy({ policy }: ModelSwarm, options: readonly Option[]): string | undefined {
  const { conflictResolution } = policy;
  if (conflictResolution === 'vote' || conflictResolution === 'coordinator_decides') return undefined;
  const worth = (option: Option) => (conflictResolution === 'last_write' ? option.at : option.confidence);
  const most = Math.max(...options.map(worth));
  return options.find((option) => worth(option) === most)?.id;
}

export function isFinished({ root }: ModelSwarm): boolean {
  return isEnded(statusOf(root)) && (root.isAborted || root.merge === null || root.merge.state === 'approved');
}

/** Merges the results of the swarm when the root has just ended and something is done. */
export function mergeAtEnd(swarm: ModelSwarm, at: number): void {
  const { root, hadEnded, strategy } = swarm;
  swarm.hadEnded = isEnded(statusOf(root));
  const isDecided = isLeaf(root) && strategy === 'competitive';
  if (!swarm.hadEnded || hadEnded || root.isAborted) return;
  if (leavesOf(swarm).every(({ status }) => status !== 'done')) root.merge = null;
  else if (!isDecided) openMerge(swarm, root, fileQuestions(swarm), at);
}

function openMerge(swarm: ModelSwarm, task: ModelTask, questions: Question[], at: number): void {
  task.merge = { at, state: 'open', questions, approvals: [] };
  advanceMerge(swarm, task, at);
  // A merge without a decision is not recorded.
  if (questions.length === 0 && task.merge.state === 'approved') task.merge = null;
}

/** Advances a merge as far as possible without new input. */
export function advanceMerge(swarm: ModelSwarm, task: ModelTask, at: number): void {
  const { merge } = task;
  if (merge === null) return;
  for (const question of merge.questions.filter(({ pick }) => pick === undefined)) {
    const pick = pickByPolicy(swarm, question.options);
    if (pick !== undefined) answer(question, pick);
    else if (swarm.policy.conflictResolution === 'vote') openVote(swarm, question);
  }
  const missing = whatIsMissing(swarm, merge);
  if (missing === 'votes') openVote(swarm, merge);
  if (missing !== undefined) {
    merge.waitsFor = missing;
    return;
  }
  delete merge.waitsFor;
  merge.state = 'approved';
  closeVote(merge);
  if (isEnded(statusOf(task))) return;
  choose(swarm, task, merge);
  mergeAtEnd(swarm, at);
}

function whatIsMissing({ policy }: ModelSwarm, { questions, isVoted, approvals }: Merge): Merge['waitsFor'] {
  const isApproved = approvals.some(({ by }) => isPerson(by));
  if (questions.some(({ pick }) => pick === undefined)) return 'answers';
  if (policy.strategy === 'voting' && isVoted !== true && approvals.length === 0) return 'votes';
  if (policy.strategy === 'coordinator_review' && approvals.length === 0) return 'coordinator';
  return (policy.strategy === 'human_review' || policy.requireHumanApproval) && !isApproved ? 'person' : undefined;
}

export function answer(question: Question, pick: string): void {
  question.pick = pick;
  closeVote(question);
}

/** Ends a task with the picked or the only candidate. */
function choose(swarm: ModelSwarm, task: ModelTask, { questions }: Merge): void {
  const ready = task.candidates.filter(({ state }) => state === 'ready');
  const picked = ready.find(({ agent }) => agent === questions[0]?.pick) ?? ready[0];
  for (const candidate of ready) candidate.state = candidate === picked ? 'chosen' : 'lost';
  if (picked !== undefined) {
    task.assignedTo = picked.agent;
    task.result = picked.output;
    delete picked.output;
  }
  setStatus(swarm, task, 'done');
}

/** Refuses a merge: the candidates of a task become void; a swarm waits for a retry or a later approval. */
export function refuseMerge(swarm: ModelSwarm, task: ModelTask, reason: string, by?: string): void {
  const { merge } = task;
  if (merge === null) return;
  Object.assign(merge, { state: 'refused', reason, ...(by !== undefined && { refusedBy: by }) });
  delete merge.waitsFor;
  for (const on of [merge, ...merge.questions]) closeVote(on);
  if (isEnded(statusOf(task))) return;
  for (const candidate of task.candidates) candidate.state = 'void';
  setStatus(swarm, task, 'pending');
}

/**
 * Decides a contest when no agent works on it and no more may join. The task fails if all gave up.
 * Returns the tasks that are skipped as a result.
 */
export function settleContest(swarm: ModelSwarm, task: ModelTask, at: number, isWanted = true): ModelTask[] {
  const inContest = task.candidates.filter(({ state }) => state !== 'void');
  const isWorkedOn = inContest.some(({ state }) => state === 'assigned' || state === 'working');
  if (inContest.length === 0 || isWorkedOn || task.merge?.state === 'open' || (isWanted && room(swarm, task) > 0)) return [];
  if (inContest.some(({ state }) => state === 'ready')) {
    openMerge(swarm, task, candidateQuestions(task), at);
    return [];
  }
  task.result = { error: inContest.map(({ agent, reason = '' }) => `${agent}: ${reason}`).join('; ') };
  return setStatus(swarm, task, 'failed');
}

export function settleAllContests(swarm: ModelSwarm, at: number): void {
  if (swarm.strategy !== 'competitive') return;
  for (const task of leavesOf(swarm)) if (!isEnded(task.status)) settleContest(swarm, task, at);
}

function say(swarm: ModelSwarm, task: ModelTask): string {
  const state = task.merge?.state ?? (isEnded(statusOf(task)) ? 'approved' : 'open');
  return `ok ${state} ${task.merge?.waitsFor ?? ''} ${isFinished(swarm) ? 'finished' : ''}`;
}

/** Returns the task for those in charge of a swarm that was not aborted, or the refusal. */
function mergedTask(swarm: ModelSwarm, id: string | undefined, by: string): ModelTask | string {
  if (!isInCharge(swarm, by)) return 'not-in-charge';
  if (swarm.root.isAborted) return 'aborted';
  return (id === undefined ? swarm.root : find(swarm, id)) ?? 'unknown-task';
}

function refuseApproval({ policy }: ModelSwarm, { state, waitsFor, refusedBy, approvals }: Merge, by: string): string | null {
  if (waitsFor === 'answers' || (waitsFor === 'votes' && !isPerson(by))) return 'merge-undecided';
  // An approver who did not ask the voters does not decide for them either.
  const isPassedOver = policy.strategy === 'voting' && refusedBy !== undefined;
  const wantsPerson = policy.strategy === 'human_review' || policy.requireHumanApproval;
  const isMissed = state === 'refused' && wantsPerson && !approvals.some((each) => isPerson(each.by));
  return (waitsFor === 'person' || isPassedOver || isMissed) && !isPerson(by) ? 'needs-person' : null;
}

export function approve(
  swarm: ModelSwarm,
  { task: id, by, refused, reason = '' }: { task?: string | undefined; by: string; refused: boolean; reason?: string | undefined },
  at: number,
): string {
  const task = mergedTask(swarm, id, by);
  if (typeof task === 'string') return task;
  const { merge } = task;
  if (merge === null) return 'nothing-to-merge';
  if (merge.state === (refused ? 'refused' : 'approved')) return say(swarm, task);
  if (merge.state === 'approved') return 'merged-already';
  if (refused) {
    refuseMerge(swarm, task, reason, by);
    return say(swarm, task);
  }
  // The candidates of a task with a refused merge are void, so nothing is left to approve.
  if (merge.state === 'refused' && !isEnded(statusOf(task))) return 'nothing-to-merge';
  const refusal = refuseApproval(swarm, merge, by);
  if (refusal !== null) return refusal;
  merge.state = 'open';
  delete merge.reason;
  delete merge.refusedBy;
  merge.approvals.push({ by, at });
  advanceMerge(swarm, task, at);
  return say(swarm, task);
}

interface Asked {
  readonly by: string;
  readonly file?: string | undefined;
  readonly pick?: string | undefined;
  readonly heedsVotes?: boolean | undefined;
}

export function merge(swarm: ModelSwarm, { task: id, ...asked }: Asked & { task?: string | undefined }, at: number): string {
  const task = mergedTask(swarm, id, asked.by);
  if (typeof task === 'string') return task;
  const refusal = asked.heedsVotes === true && isToDecide(swarm, task) ? refusePick(swarm, task, asked) : null;
  if (refusal !== null) return refusal;
  const isDecided = decideContest(swarm, task, at);
  if (isEnded(statusOf(task)) && task.merge === null && asked.pick !== undefined && !isDecided) return 'merged-already';
  if (isEnded(statusOf(task)) && (isDecided || task.merge === null)) return say(swarm, task);
  if (task.merge?.state !== 'open') return 'nothing-to-merge';
  if (asked.pick === undefined) return say(swarm, task);
  const said = answerQuestion(swarm, task, task.merge, { ...asked, pick: asked.pick }, at);
  return (said === 'voted-on' || said === 'no-ballot') && isDecided ? say(swarm, task) : said;
}

function isToDecide({ strategy }: ModelSwarm, task: ModelTask): boolean {
  const isOpen = strategy === 'competitive' && task.merge?.state !== 'open' && !isEnded(statusOf(task));
  return isOpen && task.candidates.some(({ state }) => state === 'ready');
}

/** A contest has no file, and a pick that differs from the policy is no choice. */
function refusePick(swarm: ModelSwarm, task: ModelTask, { pick, file }: Asked): string | null {
  if (file !== undefined) return 'no-ballot';
  const options = optionsOf(task);
  const byPolicy = pickByPolicy(swarm, options);
  const mayBePicked = pick === undefined || (byPolicy === undefined ? options.some(({ id }) => id === pick) : pick === byPolicy);
  return mayBePicked ? null : 'no-such-choice';
}

/** Ends a contest with the submitted results, even if others still work on it. */
function decideContest(swarm: ModelSwarm, task: ModelTask, at: number): boolean {
  if (!isToDecide(swarm, task)) return false;
  for (const { agent } of holders(task)) takeFrom(swarm, task, agent);
  settleContest(swarm, task, at, false);
  return true;
}

function answerQuestion(
  swarm: ModelSwarm,
  task: ModelTask,
  { questions }: Merge,
  { by, file, pick, heedsVotes }: Asked & { readonly pick: string },
  at: number,
): string {
  const open = questions.filter((question) => question.pick === undefined);
  const question = file === undefined ? (open.length === 1 ? open[0] : undefined) : open.find((each) => each.file === file);
  if (question === undefined) return 'no-ballot';
  // A person may answer a question that is voted on; in records of earlier versions the coordinator may, too.
  const isVotedOn = swarm.policy.conflictResolution === 'vote' && question.voices !== undefined;
  if (isVotedOn && heedsVotes === true && !isPerson(by)) return 'voted-on';
  if (!question.options.some((option) => option.id === pick)) return 'no-such-choice';
  answer(question, pick);
  advanceMerge(swarm, task, at);
  return say(swarm, task);
}
