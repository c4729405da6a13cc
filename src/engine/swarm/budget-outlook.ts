import * as z from 'zod';
import type { SwarmBudget, SwarmManifest } from '../crtx/schema.ts';
import { type Checked, onDemand } from '../platform/on-demand.ts';
import { counted } from '../text/amounts.ts';
import type { OutlookWords } from './schemas/outlook.ts';
import type { Pause } from './state/unpublished.ts';
import { listLeaves } from './tasks/outline.ts';
import { isEnded } from './tasks/task.ts';

const endingLimit = () => z.enum(['tokens', 'cost', 'duration']);
export type EndingLimit = 'tokens' | 'cost' | 'duration';

/**
 * Whether the budget lasts until all tasks are done. `ends`: the limit that is reached first is reached at this time (milliseconds since
 * 1970 UTC, a whole minute), before the tasks are done. `used-up`: it is reached. `left`: leaf tasks that have not ended, as in the task list.
 */
export const budgetOutlookSchema = onDemand(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('enough') }),
    z.object({ kind: z.literal('ends'), limit: endingLimit(), at: z.int(), left: z.int() }),
    z.object({ kind: z.literal('used-up'), limit: endingLimit(), left: z.int() }),
  ]),
);
export type BudgetOutlook = Readonly<Checked<typeof budgetOutlookSchema>>;

/** What a running swarm has spent and done by now. */
export interface BudgetFacts {
  readonly limits: Pick<SwarmBudget, 'maxTokens' | 'maxCostUsd' | 'maxDurationMs'>;
  /** `durationMs`: without pauses, until now. */
  readonly spent: { readonly tokens: number; readonly costUsd: number; readonly durationMs: number };
  /** Leaf tasks that are done. */
  readonly done: number;
  /** Leaf tasks that have not ended. */
  readonly left: number;
}

/** Fewest finished tasks for a forecast; fewer do not allow one. */
export const FEWEST_DONE = 5;

const MINUTE_MS = 60_000;
/** Later times are no forecast any more. */
const FARTHEST_MS = 10 * 365 * 24 * 60 * MINUTE_MS;

/**
 * Returns how long something lasts at the rate of the whole running time, in milliseconds; infinite without use.
 * @param rest what is left of it @param used what was used in `runMs` milliseconds
 */
export function remainingMs(rest: number, used: number, runMs: number): number {
  if (rest <= 0) return 0;
  const ms = (rest / used) * runMs;
  return used > 0 && runMs > 0 && ms <= FARTHEST_MS ? ms : Number.POSITIVE_INFINITY;
}

/** Returns the outlook of a running swarm; `null` if nothing is left to do, or too little was done for a rate. @param now milliseconds since 1970 UTC */
export function budgetOutlook({ limits, spent, done, left }: BudgetFacts, now: number): BudgetOutlook | null {
  if (left <= 0) return null;
  const { durationMs } = spent;
  const lasts: readonly (readonly [EndingLimit, number])[] = [
    ['cost', remainingMs(limits.maxCostUsd - spent.costUsd, spent.costUsd, durationMs)],
    ['tokens', remainingMs(limits.maxTokens - spent.tokens, spent.tokens, durationMs)],
    ['duration', Math.max(0, limits.maxDurationMs - durationMs)],
  ];
  const [limit, ms] = lasts.reduce((first, each) => (each[1] < first[1] ? each : first));
  if (ms <= 0) return { kind: 'used-up', limit, left };
  const doneMs = remainingMs(left, done, durationMs);
  if (done < FEWEST_DONE || durationMs <= 0) return null;
  if (doneMs <= ms) return Number.isFinite(doneMs) ? { kind: 'enough' } : null;
  const at = Math.ceil((now + ms) / MINUTE_MS) * MINUTE_MS;
  return ms <= FARTHEST_MS ? { kind: 'ends', limit, at, left } : null;
}

/** What is known of a swarm besides its manifest. */
interface Running {
  readonly pause: Pause | null;
  readonly isAborted: boolean;
  /** Total length of earlier pauses, in milliseconds. */
  readonly stoppedMs: number;
}

/** Returns the outlook of a swarm; `null` if it is paused or has ended, or nothing can be known. @param now milliseconds since 1970 UTC */
export function outlookOf(manifest: SwarmManifest, { pause, isAborted, stoppedMs }: Running, now: number): BudgetOutlook | null {
  const { decomposition, budget, created } = manifest;
  if (pause !== null || isAborted || isEnded(decomposition.status)) return null;
  const leaves = listLeaves(decomposition);
  const done = leaves.filter(({ status }) => status === 'done').length;
  const left = leaves.filter(({ status }) => !isEnded(status)).length;
  const { tokens, costUsd } = budget.spent;
  return budgetOutlook({ limits: budget, spent: { tokens, costUsd, durationMs: Math.max(0, now - created - stoppedMs) }, done, left }, now);
}

const SUBJECTS: Readonly<Record<EndingLimit, readonly [ends: string, usedUp: string]>> = {
  cost: ['Money ends', 'Money is used up'],
  tokens: ['Tokens end', 'Tokens are used up'],
  duration: ['Time ends', 'Time is used up'],
};

/** Returns the words of an outlook: `Money ends about` (the time) `, 10 tasks left`. */
export function outlookWords(outlook: BudgetOutlook): OutlookWords {
  if (outlook.kind === 'enough') return { before: 'Enough for all tasks', at: null, after: '' };
  const [ends, usedUp] = SUBJECTS[outlook.limit];
  const after = `, ${counted(outlook.left, 'task')} left`;
  return outlook.kind === 'ends' ? { before: `${ends} about `, at: outlook.at, after } : { before: usedUp, at: null, after };
}

/** @param format writes a time */
export function outlookText(outlook: BudgetOutlook, format: (at: number) => string): string {
  const { before, at, after } = outlookWords(outlook);
  return `${before}${at === null ? '' : format(at)}${after}`;
}
