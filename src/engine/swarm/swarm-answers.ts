import * as z from 'zod';
import { swarmBudgetSchema, taskNodeSchema } from '../crtx/schema.ts';
import { type Checked, onDemand } from '../platform/on-demand.ts';
import { type BudgetWarning, budgetWarningSchema } from './budget.ts';
import { mergeSchema, proposalSchema } from './decisions/deliberation.ts';
import type { NothingToGive, Refused } from './refusal.ts';
import { budgetLimitsSchema } from './state/swarm-records.ts';
import { taskTreeSchema } from './tasks/tree-schema.ts';

type Ok<T> = { readonly status: 'ok' } & T;

/** What the rules say, before the budget is looked at. */
export type Verdict<T> = Ok<T> | Refused;

/** An answer, and the limits of the budget that were reached for the first time. */
export type Answered<T> = T & { readonly warnings: readonly BudgetWarning[] };

const texts = onDemand(() => z.array(z.string()).readonly());
const taskStatus = () => taskNodeSchema().shape.status;

/** What came of a task, and who did it. */
const taskResultSchema = onDemand(() => z.object({ task: z.string(), agent: z.string().nullable(), output: z.unknown().optional() }));
export type TaskResult = Readonly<Checked<typeof taskResultSchema>>;

/** How the members have agreed to do a task: `proposal`, by `agent`, has won for `task`, which may be one above it. */
const agreedSchema = onDemand(() => z.object({ task: z.string(), proposal: z.string(), agent: z.string(), approach: z.string() }));
export type Agreed = Readonly<Checked<typeof agreedSchema>>;

/**
 * `task` without children. `before`: under pipeline, what came of those before it. `agreed`: under consensus. `shared`: under competitive,
 * others do the same task. `refused`: why what came of it, or of the whole, was refused before. `again`: it was so already, and nothing changed.
 */
const givenSchema = onDemand(() =>
  z.object({
    task: taskTreeSchema,
    before: z.array(taskResultSchema()).readonly(),
    agreed: agreedSchema().optional(),
    shared: z.boolean().optional(),
    refused: z.string().optional(),
    again: z.boolean(),
  }),
);
export type Given = Readonly<Checked<typeof givenSchema>>;

/** What was taken from who claims for its silence, and is not its own again: told once. */
const lostSchema = onDemand(() => z.object({ lost: texts() }));
export type Lost = Readonly<Checked<typeof lostSchema>>;

/** How a merge stands. `questions`: the first few that are open. `finished`: so is the swarm. */
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

/** A ballot that is over. `winner`: an option, or yes or no. `merge`: how that stands now which it was about; `null` of a proposal. */
const decidedSchema = onDemand(() => z.object({ subject: z.string(), winner: z.string(), merge: mergeStateSchema().nullable() }));
export type Decided = Readonly<Checked<typeof decidedSchema>>;

const mergeDone = onDemand(() => mergeStateSchema().extend({ again: z.boolean() }));

