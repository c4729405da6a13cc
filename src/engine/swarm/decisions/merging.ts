import { shownName } from '../../crtx/shorten.ts';
import { cut } from '../../text/cut.ts';
import { MOST_TEXT } from '../events/entry-draft.ts';
import type { Settled } from '../events/events.ts';
import { FEW } from '../refusal.ts';
import type { SwarmRun } from '../state/swarm-run.ts';
import type { MergeState } from '../swarm-answers.ts';
import { isEnded, type Task } from '../tasks/task.ts';
import { WAITS } from '../wording.ts';
import { Deliberation, type Merge, needsPerson, type Option, type Question, type WaitsFor, YES_OR_NO } from './deliberation.ts';
import { candidateQuestions, fileQuestions, pickByPolicy } from './results.ts';

/** A task whose results are being put together. */
export interface Merging {
  readonly run: SwarmRun;
  readonly task: Task;
  readonly deliberation: Deliberation;
  readonly merge: Merge;
}

/** The merge of a task; `null` when there is none. */
export function mergingOf(run: SwarmRun, task: Task): Merging | null {
  const { deliberation } = task;
  return deliberation === null || deliberation.merge === null ? null : { run, task, deliberation, merge: deliberation.merge };
}

/** How the merge of a task stands. */
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

/** Puts together what was handed in: the candidates of a task, or for the root of a swarm that has ended the results of all. */
export function openMerge(run: SwarmRun, task: Task, at: number): void {
  const { mergePolicy } = run;
  const questions = isEnded(task.status) ? fileQuestions(run) : candidateQuestions(task);
  // That of an earlier contest was refused.
  if (task.deliberation !== null) task.deliberation.merge = null;
  if (questions.length === 0 && mergePolicy.strategy === 'auto' && !mergePolicy.requireHumanApproval) {
    finish(run, task, null, at);
    return;
  }
  task.deliberation ??= new Deliberation();
  task.deliberation.merge = { at, state: 'open', questions, approvals: [] };
  const merging = mergingOf(run, task);
  if (merging !== null) advanceMerge(merging, at);
}

/** When the root has just ended, puts together what came of a swarm; a leaf under competitive was decided by itself. */
export function mergeAtEnd(run: SwarmRun, at: number): void {
  const { root, counts } = run.tree;
  const hasEnded = isEnded(root.status);
  const justEnded = hasEnded && !run.hadEnded;
  run.hadEnded = hasEnded;
  if (!justEnded || run.isAborted) return;
  const isDecided = root.isLeaf && root.room !== null;
  if (counts.done > 0 && !isDecided) openMerge(run, root, at);
  // What was refused before is not what came of it, where nothing did.
  else if (counts.done === 0 && root.deliberation !== null) root.deliberation.merge = null;
}

/** Takes a merge as far as it can go without anybody. */
export function advanceMerge(merging: Merging, at: number): void {
  const { run, task, merge, deliberation } = merging;
  for (const question of merge.questions) answerByPolicy(merging, question);
  const next = whatIsMissing(merging);
  if (next === 'votes' && !deliberation.ballots.has('')) deliberation.ballots.set('', run.openBallot(YES_OR_NO));
  if (next === null) {
    merge.state = 'approved';
    endWait(run, task, merge, { outcome: 'success', outcomeDetail: approvedBy(merge) });
    deliberation.closeMerge();
    finish(run, task, merge, at);
  } else if (merge.waitsFor !== next) {
    endWait(run, task, merge, { outcome: 'success', outcomeDetail: `${approvedBy(merge)} Now it waits for ${WAITS[next]}.` });
    merge.waitsFor = next;
    const open = merge.questions.filter(({ pick }) => pick === undefined).length;
    run.events.push({ event: 'merge-waits', task: task.id, for: next, questions: open });
  }
  run.forum.update(task);
}

/** Notes that a merge does not wait any more for what it waited for, if it did. */
export function endWait(run: SwarmRun, { id: task }: Task, merge: Merge, ending: Pick<Settled, 'outcome' | 'outcomeDetail'>): void {
  const { waitsFor } = merge;
  delete merge.waitsFor;
  if (waitsFor !== undefined) run.settled.push({ task, waitsFor, ...ending });
}

function approvedBy({ approvals, isVoted }: Merge): string {
  const last = approvals.at(-1);
  if (last !== undefined) return `Approved by ${shownName(last.by)}.`;
  return isVoted === true ? 'The members have agreed.' : 'The questions are answered.';
}

function answerByPolicy(merging: Merging, question: Question): void {
  const { run, deliberation } = merging;
  if (question.pick !== undefined) return;
  const pick = pickByPolicy(run.mergePolicy, question.options);
  if (pick !== null) answer(merging, question, pick, null);
  else if (run.mergePolicy.conflictResolution === 'vote' && !deliberation.ballots.has(question.id))
    deliberation.ballots.set(question.id, run.openBallot(question.options.map(({ id }) => id)));
}

/** Notes the answer to a question. @param by who gave it, where somebody did */
export function answer({ run, task, deliberation }: Merging, question: Question, pick: Option, by: string | null): void {
  question.pick = pick.id;
  deliberation.ballots.delete(question.id);
  const { file = null, options: among } = question;
  const { conflictResolution } = run.mergePolicy;
  const how = by !== null && conflictResolution === 'vote' ? 'override' : conflictResolution;
  run.events.push({ event: 'answered', task: task.id, file, pick, among, how, by });
}

/** What a merge waits for next; `null` when nothing is missing. */
function whatIsMissing({ run, merge }: Merging): WaitsFor | null {
  const { strategy } = run.mergePolicy;
  if (merge.questions.some(({ pick }) => pick === undefined)) return 'answers';
  // Who approves before the votes are won approves in spite of a refusal: to vote again would settle nothing.
  if (strategy === 'voting' && merge.isVoted !== true && merge.approvals.length === 0) return 'votes';
  if (strategy === 'coordinator_review' && merge.approvals.length === 0) return 'coordinator';
  return needsPerson(run.mergePolicy, merge) ? 'person' : null;
}

/** Does what follows from a merge. @param merge `null` where nothing had to be decided: then a single result is no news */
function finish(run: SwarmRun, task: Task, merge: Merge | null, at: number): void {
  const results = isEnded(task.status) ? run.tree.counts.done : choose(run, task);
  const { approvals = [], isVoted = false } = merge ?? {};
  if (merge !== null || results > 1)
    run.events.push({ event: 'merged', task: task.id, by: approvals.map(({ by }) => by), isVoted, results });
  // With its last task a swarm has ended.
  mergeAtEnd(run, at);
}

/** Ends a task with the candidate that was picked. Gives how many there were. */
function choose(run: SwarmRun, task: Task): number {
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
 * Refuses a merge: the candidates of a task are void and it is given out again; a swarm waits for a retry, or an approval after all.
 * @param by who refused it; `null` for a vote
 */
export function refuseMerge({ run, task, deliberation, merge }: Merging, by: string | null, reason: string): void {
  merge.state = 'refused';
  merge.reason = reason;
  if (by !== null) merge.refusedBy = by;
  endWait(run, task, merge, {
    outcome: 'failure',
    outcomeDetail: `Refused${by === null ? '' : ` by ${shownName(by)}`}: ${cut(reason, MOST_TEXT.reason)}`,
  });
  deliberation.closeMerge();
  run.events.push({ event: 'merge-refused', task: task.id, by, reason });
  run.forum.update(task);
  if (isEnded(task.status)) return;
  for (const candidate of deliberation.candidates) candidate.state = 'void';
  run.findRoom(task);
  run.tree.release(task);
  run.ready.update(task);
}
