import { CortexError, type ErrorCode } from '../../kernel/errors.ts';
import type { Outcome } from '../../kernel/operation.ts';
import type { LockView } from '../operations/locks.ts';
import type {
  AssignInput,
  AssignOutput,
  ClaimInput,
  ClaimOutput,
  CompleteInput,
  CompleteOutput,
  FailInput,
  FailOutput,
  RecruitInput,
  RecruitOutput,
  RetireInput,
  RetireOutput,
  StartInput,
  StartOutput,
  StatusOutput,
  UsageInput,
  UsageOutput,
} from '../operations/swarm.ts';
import { checkAgent } from '../people.ts';
import type { SwarmStore } from '../store.ts';
import { type ContentLimits, checkContent } from '../stored-content.ts';
import type { BudgetWarning } from '../swarm/budget.ts';
import { claimCodeSchema } from '../swarm/claim-code.ts';
import { explainNothing, explainRefusal, explainWarning } from '../swarm/explain.ts';
import type { Answered, Refusal, Refused } from '../swarm/swarm-answers.ts';
import { MAX_TASK_DEPTH } from '../validate.ts';
import type { SwarmDesk } from './desk.ts';
import { lockViewOf } from './lock-view.ts';

const CODES: Partial<Record<Refusal['code'], ErrorCode>> = {
  'no-swarm': 'not-found',
  'unknown-agent': 'not-found',
  'unknown-task': 'not-found',
  'swarm-running': 'already-exists',
  'invalid-decomposition': 'invalid-input',
};

/** The manifest and the tasks above it, each in its parent's list, stand above the output of a task. */
const OUTPUT_LIMITS: ContentLimits = {
  noun: 'the output of a task',
  levels: 2 * MAX_TASK_DEPTH,
  maxBytes: 1_048_576,
  next: 'Put the text into a file and name it in the output.',
};

/** A refusal as the error that every surface shows; its sentence says what to do. */
function refusalError(refused: Refused): CortexError {
  return new CortexError(CODES[refused.code] ?? 'denied', explainRefusal(refused));
}

function done<Output>(output: Output, warnings: readonly BudgetWarning[], ok = true): Outcome<Output> {
  return { ok, output, warnings: warnings.map(explainWarning) };
}

interface Accepted {
  readonly status: 'ok';
  readonly warnings: readonly BudgetWarning[];
}

/** What was done, and the limits that it reached as warnings. @throws CortexError when it was refused */
export function accepted<T extends Accepted>(answer: T | Answered<Refused>): Outcome<Omit<T, keyof Accepted>> {
  if (answer.status === 'refused') throw refusalError(answer);
  const { status: _status, warnings, ...output } = answer;
  return done(output, warnings);
}

/** Takes an agent in; one that left comes back. */
export async function recruitAgent(desk: SwarmDesk, { agent, role, expertise }: RecruitInput): Promise<Outcome<RecruitOutput>> {
  checkAgent(desk, agent);
  return accepted((await desk.store.transact({ op: 'swarm.recruit', agent, role, expertise })).result);
}

/** Lets an agent go; without `by` it goes by itself. Its locks stay: it may be in the middle of an edit, and they end by themselves. */
export async function retireAgent(desk: SwarmDesk, { agent, by, reason }: RetireInput): Promise<Outcome<RetireOutput>> {
  checkAgent(desk, by ?? agent);
  const { store } = desk;
  const record = { op: 'swarm.retire', agent, ...(by !== undefined && { by }), ...(reason !== undefined && { reason }) } as const;
  const { output, ...outcome } = accepted((await store.transact(record)).result);
  return { ...outcome, output: { ...output, released: [...output.released], locks: locksOf(store, agent) } };
}

/** What an agent holds. */
function locksOf({ locks, runtime }: SwarmStore, agent: string): LockView[] {
  return locks
    .list(runtime.clock.now())
    .filter(({ agentId }) => agentId === agent)
    .map(lockViewOf);
}

