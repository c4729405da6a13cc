import { shortenName } from '../../crtx/shorten.ts';
import { cut } from '../../text/cut.ts';
import { MAX_TEXT } from '../events/entry-draft.ts';
import type { EndedMergeWait } from '../events/events.ts';
import { FEW } from '../refusal.ts';
import type { SwarmRun } from '../state/swarm-run.ts';
import type { MergeState } from '../swarm-answers.ts';
import { isEnded, type Task } from '../tasks/task.ts';
import { WAITS } from '../wording.ts';
import { Deliberation, type Merge, needsPerson, type Option, type Question, type WaitsFor, YES_OR_NO } from './deliberation.ts';
import { createCandidateQuestions, createFileQuestions, pickOption } from './results.ts';

/** A task whose results are being merged. */
export interface Merging {
  readonly run: SwarmRun;
  readonly task: Task;
  readonly deliberation: Deliberation;
  readonly merge: Merge;
}

/** Returns the merge of a task; `null` if there is none. */
export function findMerging(run: SwarmRun, task: Task): Merging | null {
  const { deliberation } = task;
  return deliberation === null || deliberation.merge === null ? null : { run, task, deliberation, merge: deliberation.merge };
}

/** Returns the state of a task's merge. */
export function mergeState(run: SwarmRun, { id, status, deliberation }: Task): MergeState {
  const merge = deliberation?.merge ?? null;
  const open = merge?.questions.filter(({ pick }) => pick === undefined) ?? [];
  return {
    task: id,
    taskStatus: status,
    state: merge?.state ?? (isEnded(status) ? 'approved' : 'open'),
    waitsFor: merge?.waitsFor ?? null,
    questions: open.slice(0, FEW).map((question) => question.id),
    finished: run.isFinished,
  };
}

/** Starts a merge: of a task's candidates, or, for the root of an ended swarm, of all results. */
export function openMerge(run: SwarmRun, task: Task, at: number): void {
  const { mergePolicy } = run;
  const questions = isEnded(task.status) ? createFileQuestions(run) : createCandidateQuestions(task);
  // Discards the refused merge of an earlier contest.
  if (task.deliberation !== null) task.deliberation.merge = null;
  if (questions.length === 0 && mergePolicy.strategy === 'auto' && !mergePolicy.requireHumanApproval) {
    finish(run, task, null, at);
    return;
  }
  task.deliberation ??= new Deliberation();
  task.deliberation.merge = { at, state: 'open', questions, approvals: [] };
  const merging = findMerging(run, task);
  if (merging !== null) advanceMerge(merging, at);
}

/** Starts the merge of the whole swarm when the root has just ended. A competitive root leaf has already been decided. */
export function openFinalMerge(run: SwarmRun, at: number): void {
  const { root, counts } = run.tree;
  const hasEnded = isEnded(root.status);
  const justEnded = hasEnded && !run.hadEnded;
  run.hadEnded = hasEnded;
  if (!justEnded || run.isAborted) return;
  const isDecided = root.isLeaf && root.room !== null;
  if (counts.done > 0 && !isDecided) openMerge(run, root, at);
  // Without completed tasks, an earlier refused merge is no result of the swarm.
  else if (counts.done === 0 && root.deliberation !== null) root.deliberation.merge = null;
}

/** Advances a merge as far as it can go without a decision by others. */
export function advanceMerge(merging: Merging, at: number): void {
  const { run, task, merge, deliberation } = merging;
  for (const question of merge.questions) answerByPolicy(merging, question);
  const next = nextWait(merging);
  if (next === 'votes' && !deliberation.ballots.has('')) deliberation.ballots.set('', run.openBallot(YES_OR_NO));
  if (next === null) {
    merge.state = 'approved';
    endMergeWait(run, task, merge, { outcome: 'success', outcomeDetail: approvedBy(merge) });
    deliberation.closeMerge();
    finish(run, task, merge, at);
  } else if (merge.waitsFor !== next) {
    endMergeWait(run, task, merge, { outcome: 'success', outcomeDetail: `${approvedBy(merge)} Now it waits for ${WAITS[next]}.` });
    merge.waitsFor = next;
    const open = merge.questions.filter(({ pick }) => pick === undefined).length;
    run.events.push({ event: 'merge-waits', task: task.id, for: next, questions: open });
  }
  run.ballots.update(task);
}

