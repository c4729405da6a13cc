import { checkAgent } from '../../crtx/people.ts';
import type { TaskNode } from '../../crtx/schema.ts';
import { checkContent } from '../../crtx/stored-content.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Outcome } from '../../platform/operation.ts';
import type { BudgetLimits } from '../budget.ts';
import { findPlan, readTaskList } from '../plans/plan.ts';
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
} from '../schemas/control.ts';
import { DECOMPOSITION_LIMITS } from './begin-swarm.ts';
import type { OpenSwarm } from './context.ts';
import { withPlanErrors } from './create-swarm.ts';
import { toReleasedLocks } from './locks/lock-view.ts';
import { warnOfMissingFiles } from './missing-task-files.ts';
import { refusalError, toReader } from './refusals.ts';
import { OUTPUT_LIMITS, requireAccepted } from './swarm.ts';

/** Pauses a swarm: no more tasks are assigned. */
export async function pauseSwarm(context: OpenSwarm, { by, reason }: PauseInput): Promise<Outcome<PauseOutput>> {
  checkAgent(context, by);
  checkContent(reason, OUTPUT_LIMITS);
  return requireAccepted((await context.store.transact({ op: 'swarm.pause', by, reason })).result, toReader(context));
}

/** Resumes a paused swarm. */
export async function resumeSwarm(context: OpenSwarm, { by }: ResumeInput): Promise<Outcome<ResumeOutput>> {
  checkAgent(context, by);
  return requireAccepted((await context.store.transact({ op: 'swarm.resume', by })).result, toReader(context));
}

/** Aborts a swarm. */
export async function abortSwarm(context: OpenSwarm, { by, reason }: AbortInput): Promise<Outcome<AbortOutput>> {
  checkAgent(context, by);
  checkContent(reason, OUTPUT_LIMITS);
  const answered = await context.store.transact({ op: 'swarm.abort', by, reason });
  const { output, ...outcome } = requireAccepted(answered.result, toReader(context));
  return { ...outcome, output: { ...output, ...toReleasedLocks(answered) } };
}

/** Sets the given limits. Without any, returns the budget. */
export async function setBudget(context: OpenSwarm, { by, ...named }: BudgetInput): Promise<Outcome<BudgetOutput>> {
  const { store } = context;
  const limits = limitsOf(named);
  if (Object.keys(limits).length === 0) {
    if (store.swarm.id === null) throw refusalError({ status: 'refused', code: 'no-swarm' }, toReader(context));
    return { ok: true, output: { budget: store.manifest().budget, changed: false } };
  }
  if (by === undefined) {
    throw new CortexError('invalid-input', 'a change of the budget needs --by', {
      allowed: 'the coordinator or person:<name>',
      next: 'Add --by.',
    });
  }
  checkAgent(context, by);
  const { output, ...outcome } = requireAccepted((await store.transact({ op: 'swarm.budget', by, limits })).result, toReader(context));
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
export async function retryTask(context: OpenSwarm, { task, by }: RetryInput): Promise<Outcome<RetryOutput>> {
  checkAgent(context, by);
  return requireAccepted((await context.store.transact({ op: 'swarm.retry', task, by })).result, toReader(context));
}

/** Splits a task into the subtasks listed in a file. */
export async function splitTask(context: OpenSwarm, { task, by, file }: DecomposeInput): Promise<Outcome<DecomposeOutput>> {
  const plan = await findPlan(context, file);
  const { tasks, warnings } = readTaskList(context.store.runtime.fs, plan);
  checkAgent(context, by);
  const outcome = await withPlanErrors(plan, () => splitInto(context, { task, by }, tasks));
  return { ...outcome, warnings: [...warnings, ...warnOfMissingFiles(context, tasks), ...(outcome.warnings ?? [])] };
}

/** Splits a task into subtasks. */
export async function splitInto(
  context: OpenSwarm,
  { task, by }: Pick<DecomposeInput, 'task' | 'by'>,
  children: TaskNode[],
): Promise<Outcome<DecomposeOutput>> {
  checkAgent(context, by);
  checkContent(children, DECOMPOSITION_LIMITS);
  return requireAccepted((await context.store.transact({ op: 'swarm.decompose', task, by, children })).result, toReader(context));
}
