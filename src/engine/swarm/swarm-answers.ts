import * as z from 'zod';
import { taskNodeSchema } from '../crtx/schema.ts';
import { type Checked, onDemand } from '../platform/on-demand.ts';
import { type BudgetWarning, budgetWarningSchema } from './budget.ts';
import { mergeSchema, proposalSchema } from './decisions/deliberation.ts';
import type { NoTaskAvailable, Refused } from './refusal.ts';
import { controlResults } from './schemas/control.ts';
import { taskTreeSchema } from './tasks/tree-schema.ts';

type Ok<T> = { readonly status: 'ok' } & T;

/** The result of the rules, without budget warnings. */
export type RuleResult<T> = Ok<T> | Refused;

/** An answer, and the limits of the budget that were reached for the first time. */
export type WithWarnings<T> = T & { readonly warnings: readonly BudgetWarning[] };

const texts = onDemand(() => z.array(z.string()).readonly());
const taskStatus = () => taskNodeSchema().shape.status;

/** The result of a task, and the agent that did it. */
const taskResultSchema = onDemand(() => z.object({ task: z.string(), agent: z.string().nullable(), output: z.unknown().optional() }));
export type TaskResult = Readonly<Checked<typeof taskResultSchema>>;

/** The accepted approach for a task: `proposal`, by `agent`, won for `task`, which may be a parent of the task. */
const acceptedProposalSchema = onDemand(() =>
  z.object({ task: z.string(), proposal: z.string(), agent: z.string(), approach: z.string() }),
);
export type AcceptedProposal = Readonly<Checked<typeof acceptedProposalSchema>>;

/**
 * `task` without children. `before`: under pipeline, results of earlier tasks. `agreed`: under consensus. `shared`: under competitive,
 * other agents do the same task. `refused`: why the result, or that of the whole swarm, was refused before. `again`: nothing changed.
 */
const claimedTaskSchema = onDemand(() =>
  z.object({
    task: taskTreeSchema,
    before: z.array(taskResultSchema()).readonly(),
    agreed: acceptedProposalSchema().optional(),
    shared: z.boolean().optional(),
    refused: z.string().optional(),
    again: z.boolean(),
  }),
);
export type ClaimedTask = Readonly<Checked<typeof claimedTaskSchema>>;

/** Tasks that the claiming agent lost because it was silent, and has not got back. Reported once. */
const lostTasksSchema = onDemand(() => z.object({ lost: texts() }));
export type LostTasks = Readonly<Checked<typeof lostTasksSchema>>;

/** State of a merge. `questions`: the first few open ones. `finished`: whether the swarm is finished. */
const mergeStateSchema = onDemand(() =>
  z.object({
    task: z.string(),
    taskStatus: taskStatus(),
    state: mergeSchema().shape.state,
    waitsFor: mergeSchema().shape.waitsFor.unwrap().nullable(),
    questions: texts(),
    finished: z.boolean(),
  }),
);
export type MergeState = Readonly<Checked<typeof mergeStateSchema>>;

/** A finished ballot. `winner`: an option, or yes or no. `merge`: current state of the merge it was about; `null` for a proposal. */
const ballotResultSchema = onDemand(() => z.object({ subject: z.string(), winner: z.string(), merge: mergeStateSchema().nullable() }));
export type BallotResult = Readonly<Checked<typeof ballotResultSchema>>;

const mergeDone = onDemand(() => mergeStateSchema().extend({ again: z.boolean() }));

