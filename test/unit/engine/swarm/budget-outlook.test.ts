import { describe, expect, test } from 'vitest';
import {
  type BudgetFacts,
  type BudgetOutlook,
  budgetOutlook,
  outlookOf,
  outlookText,
} from '../../../../src/engine/swarm/budget-outlook.ts';
import { manifest, task } from '../../host/view-models.ts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 2, 28, 13, 30);

/** After an hour, ten of twenty tasks are done: the rest takes another hour. */
const facts = (more: Partial<BudgetFacts['limits']>, spent: Partial<BudgetFacts['spent']> = {}): BudgetFacts => ({
  limits: { maxTokens: 1_000_000, maxCostUsd: 100, maxDurationMs: 600 * MINUTE, ...more },
  spent: { tokens: 1_000, costUsd: 6, durationMs: 60 * MINUTE, ...spent },
  done: 10,
  left: 10,
});

const text = (outlook: BudgetOutlook | null) => outlook && outlookText(outlook, (at) => new Date(at).toISOString().slice(11, 16));

describe('the outlook of a budget', () => {
  test.each<[BudgetFacts, string | null]>([
    [facts({ maxCostUsd: 9.5 }), 'Money ends about 14:05, 10 tasks left'],
    [facts({ maxTokens: 1_500 }), 'Tokens end about 14:00, 10 tasks left'],
    [facts({ maxDurationMs: 70 * MINUTE }), 'Time ends about 13:40, 10 tasks left'],
    // Whichever is first.
    [facts({ maxCostUsd: 9.5, maxTokens: 1_500 }), 'Tokens end about 14:00, 10 tasks left'],
    [facts({}), 'Enough for all tasks'],
    [facts({ maxCostUsd: 12 }), 'Enough for all tasks'],
    [facts({ maxCostUsd: 6 }), 'Money is used up, 10 tasks left'],
    [facts({ maxTokens: 0 }), 'Tokens are used up, 10 tasks left'],
    [facts({}, { costUsd: 0, tokens: 0 }), 'Enough for all tasks'],
    [facts({}, { durationMs: 0 }), null],
    [{ ...facts({ maxCostUsd: 9.5 }), done: 4 }, null],
    [{ ...facts({ maxCostUsd: 9.5 }), left: 1 }, 'Enough for all tasks'],
    [{ ...facts({ maxCostUsd: 9.5 }), left: 0 }, null],
  ])('%j: %s', (known, said) => {
    expect(text(budgetOutlook(known, NOW))).toBe(said);
  });

  const states = (...all: readonly ('done' | 'active' | 'pending' | 'failed')[]) =>
    task('all', { status: 'active', children: all.map((status, n) => task(`t${n}`, { status })) });
  const tree = states('done', 'done', 'done', 'done', 'done', 'failed', 'active', 'pending');
  const running = { pause: null, isAborted: false, stoppedMs: 0 };
  const spent = { agents: 1, tokens: 0, costUsd: 5, durationMs: 0 };
  const swarm = manifest(tree, {
    created: NOW - 60 * MINUTE,
    budget: { maxAgents: 5, maxTokens: 1_000, maxCostUsd: 6, maxDurationMs: 600 * MINUTE, spent },
  });

  test('counts the leaf tasks that have not ended, as the task list does', () => {
    expect(text(outlookOf(swarm, running, NOW))).toBe('Money ends about 13:42, 2 tasks left');
  });

  test('does not count earlier pauses', () => {
    expect(text(outlookOf(swarm, { ...running, stoppedMs: 30 * MINUTE }, NOW))).toBe('Money ends about 13:36, 2 tasks left');
  });

  test('says nothing of a swarm that is paused, aborted or has ended', () => {
    const pause = { by: 'person:eva', reason: '', at: NOW };
    expect(outlookOf(swarm, { ...running, pause }, NOW)).toBeNull();
    expect(outlookOf(swarm, { ...running, isAborted: true }, NOW)).toBeNull();
    expect(outlookOf({ ...swarm, decomposition: { ...tree, status: 'done' } }, running, NOW)).toBeNull();
  });
});