/** Ends the present wait of a merge, if any, and records the outcome. */
export function endMergeWait(
  run: SwarmRun,
  { id: task }: Task,
  merge: Merge,
  ending: Pick<EndedMergeWait, 'outcome' | 'outcomeDetail'>,
): void {
  const { waitsFor } = merge;
  delete merge.waitsFor;
  if (waitsFor !== undefined) run.endedMergeWaits.push({ task, waitsFor, ...ending });
}

function approvedBy({ approvals, isVoted }: Merge): string {
  const last = approvals.at(-1);
  if (last !== undefined) return `Approved by ${shortenName(last.by)}.`;
  return isVoted === true ? 'The members have agreed.' : 'The questions are answered.';
}

function answerByPolicy(merging: Merging, question: Question): void {
  const { run, deliberation } = merging;
  if (question.pick !== undefined) return;
  const pick = pickOption(run.mergePolicy, question.options);
  if (pick !== null) answerQuestion(merging, question, pick, null);
  else if (run.mergePolicy.conflictResolution === 'vote' && !deliberation.ballots.has(question.id))
    deliberation.ballots.set(question.id, run.openBallot(question.options.map(({ id }) => id)));
}

/** Records the answer to a question. @param by who gave it; `null` for a policy or a vote */
export function answerQuestion({ run, task, deliberation }: Merging, question: Question, pick: Option, by: string | null): void {
  question.pick = pick.id;
  deliberation.ballots.delete(question.id);
  const { file = null, options: among } = question;
  const { conflictResolution } = run.mergePolicy;
  const how = by !== null && conflictResolution === 'vote' ? 'override' : conflictResolution;
  run.events.push({ event: 'answered', task: task.id, file, pick, among, how, by });
}

/** Returns what a merge waits for next; `null` if it is complete. */
function nextWait({ run, merge }: Merging): WaitsFor | null {
  const { strategy } = run.mergePolicy;
  if (merge.questions.some(({ pick }) => pick === undefined)) return 'answers';
  // An approval that comes before a won vote replaces the vote, also after a refusal.
  if (strategy === 'voting' && merge.isVoted !== true && merge.approvals.length === 0) return 'votes';
  if (strategy === 'coordinator_review' && merge.approvals.length === 0) return 'coordinator';
  return needsPerson(run.mergePolicy, merge) ? 'person' : null;
}

/** Completes a merge. @param merge `null` if nothing had to be decided; then a single result causes no event */
function finish(run: SwarmRun, task: Task, merge: Merge | null, at: number): void {
  const [results, failed] = isEnded(task.status) ? [run.tree.counts.done, run.tree.counts.failed] : [pickCandidate(run, task), 0];
  const { approvals = [], isVoted = false } = merge ?? {};
  if (merge !== null || results > 1)
    run.events.push({ event: 'merged', task: task.id, by: approvals.map(({ by }) => by), isVoted, results, failed });
  // The last task of a swarm ends the swarm.
  openFinalMerge(run, at);
}

/** Completes a task with the picked candidate. Returns the number of candidates. */
function pickCandidate(run: SwarmRun, task: Task): number {
  const ready = task.deliberation?.candidates.filter(({ state }) => state === 'ready') ?? [];
  const picked = task.deliberation?.merge?.questions[0]?.pick ?? ready[0]?.agent;
  for (const candidate of ready) {
    const isPicked = candidate.agent === picked;
    candidate.state = isPicked ? 'chosen' : 'lost';
    if (!isPicked) continue;
    task.result = candidate.output;
    delete candidate.output;
    task.assignedTo = candidate.agent;
  }
  run.tree.setStatus(task, 'done');
  return ready.length;
}

/**
 * Refuses a merge. The candidates of a task become void and it is open again; a whole swarm waits for a retry or a later approval.
 * @param by who refused it; `null` for a vote
 */
export function refuseMerge({ run, task, deliberation, merge }: Merging, by: string | null, reason: string): void {
  merge.state = 'refused';
  merge.reason = reason;
  if (by !== null) merge.refusedBy = by;
  endMergeWait(run, task, merge, {
    outcome: 'failure',
    outcomeDetail: `Refused${by === null ? '' : ` by ${shortenName(by)}`}: ${cut(reason, MAX_TEXT.reason)}`,
  });
  deliberation.closeMerge();
  run.events.push({ event: 'merge-refused', task: task.id, by, reason });
  run.ballots.update(task);
  if (isEnded(task.status)) return;
  for (const candidate of deliberation.candidates) candidate.state = 'void';
  run.updateRoom(task);
  run.tree.release(task);
  run.ready.update(task);
}
