import { checkAgent } from '../../crtx/people.ts';
import { checkContent } from '../../crtx/stored-content.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Outcome } from '../../platform/operation.ts';
import { type OpenSubject, openSubjects } from '../decisions/open-subjects.ts';
import type { ApproveInput, MergeInput, MergeOutput, ProposeInput, ProposeOutput, VoteInput, VoteOutput } from '../schemas/decisions.ts';
import type { RecordedAnswer } from '../store.ts';
import { toBallotOutput } from './ballot-output.ts';
import type { OpenSwarm } from './context.ts';
import { lockPaths } from './locks/lock-paths.ts';
import { toReleasedLocks } from './locks/lock-view.ts';
import { findOnlyTask, mergeRefusal } from './merge-refusals.ts';
import { toReader } from './refusals.ts';
import { OUTPUT_LIMITS, requireAccepted } from './swarm.ts';

/** Proposes how to do a task. */
export async function proposeApproach(context: OpenSwarm, input: ProposeInput): Promise<Outcome<ProposeOutput>> {
  const { task, agent, approach, confidence } = input;
  checkAgent(context, agent);
  checkContent(approach, OUTPUT_LIMITS);
  const proposal = context.store.runtime.ids('prp');
  return requireAccepted(
    (await context.store.transact({ op: 'swarm.propose', proposal, task, agent, approach, confidence })).result,
    toReader(context, agent),
  );
}

/** Votes on a proposal, a question or a merge. */
export async function castVote(context: OpenSwarm, { subject, agent, for: choice }: VoteInput): Promise<Outcome<VoteOutput>> {
  checkAgent(context, agent);
  const answered = await context.store.transact({ op: 'swarm.vote', subject, agent, choice });
  const { output, ...outcome } = requireAccepted(answered.result, toReader(context));
  const { voices, decided } = output;
  const shown = { voices: [...voices], decided: decided && toBallotOutput(decided), ...toReleasedLocks(answered) };
  return { ...outcome, output: { ...output, ...shown } };
}

/** Answers a question of a merge, or decides a contest with the results submitted so far. */
export async function mergeResults(context: OpenSwarm, { task, by, pick, file }: MergeInput): Promise<Outcome<MergeOutput>> {
  checkAgent(context, by);
  const [path] = file === undefined ? [] : lockPaths(context, [file]);
  const result = pick === undefined ? undefined : pickedResult(context, pick, { task, file: path });
  const about = {
    ...(task !== undefined && { task }),
    ...(result !== undefined && { pick: result }),
    ...(path !== undefined && { file: path }),
  };
  const record = { op: 'swarm.merge', by, ...about, heedsVotes: true } as const;
  const answered = await context.store.transact(record);
  const only = task === undefined && isNothing(answered) ? findOnlyTask(context, 'question') : undefined;
  return mergeOutcome(context, about, only === undefined ? answered : await context.store.transact({ ...record, task: only }));
}

/** Returns the id of the picked result. For a question about a file that is a task, and the agent that did it may be typed, too. */
function pickedResult({ store }: OpenSwarm, pick: string, { task, file }: Pick<MergeInput, 'task' | 'file'>): string {
  const isMeant = (each: OpenSubject): boolean =>
    each.kind === 'question' && (task === undefined || each.task === task) && (file === undefined || each.file === file);
  const results = openSubjects(store.manifest()).flatMap((each) => (isMeant(each) ? each.results.first : []));
  const own = new Set(results.flatMap(({ id, agent }) => (agent === pick ? [id] : [])));
  const [only] = own;
  return only === undefined || own.size > 1 || results.some(({ id }) => id === pick) ? pick : only;
}

/** Without a task, a merge is that of the whole swarm. If there is none, the only task with an open decision is meant. */
function isNothing({ result }: RecordedAnswer<'swarm.merge'> | RecordedAnswer<'swarm.approve'>): boolean {
  return result.status === 'refused' && result.code === 'nothing-to-merge';
}

/** @param about what was requested */
function mergeOutcome(
  context: OpenSwarm,
  about: Pick<MergeInput, 'task' | 'pick' | 'file'>,
  answered: RecordedAnswer<'swarm.merge'> | RecordedAnswer<'swarm.approve'>,
): Outcome<MergeOutput> {
  const { result } = answered;
  if (result.status === 'refused') throw mergeRefusal(context, about, result);
  const { output, ...outcome } = requireAccepted(result, toReader(context));
  return { ...outcome, output: { ...output, questions: [...output.questions], ...toReleasedLocks(answered) } };
}

/** Approves or refuses a merge. */
export async function approveMerge(context: OpenSwarm, { task, by, refuse: refused, reason }: ApproveInput): Promise<Outcome<MergeOutput>> {
  checkAgent(context, by);
  if (refused && (reason ?? '').trim() === '') {
    throw new CortexError('invalid-input', 'a refusal needs a reason', { next: 'Add --reason "what must change".' });
  }
  const record = {
    op: 'swarm.approve',
    by,
    refused,
    ...(task !== undefined && { task }),
    ...(reason !== undefined && { reason }),
  } as const;
  const answered = await context.store.transact(record);
  const only = task === undefined && isNothing(answered) ? findOnlyTask(context, 'merge') : undefined;
  return mergeOutcome(context, { task }, only === undefined ? answered : await context.store.transact({ ...record, task: only }));
}