/** What each operation gives when it is done. */
const done = {
  'swarm.create': onDemand(() => z.object({ swarm: z.string() })),
  /** `joined`: new to the swarm, back after having left, or here already. */
  'swarm.recruit': onDemand(() => z.object({ agent: z.string(), joined: z.enum(['new', 'again', 'before']) })),
  /** `again`: it was a member already. */
  'swarm.admit': onDemand(() => z.object({ agent: z.string(), admitted: z.boolean(), again: z.boolean() })),
  /** `released`: the tasks that it had, parents too, in document order. `decided`: the ballots that are over because it left. `withdrawn`: it only waited to be admitted. */
  'swarm.retire': onDemand(() =>
    z.object({
      agent: z.string(),
      withdrawn: z.boolean().optional(),
      released: texts(),
      again: z.boolean(),
      decided: z.array(decidedSchema()).readonly(),
    }),
  ),
  /** `previous`: who had it before. */
  'swarm.assign': onDemand(() => z.object({ task: z.string(), agent: z.string(), previous: z.string().nullable(), again: z.boolean() })),
  'swarm.claim': onDemand(() => givenSchema().extend(lostSchema().shape)),
  'swarm.start': givenSchema,
  /** `taskStatus`: active while it waits for others, or for a merge. `ready`: what waited for it and can be begun now, in document order. */
  'swarm.complete': onDemand(() => z.object({ task: z.string(), taskStatus: taskStatus(), ready: texts(), again: z.boolean() })),
  /** `skipped`: the tasks that will not be done for it, in document order. */
  'swarm.fail': onDemand(() => z.object({ task: z.string(), taskStatus: taskStatus(), skipped: texts(), again: z.boolean() })),
  /** `task`: where the tokens were counted, besides agent and swarm. */
  'swarm.usage': onDemand(() => z.object({ agent: z.string(), task: z.string().nullable() })),
  /** `released`: the tasks that were taken from it since it was last told. `since`: its last sign of life, milliseconds. */
  'swarm.activity': onDemand(() => z.object({ agent: z.string(), released: texts(), since: z.number() })),
  /** How the proposal stands: voices, and how many may vote. */
  'swarm.propose': onDemand(() =>
    z.object({
      ...{ proposal: z.string(), task: z.string(), state: proposalSchema().shape.state },
      ...{ agree: z.int(), against: z.int(), entitled: z.int() },
    }),
  ),
  /** `open`: votes are still taken on it. */
  'swarm.vote': onDemand(() =>
    z.object({
      subject: z.string(),
      choice: z.string(),
      voices: z.array(z.object({ choice: z.string(), count: z.int() })).readonly(),
      entitled: z.int(),
      open: z.boolean(),
      again: z.boolean(),
      decided: decidedSchema().nullable(),
    }),
  ),
  'swarm.merge': mergeDone,
  'swarm.approve': mergeDone,
  /** `since`: milliseconds. */
  'swarm.pause': onDemand(() => z.object({ since: z.number(), by: z.string(), again: z.boolean() })),
  /** `finished`: it had, so that nothing goes on. */
  'swarm.resume': onDemand(() => z.object({ pausedMs: z.number(), finished: z.boolean(), again: z.boolean() })),
  'swarm.abort': onDemand(() => z.object({ swarm: z.string(), skipped: z.int() })),
  /** `before`: the limits that it had. */
  'swarm.budget': onDemand(() => z.object({ before: budgetLimitsSchema(), budget: swarmBudgetSchema(), again: z.boolean() })),
  /** `revived`: the first few of those that were skipped for it and are pending again; `count`: how many. */
  'swarm.retry': onDemand(() => z.object({ task: z.string(), revived: texts(), count: z.int() })),
  /** `unassigned`: under hierarchical, the first few new ones that nobody can claim before `by` or somebody else has given them out. */
  'swarm.decompose': onDemand(() => z.object({ task: z.string(), by: z.string(), added: z.int(), unassigned: texts() })),
};
export type Done = {
  readonly [Op in keyof typeof done as Op extends `swarm.${infer Name}` ? Name : never]: Readonly<Checked<(typeof done)[Op]>>;
};

/** What each operation answers. */
export type SwarmTaskAnswers = {
  readonly [Name in keyof Done as `swarm.${Name}`]: Answered<Verdict<Done[Name]> | (Name extends 'claim' ? NothingToGive & Lost : never)>;
};

/** What is looked at besides: why an operation was not done is only told. */
const headSchema = onDemand(() => {
  const warnings = z.array(budgetWarningSchema());
  return z.discriminatedUnion('status', [
    z.object({ status: z.literal('ok'), warnings }),
    z.object({ status: z.literal('refused'), code: z.string(), warnings }),
    z.object({ status: z.literal('none'), reason: z.string(), ...lostSchema().shape, warnings }),
  ]);
});

/** Whether an operation may have answered so. */
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
