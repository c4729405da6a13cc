import * as z from 'zod';
import { isPerson } from '../../crtx/people.ts';
import type { MergePolicy } from '../../crtx/schema.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { Ballot, electorateSchema, NO, YES } from './ballot.ts';

/** Of what is voted on now. `electorate`: not in swarms of earlier versions. */
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
    /** To be begun; at work; handed in; given up; picked; not picked; of a merge that was refused. */
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
    /** Which file it is about; without it: which candidate of the task is its result. */
    file: z.string().optional(),
    options: z.array(optionSchema()),
    pick: z.string().optional(),
  }),
);

export const mergeSchema = onDemand(() =>
  z.object({
    at: z.int(),
    state: z.enum(['open', 'approved', 'refused']),
    /** For what it waits while it is open. */
    waitsFor: z.enum(['answers', 'votes', 'coordinator', 'person']).optional(),
    questions: z.array(questionSchema()),
    /** The members have agreed to it. */
    isVoted: z.boolean().optional(),
    approvals: z.array(z.object({ by: z.string(), at: z.int() })),
    reason: z.string().optional(),
    /** Who has refused it; nobody where a vote was lost. */
    refusedBy: z.string().optional(),
  }),
);

/**
 * What a swarm has said and decided about a task, as it stands in the task's `output` (RULINGS, crtx 3 and 7;
 * docs/decisions/0006-deciding-together.md). Times are milliseconds since 1970 UTC; `voices` and `electorate` only of what is open.
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

/** Whether a policy wants the approval of a person that a merge does not have yet. */
export function needsPerson({ strategy, requireHumanApproval }: MergePolicy, { approvals }: Merge): boolean {
  return (strategy === 'human_review' || requireHumanApproval) && !approvals.some(({ by }) => isPerson(by));
}

/** Whether somebody has refused what is for the members to decide, and has not asked them. */
export function isPassedOver({ strategy }: MergePolicy, { refusedBy }: Merge): boolean {
  return strategy === 'voting' && refusedBy !== undefined;
}

/** Who may still approve the merge of a whole that was refused. */
export function approverAfterAll(policy: MergePolicy, merge: Merge): 'coordinator' | 'person' {
  return needsPerson(policy, merge) || isPassedOver(policy, merge) ? 'person' : 'coordinator';
}

/** The options of a ballot on a proposal or on a whole merge. */
export const YES_OR_NO = [YES, NO];

/** What has been said and decided about one task. */
export class Deliberation {
  readonly proposals: Proposal[] = [];
  readonly candidates: Candidate[] = [];
  merge: Merge | null = null;
  /** What is open, by the id of the proposal or question; that on the merge as a whole by the empty id. */
  readonly ballots = new Map<string, Ballot>();

  /** True when there is nothing that the task's own output could not say. */
  get isEmpty(): boolean {
    return this.proposals.length === 0 && this.candidates.length === 0 && this.merge === null;
  }

  /** Takes no more votes on the merge; a proposal may still be open. */
  closeMerge(): void {
    for (const id of ['', ...(this.merge?.questions ?? []).map((question) => question.id)]) this.ballots.delete(id);
  }

  /** The task's output. @param result what came of the task, if it has ended */
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

/** A result that looks like a deliberation must stand in one, or it would be taken for it. */
export function writeOutput(result: unknown, deliberation: Deliberation | null): unknown {
  if (deliberation?.isEmpty === false) return deliberation.toOutput(result);
  return isMarked(result) ? new Deliberation().toOutput(result) : result;
}

/** An output taken apart. What is not a deliberation is the result of the task. */
export function readOutput(output: unknown): { readonly result: unknown; readonly deliberation: Deliberation | null } {
  const parsed = isMarked(output) ? deliberationSchema().safeParse(output).data : undefined;
  if (parsed === undefined) return { result: output, deliberation: null };
  const deliberation = new Deliberation();
  for (const { voices: said, electorate, ...proposal } of parsed.proposals ?? []) {
    deliberation.proposals.push(proposal);
    if (said !== undefined) deliberation.ballots.set(proposal.id, new Ballot(YES_OR_NO, said, electorate));
  }
  deliberation.candidates.push(...(parsed.candidates ?? []));
  if (parsed.merge !== undefined) readMerge(deliberation, parsed.merge);
  return { result: parsed.result, deliberation };
}

function isMarked(output: unknown): boolean {
  return typeof output === 'object' && output !== null && 'cortex' in output && output.cortex === 'deliberation';
}

function readMerge(deliberation: Deliberation, stored: NonNullable<Checked<typeof deliberationSchema>['merge']>): void {
  const { voices: said, electorate, questions, ...merge } = stored;
  deliberation.merge = { ...merge, questions: [] };
  if (said !== undefined) deliberation.ballots.set('', new Ballot(YES_OR_NO, said, electorate));
  for (const { voices: chosen, electorate: entitled, ...question } of questions) {
    deliberation.merge.questions.push(question);
    if (chosen === undefined) continue;
    const options = question.options.map(({ id }) => id);
    deliberation.ballots.set(question.id, new Ballot(options, chosen, entitled));
  }
}
