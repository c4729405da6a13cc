import path from 'node:path';
import { checkAgent } from '../../crtx/people.ts';
import type { TaskNode } from '../../crtx/schema.ts';
import { checkContent } from '../../crtx/stored-content.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Outcome } from '../../platform/operation.ts';
import type { BudgetLimits } from '../budget.ts';
import { readTaskList } from '../plans/plan.ts';
import type {
  AbortInput,
  AbortOutput,
  BudgetInput,
  BudgetOutput,
  DecomposeInput,
  DecomposeOutput,
  PauseInput,
  PauseOutput,
  ResumeInput,
  ResumeOutput,
  RetryInput,
  RetryOutput,
} from '../schemas/steering.ts';
import { DECOMPOSITION_LIMITS } from './begin-swarm.ts';
import type { OpenSwarm } from './context.ts';
import { releasedBy } from './lock-view.ts';
import { ofPlan } from './of-plan.ts';
import { readerOf, refusalError } from './refusals.ts';
import { accepted, OUTPUT_LIMITS } from './swarm.ts';

/** Pauses a swarm: no more tasks are assigned. */
export async function pauseSwarm(desk: OpenSwarm, { by, reason }: PauseInput): Promise<Outcome<PauseOutput>> {
  checkAgent(desk, by);
  checkContent(reason, OUTPUT_LIMITS);
  return accepted((await desk.store.transact({ op: 'swarm.pause', by, reason })).result, readerOf(desk));
}

/** Resumes a paused swarm. */
export async function resumeSwarm(desk: OpenSwarm, { by }: ResumeInput): Promise<Outcome<ResumeOutput>> {
  checkAgent(desk, by);
  return accepted((await desk.store.transact({ op: 'swarm.resume', by })).result, readerOf(desk));
}

/** Aborts a swarm. */
export async function abortSwarm(desk: OpenSwarm, { by, reason }: AbortInput): Promise<Outcome<AbortOutput>> {
  checkAgent(desk, by);
  checkContent(reason, OUTPUT_LIMITS);
  const answered = await desk.store.transact({ op: 'swarm.abort', by, reason });
  const { output, ...outcome } = accepted(answered.result, readerOf(desk));
  return { ...outcome, output: { ...output, ...releasedBy(answered) } };
}

/** Sets the given limits. Without any, returns the budget. */
export async function setBudget(desk: OpenSwarm, { by, ...named }: BudgetInput): Promise<Outcome<BudgetOutput>> {
  const { store } = desk;
  const limits = limitsOf(named);
  if (Object.keys(limits).length === 0) {
    if (store.swarm.id === null) throw refusalError({ status: 'refused', code: 'no-swarm' }, readerOf(desk));
    return { ok: true, output: { budget: store.manifest().budget, changed: false } };
  }
  if (by === undefined) {
    throw new CortexError('invalid-input', 'a change of the budget needs --by', {
      allowed: 'the coordinator or person:<name>',
      next: 'Add --by.',
    });
  }
  checkAgent(desk, by);
  const { output, ...outcome } = accepted((await store.transact({ op: 'swarm.budget', by, limits })).result, readerOf(desk));
  return { ...outcome, output: { budget: output.budget, changed: !output.again } };
}

function limitsOf({ agents, tokens, cost, duration }: Omit<BudgetInput, 'by'>): Partial<BudgetLimits> {
  return {
    ...(agents !== undefined && { maxAgents: agents }),
    ...(tokens !== undefined && { maxTokens: tokens }),
    ...(cost !== undefined && { maxCostUsd: cost }),
    ...(duration !== undefined && { maxDurationMs: duration }),
  };
}

/** Retries a failed task. */
export async function retryTask(desk: OpenSwarm, { task, by }: RetryInput): Promise<Outcome<RetryOutput>> {
  checkAgent(desk, by);
  const { output, ...outcome } = accepted((await desk.store.transact({ op: 'swarm.retry', task, by })).result, readerOf(desk));
  return { ...outcome, output: { ...output, revived: [...output.revived] } };
}

/** Splits a task into the subtasks listed in a file. */
export async function divideTask(desk: OpenSwarm, { task, by, file }: DecomposeInput): Promise<Outcome<DecomposeOutput>> {
  const plan = path.resolve(file);
  const { tasks, warnings } = readTaskList(desk.store.runtime.fs, plan);
  checkAgent(desk, by);
  const outcome = await ofPlan(plan, () => divideInto(desk, { task, by }, tasks));
  return { ...outcome, warnings: [...warnings, ...(outcome.warnings ?? [])] };
}

/** Splits a task into subtasks. */
export async function divideInto(
  desk: OpenSwarm,
  { task, by }: Pick<DecomposeInput, 'task' | 'by'>,
  children: TaskNode[],
): Promise<Outcome<DecomposeOutput>> {
  checkAgent(desk, by);
  checkContent(children, DECOMPOSITION_LIMITS);
  const { output, ...outcome } = accepted(
    (await desk.store.transact({ op: 'swarm.decompose', task, by, children })).result,
    readerOf(desk),
  );
  return { ...outcome, output: { ...output, unassigned: [...output.unassigned] } };
}
