import { isPerson } from '../../crtx/people.ts';
import { FEW, type Refused } from '../refusal.ts';
import type { SwarmInput } from '../state/swarm-records.ts';
import type { SwarmRun } from '../state/swarm-run.ts';
import type { OperationResults, RuleResult } from '../swarm-answers.ts';
import { decideIfComplete } from '../tasks/contest.ts';
import { isEnded, type Task } from '../tasks/task.ts';
import { type Merge, type Option, type Question, remainingApprover } from './deliberation.ts';
import { advanceMerge, answerQuestion, findMerging, type Merging, mergeState, refuseMerge } from './merging.ts';
import { findFailedTask, refuse, refuseAfterEnd } from './refuse.ts';
import { candidateOptions, pickOption } from './results.ts';

/** Returns the task to merge: the named one, or the root. Refuses those not in charge, and aborted swarms. */
function mergedTask(run: SwarmRun, id: string | undefined, by: string): Task | Refused {
  if (!run.isInCharge(by)) return refuse({ code: 'not-in-charge', by, coordinator: run.coordinator });
  if (run.isAborted) return refuseAfterEnd(run);
  return (id === undefined ? run.tree.root : run.tree.get(id)) ?? refuse({ code: 'unknown-task', task: id ?? '' });
}

function isRefused(found: Task | Refused): found is Refused {
  return found.status === 'refused';
}

/** Approves a merge, or refuses it with a reason. */
export function approve(run: SwarmRun, input: SwarmInput<'swarm.approve'>, at: number): RuleResult<OperationResults['swarm.merge']> {
  const { by, refused: isRefusal, reason = '' } = input;
  const task = mergedTask(run, input.task, by);
  if (isRefused(task)) return task;
  const merging = findMerging(run, task);
  if (merging === null) return refuse({ code: 'nothing-to-merge', task: task.id });
  const { merge } = merging;
  const again = merge.state === (isRefusal ? 'refused' : 'approved');
  if (again) return { status: 'ok', ...mergeState(run, task), again };
  if (merge.state === 'approved') return refuse({ code: 'merged-already', task: task.id, failed: findFailedTask(run) });
  if (isRefusal) {
    refuseMerge(merging, by, reason);
    return { status: 'ok', ...mergeState(run, task), again };
  }
  // The candidates of a task whose merge was refused are void, so there is nothing left to approve.
  if (merge.state === 'refused' && !isEnded(task.status)) return refuse({ code: 'nothing-to-merge', task: task.id });
  const missing = refuseApproval(run, merge, task, by);
  if (missing !== null) return missing;
  merge.state = 'open';
  delete merge.reason;
  delete merge.refusedBy;
  merge.approvals.push({ by, at });
  advanceMerge(merging, at);
  return { status: 'ok', ...mergeState(run, task), again };
}

/** Refuses an approval while questions are open, or where a person is required. A person's approval also replaces missing votes. */
function refuseApproval({ mergePolicy }: SwarmRun, merge: Merge, { id: task }: Task, by: string): Refused | null {
  const waitsFor = merge.state === 'refused' ? remainingApprover(mergePolicy, merge) : merge.waitsFor;
  if (waitsFor === 'answers' || (waitsFor === 'votes' && !isPerson(by))) return refuse({ code: 'merge-undecided', task, waitsFor });
  return waitsFor === 'person' && !isPerson(by) ? refuse({ code: 'needs-person', task, by }) : null;
}

