import * as z from 'zod';
import { isPerson } from '../../crtx/people.ts';
import type { MergePolicy } from '../../crtx/schema.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { Ballot, electorateSchema, NO, YES } from './ballot.ts';

/** Fields of an open vote. `electorate`: absent in swarms of earlier versions. */
const openVote = onDemand(() => ({
  voices: z.array(z.object({ agent: z.string(), choice: z.string() })).optional(),
  electorate: electorateSchema().optional(),
}));

export const proposalSchema = onDemand(() =>
  z.object({
    id: z.string(),
    agent: z.string(),
    approach: z.string(),
    confidence: z.number(),
    at: z.int(),
    state: z.enum(['open', 'won', 'lost']),
    agree: z.int(),
    against: z.int(),
  }),
);

const candidateSchema = onDemand(() =>
  z.object({
    agent: z.string(),
    /** In this order: not started; active; submitted; given up; picked; not picked; discarded by a refused merge or a retry. */
    state: z.enum(['assigned', 'working', 'ready', 'gave-up', 'chosen', 'lost', 'void']),
    since: z.int(),
    at: z.int().optional(),
    confidence: z.number().optional(),
    files: z.array(z.string()).optional(),
    output: z.unknown().optional(),
    reason: z.string().optional(),
  }),
);

const optionSchema = onDemand(() => z.object({ id: z.string(), agent: z.string(), confidence: z.number(), at: z.int() }));

const questionSchema = onDemand(() =>
  z.object({
    id: z.string(),
    /** The file that it is about; if absent, it asks which candidate is the task's result. */
    file: z.string().optional(),
    options: z.array(optionSchema()),
    pick: z.string().optional(),
  }),
);

export const mergeSchema = onDemand(() =>
  z.object({
    at: z.int(),
    state: z.enum(['open', 'approved', 'refused']),
    /** What an open merge waits for. */
    waitsFor: z.enum(['answers', 'votes', 'coordinator', 'person']).optional(),
    questions: z.array(questionSchema()),
    /** True if the members voted for it. */
    isVoted: z.boolean().optional(),
    approvals: z.array(z.object({ by: z.string(), at: z.int() })),
    reason: z.string().optional(),
    /** Who refused it; absent if it lost a vote. */
    refusedBy: z.string().optional(),
  }),
);

/**
 * What a swarm has proposed and decided about a task, as stored in the task's `output` (RULINGS, crtx 3 and 7;
 * docs/decisions/0006-strategies-votes-merges.md). Times are milliseconds since 1970 UTC. Only open votes have `voices` and `electorate`.
 */
const deliberationSchema = onDemand(() =>
  z.object({
    cortex: z.literal('deliberation'),
    result: z.unknown().optional(),
    proposals: z.array(proposalSchema().extend(openVote())).optional(),
    candidates: z.array(candidateSchema()).optional(),
    merge: mergeSchema()
      .extend({ questions: z.array(questionSchema().extend(openVote())), ...openVote() })
      .optional(),
  }),
);

export type Proposal = Checked<typeof proposalSchema>;
export type Candidate = Checked<typeof candidateSchema>;
export type Option = Checked<typeof optionSchema>;
export type Question = Checked<typeof questionSchema>;
export type Merge = Checked<typeof mergeSchema>;
export type WaitsFor = NonNullable<Merge['waitsFor']>;

/** Reports whether a policy requires the approval of a person and the merge does not have it yet. */
export function needsPerson({ strategy, requireHumanApproval }: MergePolicy, { approvals }: Merge): boolean {
  return (strategy === 'human_review' || requireHumanApproval) && !approvals.some(({ by }) => isPerson(by));
}

/** Reports whether a merge that the members vote on was refused without a vote. */
export function wasRefusedWithoutVote({ strategy }: MergePolicy, { refusedBy }: Merge): boolean {
  return strategy === 'voting' && refusedBy !== undefined;
}