/** The result of each operation that was carried out. */
const done = {
  'swarm.create': onDemand(() => z.object({ swarm: z.string() })),
  /** `joined`: new to the swarm, back after having left, or a member already. */
  'swarm.recruit': onDemand(() => z.object({ agent: z.string(), joined: z.enum(['new', 'again', 'before']) })),
  /** `again`: it was a member already. */
  'swarm.admit': onDemand(() => z.object({ agent: z.string(), admitted: z.boolean(), again: z.boolean() })),
  /**
   * `released`: the tasks that it had, including parents, in document order. `decided`: the ballots that ended because it left.
   * `withdrawn`: it only waited to be admitted.
   */
  'swarm.retire': onDemand(() =>
    z.object({
      agent: z.string(),
      withdrawn: z.boolean().optional(),
      released: texts(),
      again: z.boolean(),
      decided: z.array(ballotResultSchema()).readonly(),
    }),
  ),
  /** `previous`: the agent that had the task before. */
  'swarm.assign': onDemand(() => z.object({ task: z.string(), agent: z.string(), previous: z.string().nullable(), again: z.boolean() })),
  'swarm.claim': onDemand(() => claimedTaskSchema().extend(lostTasksSchema().shape)),
  'swarm.start': claimedTaskSchema,
  /** `taskStatus`: active while it waits for others or a merge. `ready`: tasks that waited for it and can begin, in document order. */
  'swarm.complete': onDemand(() => z.object({ task: z.string(), taskStatus: taskStatus(), ready: texts(), again: z.boolean() })),
  /** `skipped`: the tasks that will not be done because of it, in document order. */
  'swarm.fail': onDemand(() => z.object({ task: z.string(), taskStatus: taskStatus(), skipped: texts(), again: z.boolean() })),
  /** `task`: the task that the usage was counted for, in addition to agent and swarm. */
  'swarm.usage': onDemand(() => z.object({ agent: z.string(), task: z.string().nullable() })),
  /** `released`: the tasks that it lost since this was last reported. `since`: its last activity, milliseconds. */
  'swarm.activity': onDemand(() => z.object({ agent: z.string(), released: texts(), since: z.number() })),
  /** State of the proposal: votes, and how many agents may vote. */
  'swarm.propose': onDemand(() =>
    z.object({
      proposal: z.string(),
      task: z.string(),
      state: proposalSchema().shape.state,
      agree: z.int(),
      against: z.int(),
      entitled: z.int(),
    }),
  ),
  /** `open`: whether the vote is still open. */
  'swarm.vote': onDemand(() =>
    z.object({
      subject: z.string(),
      choice: z.string(),
      voices: z.array(z.object({ choice: z.string(), count: z.int() })).readonly(),
      entitled: z.int(),
      open: z.boolean(),
      again: z.boolean(),
      decided: ballotResultSchema().nullable(),
    }),
  ),
  'swarm.merge': mergeDone,
  'swarm.approve': mergeDone,
  ...controlResults,
};
export type OperationResults = { readonly [Op in keyof typeof done]: Readonly<Checked<(typeof done)[Op]>> };

/** What the rule of an operation answers. */
export type RuleAnswer<Op extends keyof OperationResults> =
  | RuleResult<OperationResults[Op]>
  | (Op extends 'swarm.claim' ? NoTaskAvailable & LostTasks : never);

/** The answer to each operation. */
export type SwarmTaskAnswers = { readonly [Op in keyof OperationResults]: WithWarnings<RuleAnswer<Op>> };

/** The fields that every answer is checked for. The details of a refusal are only shown, so they are not checked. */
const headSchema = onDemand(() => {
  const warnings = z.array(budgetWarningSchema());
  return z.discriminatedUnion('status', [
    z.object({ status: z.literal('ok'), warnings }),
    z.object({ status: z.literal('refused'), code: z.string(), warnings }),
    z.object({ status: z.literal('none'), reason: z.string(), ...lostTasksSchema().shape, warnings }),
  ]);
});

/** Returns whether a value is a valid result of an operation. */
export function isTaskResult(op: keyof SwarmTaskAnswers, result: unknown): boolean {
  switch (headSchema().safeParse(result).data?.status) {
    case 'ok':
      return done[op]().safeParse(result).success;
    case 'refused':
      return true;
    case 'none':
      return op === 'swarm.claim';
    default:
      return false;
  }
}