/** Gives a task into somebody's hands. */
export async function assignTask(desk: SwarmDesk, { task, agent, by }: AssignInput): Promise<Outcome<AssignOutput>> {
  checkAgent(desk, by);
  return accepted((await desk.store.transact({ op: 'swarm.assign', task, agent, by })).result);
}

/** Gives out the next task. That there is none is an answer, not an error, and so is a refusal: an agent reads it as JSON. */
export async function claimTask(desk: SwarmDesk, { agent, task }: ClaimInput): Promise<Outcome<ClaimOutput>> {
  checkAgent(desk, agent);
  const { result } = await desk.store.transact({ op: 'swarm.claim', agent, ...(task !== undefined && { task }) });
  const { warnings } = result;
  // Of all refusals these are the ones that can come here.
  if (result.status === 'refused')
    return done({ task: null, code: claimCodeSchema.parse(result.code), reason: explainRefusal(result) }, warnings, false);
  if (result.status === 'none') return done({ task: null, code: result.reason, reason: explainNothing(result) }, warnings, false);
  const reason = result.again
    ? 'You are working on it already; complete or fail it.'
    : 'It is yours; complete or fail it when it has ended.';
  return done({ task: result.task, code: result.again ? 'yours-already' : 'yours', reason }, warnings);
}

/** Begins a task that was assigned. */
export async function startTask(desk: SwarmDesk, { task, agent }: StartInput): Promise<Outcome<StartOutput>> {
  checkAgent(desk, agent);
  return accepted((await desk.store.transact({ op: 'swarm.start', task, agent })).result);
}

/** Ends a task well. */
export async function completeTask(desk: SwarmDesk, { task, agent, output }: CompleteInput): Promise<Outcome<CompleteOutput>> {
  checkAgent(desk, agent);
  if (output !== undefined) checkContent(output, OUTPUT_LIMITS);
  const record = { op: 'swarm.complete', task, agent, ...(output !== undefined && { output }) } as const;
  const { store } = desk;
  const { output: ended, ...outcome } = accepted((await store.transact(record)).result);
  return { ...outcome, output: { ...ended, ready: [...ended.ready], locks: locksOf(store, agent) } };
}

/** Gives a task up for good. */
export async function failTask(desk: SwarmDesk, { task, agent, reason }: FailInput): Promise<Outcome<FailOutput>> {
  checkAgent(desk, agent);
  checkContent(reason, OUTPUT_LIMITS);
  const { store } = desk;
  const { output, ...outcome } = accepted((await store.transact({ op: 'swarm.fail', task, agent, reason })).result);
  return { ...outcome, output: { ...output, skipped: [...output.skipped], locks: locksOf(store, agent) } };
}

/** Notes that an agent lives which has nothing else to say. */
export async function noteActivity(desk: SwarmDesk, agent: string): Promise<void> {
  checkAgent(desk, agent);
  accepted((await desk.store.transact({ op: 'swarm.activity', agent })).result);
}

/** Counts what an agent has used. */
export async function reportUsage(desk: SwarmDesk, { agent, tokens, cost, task }: UsageInput): Promise<Outcome<UsageOutput>> {
  checkAgent(desk, agent);
  const record = { op: 'swarm.usage', agent, tokens, costUsd: cost, ...(task !== undefined && { task }) } as const;
  return accepted((await desk.store.transact(record)).result);
}

/** How the swarm stands: its manifest in the seed's shape, its progress, and who was last seen when. */
export async function showStatus({ store }: SwarmDesk): Promise<Outcome<StatusOutput>> {
  const { swarm } = store;
  if (swarm.id === null) return { ok: true, output: { swarm: null, progress: null, seen: [] } };
  const manifest = store.manifest();
  const seen = manifest.agents.flatMap(({ id }) => {
    const at = swarm.lastActivity(id);
    return at === null ? [] : [{ agent: id, at }];
  });
  return { ok: true, output: { swarm: manifest, progress: swarm.progress(), seen } };
}