/** Answers a question of a merge, or decides a contest with the present candidates. */
export function merge(run: SwarmRun, input: SwarmInput<'swarm.merge'>, at: number): RuleResult<OperationResults['swarm.merge']> {
  const { by, pick } = input;
  const task = mergedTask(run, input.task, by);
  if (isRefused(task)) return task;
  const wrong = refusePick(run, task, input);
  if (wrong !== null) return wrong;
  const isDecided = decideContest(run, task, at);
  const merging = findMerging(run, task);
  if (isEnded(task.status) && merging === null && pick !== undefined && !isDecided)
    return refuse({ code: 'merged-already', task: task.id, failed: findFailedTask(run) });
  if (isEnded(task.status) && (isDecided || merging === null)) return { status: 'ok', ...mergeState(run, task), again: false };
  if (merging === null || merging.merge.state !== 'open') return refuse({ code: 'nothing-to-merge', task: task.id });
  if (pick === undefined) return { status: 'ok', ...mergeState(run, task), again: !isDecided };
  return answerByPick(merging, { ...input, pick }, at, isDecided);
}

/** Answers an open question of a merge. @param isDecided whether this operation has just decided the contest */
function answerByPick(
  merging: Merging,
  { by, file, pick, heedsVotes = false }: SwarmInput<'swarm.merge'> & { readonly pick: string },
  at: number,
  isDecided: boolean,
): RuleResult<OperationResults['swarm.merge']> {
  const { run, task } = merging;
  const question = openQuestion(merging.merge, file);
  const option = question?.options.find(({ id }) => id === pick);
  if (question === undefined) {
    // A contest with a single candidate has no question.
    if (isDecided) return { status: 'ok', ...mergeState(run, task), again: false };
    return refuse({ code: 'no-ballot', subject: file ?? task.id, open: mergeState(run, task).questions });
  }
  const isVotedOn = run.mergePolicy.conflictResolution === 'vote' && merging.deliberation.ballots.has(question.id);
  if (heedsVotes && isVotedOn && !isPerson(by)) {
    // The vote on the contest has just been opened.
    if (isDecided) return { status: 'ok', ...mergeState(run, task), again: false };
    return refuse({ code: 'voted-on', task: task.id, subject: question.id, by });
  }
  if (option === undefined) return refuseChoice(question.id, pick, question.options);
  answerQuestion(merging, question, option, by);
  advanceMerge(merging, at);
  return { status: 'ok', ...mergeState(run, task), again: false };
}

function refuseChoice(subject: string, choice: string, options: readonly Option[]): Refused {
  return refuse({ code: 'no-such-choice', subject, choice, options: options.map(({ id }) => id).slice(0, FEW) });
}

/** Refuses a pick in an open contest that would not count, before any task is taken from an agent. */
function refusePick(run: SwarmRun, task: Task, { pick, file, heedsVotes = false }: SwarmInput<'swarm.merge'>): Refused | null {
  if (!heedsVotes || !isDecidable(run, task)) return null;
  if (file !== undefined) return refuse({ code: 'no-ballot', subject: file, open: [] });
  if (pick === undefined) return null;
  const all = candidateOptions(task);
  const counts = pickOption(run.mergePolicy, all);
  const options = counts === null ? all : [counts];
  return options.some(({ id }) => id === pick) ? null : refuseChoice(task.id, pick, options);
}

/** Reports whether an open contest has a submission. */
function isDecidable(run: SwarmRun, task: Task): boolean {
  const isMerged = findMerging(run, task)?.merge.state === 'open';
  return !isMerged && task.room !== null && !isEnded(task.status) && run.isSubmitted(task);
}

/** Decides a contest with the present submissions, even if others still work on it. Returns false if there is nothing to decide. */
function decideContest(run: SwarmRun, task: Task, at: number): boolean {
  if (!isDecidable(run, task)) return false;
  for (const { agent } of task.holders) run.unassign(task, agent);
  decideIfComplete(run, task, at, false);
  return true;
}

/** Returns the open question about a file; without a file, the only open one. */
function openQuestion({ questions }: Merge, file: string | undefined): Question | undefined {
  const open = questions.filter(({ pick }) => pick === undefined);
  if (file !== undefined) return open.find((question) => question.file === file);
  return open.length === 1 ? open[0] : undefined;
}

/** The rules of decisions about results. */
export const approvalRules = { 'swarm.merge': merge, 'swarm.approve': approve };
