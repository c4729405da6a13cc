import { checkAgent } from '../../crtx/people.ts';
import { checkContent } from '../../crtx/stored-content.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Outcome } from '../../platform/operation.ts';
import type { ApproveInput, MergeInput, MergeOutput, ProposeInput, ProposeOutput, VoteInput, VoteOutput } from '../schemas/deciding.ts';
import type { Answered } from '../store.ts';
import type { OpenSwarm } from './context.ts';
import { decidedView } from './decided-view.ts';
import { lockPaths } from './lock-paths.ts';
import { releasedBy } from './lock-view.ts';
import { mergeRefusal, onlyTask } from './merge-refusals.ts';
import { readerOf } from './refusals.ts';
import { accepted, OUTPUT_LIMITS } from './swarm.ts';

/** Proposes how to do a task. */
export async function proposeApproach(desk: OpenSwarm, input: ProposeInput): Promise<Outcome<ProposeOutput>> {
  const { task, agent, approach, confidence } = input;
  checkAgent(desk, agent);
  checkContent(approach, OUTPUT_LIMITS);
  const proposal = desk.store.runtime.ids('prp');
  return accepted(
    (await desk.store.transact({ op: 'swarm.propose', proposal, task, agent, approach, confidence })).result,
    readerOf(desk, agent),
  );
}

/** Votes on a proposal, a question or a merge. */
export async function giveVoice(desk: OpenSwarm, { subject, agent, for: choice }: VoteInput): Promise<Outcome<VoteOutput>> {
  checkAgent(desk, agent);
  const answered = await desk.store.transact({ op: 'swarm.vote', subject, agent, choice });
  const { output, ...outcome } = accepted(answered.result, readerOf(desk));
  const { voices, decided } = output;
  const shown = { voices: [...voices], decided: decided && decidedView(decided), ...releasedBy(answered) };
  return { ...outcome, output: { ...output, ...shown } };
}

/** Answers a question of a merge, or decides a contest with the results submitted so far. */
export async function mergeResults(desk: OpenSwarm, { task, by, pick, file }: MergeInput): Promise<Outcome<MergeOutput>> {
  checkAgent(desk, by);
  const [path] = file === undefined ? [] : lockPaths(desk, [file]);
  const about = { ...(task !== undefined && { task }), ...(pick !== undefined && { pick }), ...(path !== undefined && { file: path }) };
  const record = { op: 'swarm.merge', by, ...about, heedsVotes: true } as const;
  const answered = await desk.store.transact(record);
  const only = task === undefined && isNothing(answered) ? onlyTask(desk, 'question') : undefined;
  return mergeOutcome(desk, about, only === undefined ? answered : await desk.store.transact({ ...record, task: only }));
}

/** Without a task, a merge is that of the whole swarm. If there is none, the only task with an open decision is meant. */
function isNothing({ result }: Answered<'swarm.merge'> | Answered<'swarm.approve'>): boolean {
  return result.status === 'refused' && result.code === 'nothing-to-merge';
}

/** @param about what was requested */
function mergeOutcome(
  desk: OpenSwarm,
  about: Pick<MergeInput, 'task' | 'pick' | 'file'>,
  answered: Answered<'swarm.merge'> | Answered<'swarm.approve'>,
): Outcome<MergeOutput> {
  const { result } = answered;
  if (result.status === 'refused') throw mergeRefusal(desk, about, result);
  const { output, ...outcome } = accepted(result, readerOf(desk));
  return { ...outcome, output: { ...output, questions: [...output.questions], ...releasedBy(answered) } };
}

/** Approves or refuses a merge. */
export async function approveMerge(desk: OpenSwarm, { task, by, refuse: refused, reason }: ApproveInput): Promise<Outcome<MergeOutput>> {
  checkAgent(desk, by);
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
  const answered = await desk.store.transact(record);
  const only = task === undefined && isNothing(answered) ? onlyTask(desk, 'merge') : undefined;
  return mergeOutcome(desk, { task }, only === undefined ? answered : await desk.store.transact({ ...record, task: only }));
}