/** Returns who may still approve a refused merge of the whole swarm. */
export function remainingApprover(policy: MergePolicy, merge: Merge): 'coordinator' | 'person' {
  return needsPerson(policy, merge) || wasRefusedWithoutVote(policy, merge) ? 'person' : 'coordinator';
}

/** The options of a ballot on a proposal or on a whole merge. */
export const YES_OR_NO = [YES, NO];

/** What has been proposed and decided about one task. */
export class Deliberation {
  readonly proposals: Proposal[] = [];
  readonly candidates: Candidate[] = [];
  merge: Merge | null = null;
  /** The open ballots, by the id of the proposal or question; that on the merge as a whole has the empty id. */
  readonly ballots = new Map<string, Ballot>();

  /** True if the task's plain output is enough to store everything. */
  get isEmpty(): boolean {
    return this.proposals.length === 0 && this.candidates.length === 0 && this.merge === null;
  }

  /** Closes all votes on the merge; votes on proposals stay open. */
  closeMerge(): void {
    for (const id of ['', ...(this.merge?.questions ?? []).map((question) => question.id)]) this.ballots.delete(id);
  }

  /** Returns the task's output. @param result the result of the task, if it has ended */
  toOutput(result: unknown): unknown {
    const { proposals, candidates, merge } = this;
    return {
      cortex: 'deliberation',
      ...(result !== undefined && { result }),
      ...(proposals.length > 0 && { proposals: proposals.map((each) => ({ ...each, ...this.#voices(each.id) })) }),
      ...(candidates.length > 0 && { candidates: candidates.map((each) => ({ ...each })) }),
      ...(merge !== null && {
        merge: { ...merge, questions: merge.questions.map((each) => ({ ...each, ...this.#voices(each.id) })), ...this.#voices('') },
      }),
    };
  }

  #voices(id: string): object {
    const ballot = this.ballots.get(id);
    if (ballot === undefined) return {};
    const { voices, electorate } = ballot;
    return { voices, ...(electorate !== null && { electorate: { ...electorate, returned: [...electorate.returned] } }) };
  }
}

/** Returns the output of a task. A result that looks like a deliberation is wrapped in one, so that it is not mistaken for one. */
export function writeOutput(result: unknown, deliberation: Deliberation | null): unknown {
  if (deliberation?.isEmpty === false) return deliberation.toOutput(result);
  return isMarked(result) ? new Deliberation().toOutput(result) : result;
}

/** Splits an output into result and deliberation. An output that is not a deliberation is the result itself. */
export function readOutput(output: unknown): { readonly result: unknown; readonly deliberation: Deliberation | null } {
  const parsed = isMarked(output) ? deliberationSchema().safeParse(output).data : undefined;
  if (parsed === undefined) return { result: output, deliberation: null };
  const deliberation = new Deliberation();
  for (const { voices: votes, electorate, ...proposal } of parsed.proposals ?? []) {
    deliberation.proposals.push(proposal);
    if (votes !== undefined) deliberation.ballots.set(proposal.id, new Ballot(YES_OR_NO, votes, electorate));
  }
  deliberation.candidates.push(...(parsed.candidates ?? []));
  if (parsed.merge !== undefined) readMerge(deliberation, parsed.merge);
  return { result: parsed.result, deliberation };
}

function isMarked(output: unknown): boolean {
  return typeof output === 'object' && output !== null && 'cortex' in output && output.cortex === 'deliberation';
}

function readMerge(deliberation: Deliberation, stored: NonNullable<Checked<typeof deliberationSchema>['merge']>): void {
  const { voices: votes, electorate, questions, ...merge } = stored;
  deliberation.merge = { ...merge, questions: [] };
  if (votes !== undefined) deliberation.ballots.set('', new Ballot(YES_OR_NO, votes, electorate));
  for (const { voices: chosen, electorate: entitled, ...question } of questions) {
    deliberation.merge.questions.push(question);
    if (chosen === undefined) continue;
    const options = question.options.map(({ id }) => id);
    deliberation.ballots.set(question.id, new Ballot(options, chosen, entitled));
  }
}
