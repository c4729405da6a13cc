import { describe, expect, test } from 'vitest';
import { Swarm } from '../../../../src/engine/swarm/state/swarm.ts';
import { claimed, manifestOf, root, swarmOf, task, tasksOf } from './make.ts';

const budget = { maxAgents: 10, maxTokens: 1000, maxCostUsd: 1, maxDurationMs: 10_000 };
const spent = (swarm: ReturnType<typeof swarmOf>) => manifestOf(swarm).budget.spent;

describe('usage', () => {
  test('is added to the agent, the swarm, and the named or only active task', () => {
    const swarm = swarmOf(root(task('x'), task('y')), { budget });
    expect(swarm.apply('swarm.usage', { agent: 'a', tokens: 1, costUsd: 0.01 }, 2000)).toEqual({
      status: 'ok',
      agent: 'a',
      task: null,
      warnings: [],
    });
    swarm.apply('swarm.claim', { agent: 'a', task: 'x' }, 2000);
    expect(swarm.apply('swarm.usage', { agent: 'a', tokens: 10, costUsd: 0.02 }, 2000)).toMatchObject({ task: 'x' });
    swarm.apply('swarm.claim', { agent: 'a', task: 'y' }, 2000);
    expect(swarm.apply('swarm.usage', { agent: 'a', tokens: 100, costUsd: 0 }, 2000)).toMatchObject({ task: null });
    expect(swarm.apply('swarm.usage', { agent: 'a', tokens: 200, costUsd: 0, task: 'y' }, 2000)).toMatchObject({ task: 'y' });
    const manifest = manifestOf(swarm);
    expect(manifest.agents[0]).toMatchObject({ tokensUsed: 311, costUsd: 0.03 });
    expect(manifest.budget.spent).toEqual({ agents: 3, tokens: 311, costUsd: 0.03, durationMs: 1000 });
    expect([tasksOf(manifest).get('x')?.actualTokens, tasksOf(manifest).get('y')?.actualTokens]).toEqual([10, 200]);
    expect(tasksOf(manifest).get('root')).not.toHaveProperty('actualTokens');
  });

  test('is refused and not counted for an unknown task or agent', () => {
    const swarm = swarmOf(root(task('x')), { budget });
    expect(swarm.apply('swarm.usage', { agent: 'a', tokens: 1, costUsd: 1, task: 'nowhere' }, 2000)).toMatchObject({
      code: 'unknown-task',
    });
    expect(swarm.apply('swarm.usage', { agent: 'nobody', tokens: 1, costUsd: 1 }, 2000)).toMatchObject({ code: 'unknown-agent' });
    expect(spent(swarm)).toMatchObject({ tokens: 0, costUsd: 0 });
  });

  test.each([[1e9, 1e-6], [1e9, 1e9], [1e300], [999_999_999.999_999, 1]])(
    'caps the total of costs %d and %d at a billion dollars, also after reloading',
    (...costs) => {
      const swarm = swarmOf(root(task('x')), { budget: { ...budget, maxCostUsd: 1e12 } });
      for (const costUsd of costs)
        expect(swarm.apply('swarm.usage', { agent: 'a', tokens: 0, costUsd }, 2000)).toMatchObject({ status: 'ok' });
      expect(spent(swarm).costUsd).toBe(1e9);
      expect(manifestOf(swarm).agents[0]?.costUsd).toBe(1e9);
      const again = Swarm.fromJSON(JSON.parse(JSON.stringify(swarm)));
      again.apply('swarm.usage', { agent: 'a', tokens: 0, costUsd: 0.000_001 }, 2000);
      expect(spent(again).costUsd).toBe(1e9);
    },
  );

  test('adds 0.1 ten times to exactly 1', () => {
    const swarm = swarmOf(root(task('x')));
    for (let time = 0; time < 10; time += 1) swarm.apply('swarm.usage', { agent: 'a', tokens: 0, costUsd: 0.1 }, 2000);
    expect([spent(swarm).costUsd, manifestOf(swarm).agents[0]?.costUsd]).toEqual([1, 1]);
    for (let time = 0; time < 3; time += 1) swarm.apply('swarm.usage', { agent: 'b', tokens: 0, costUsd: 1.005 }, 2000);
    expect(manifestOf(swarm).agents[1]?.costUsd).toBe(3.015);
  });

  test('caps sums at the largest values that the file can store', () => {
    const swarm = swarmOf(root(task('x')));
    for (let time = 0; time < 2; time += 1)
      swarm.apply('swarm.usage', { agent: 'a', tokens: Number.MAX_SAFE_INTEGER, costUsd: 1e300, task: 'x' }, 2000);
    expect(spent(swarm)).toMatchObject({ tokens: Number.MAX_SAFE_INTEGER, costUsd: 1e9 });
    expect(tasksOf(manifestOf(swarm)).get('x')?.actualTokens).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('warnings', () => {
  test('tokens: reported once at 80 % and once at 100 %', () => {
    const swarm = swarmOf(root(task('x')), { budget });
    const warnings = (tokens: number) => swarm.apply('swarm.usage', { agent: 'a', tokens, costUsd: 0 }, 2000).warnings;
    expect(warnings(799)).toEqual([]);
    expect(warnings(1)).toEqual([{ limit: 'tokens', spent: 800, max: 1000, percent: 80 }]);
    expect(warnings(199)).toEqual([]);
    expect(warnings(1)).toEqual([{ limit: 'tokens', spent: 1000, max: 1000, percent: 100 }]);
    expect(warnings(500)).toEqual([]);
  });

  test('reports only 100 % when one record passes both thresholds', () => {
    const swarm = swarmOf(root(task('x')), { budget });
    expect(swarm.apply('swarm.usage', { agent: 'a', tokens: 0, costUsd: 3 }, 2000).warnings).toEqual([
      { limit: 'cost', spent: 3, max: 1, percent: 100 },
    ]);
    expect(swarm.apply('swarm.usage', { agent: 'a', tokens: 0, costUsd: 3 }, 2000).warnings).toEqual([]);
  });

  test('cost: reported at exactly 80 %', () => {
    const swarm = swarmOf(root(task('x')), { budget });
    const percents = Array.from({ length: 10 }, () =>
      swarm.apply('swarm.usage', { agent: 'a', tokens: 0, costUsd: 0.1 }, 2000).warnings.map(({ percent }) => percent),
    );
    expect(percents).toEqual([[], [], [], [], [], [], [], [80], [], [100]]);
  });

  test('agents: reported by the recruit that reaches the threshold, without stopping work', () => {
    const swarm = swarmOf(root(task('x')), { budget: { ...budget, maxAgents: 5 } });
    const recruit = (agent: string) => swarm.apply('swarm.recruit', { agent, role: '', expertise: [] }, 2000).warnings;
    expect(recruit('d')).toEqual([{ limit: 'agents', spent: 4, max: 5, percent: 80 }]);
    expect(recruit('e')).toEqual([{ limit: 'agents', spent: 5, max: 5, percent: 100 }]);
    expect(recruit('f')).toEqual([]);
    expect(claimed(swarm, 'a')).toBe('x');
  });

  test('duration: reported by the next record of any kind, or by the passage of time', () => {
    const swarm = swarmOf(root(task('x')), { budget });
    expect(swarm.apply('swarm.activity', { agent: 'a' }, 8999).warnings).toEqual([]);
    expect(swarm.apply('swarm.complete', { agent: 'a', task: 'x' }, 9000).warnings).toEqual([
      { limit: 'duration', spent: 8000, max: 10_000, percent: 80 },
    ]);
    expect(swarm.advance(11_000)).toEqual([{ limit: 'duration', spent: 10_000, max: 10_000, percent: 100 }]);
    expect(swarm.advance(12_000)).toEqual([]);
  });
});

describe('at 100 %', () => {
  test('refuses new work, and lets active tasks finish', () => {
    const swarm = swarmOf(root(task('x'), task('y'), task('z')), { budget });
    claimed(swarm, 'a');
    swarm.apply('swarm.assign', { task: 'y', agent: 'b', by: 'queen' }, 2000);
    swarm.apply('swarm.usage', { agent: 'a', tokens: 1000, costUsd: 0 }, 2000);
    const limits = [{ limit: 'tokens', spent: 1000, max: 1000 }];
    expect(swarm.apply('swarm.claim', { agent: 'c' }, 2000)).toEqual({
      status: 'none',
      lost: [],
      reason: 'over-budget',
      limits,
      warnings: [],
    });
    expect(swarm.apply('swarm.claim', { agent: 'c', task: 'z' }, 2000)).toEqual({
      status: 'refused',
      code: 'over-budget',
      limits,
      warnings: [],
    });
    expect(swarm.apply('swarm.start', { agent: 'b', task: 'y' }, 2000)).toMatchObject({ code: 'over-budget' });
    const over = { status: 'refused', code: 'over-budget', limits, warnings: [] };
    expect(swarm.apply('swarm.assign', { task: 'z', agent: 'c', by: 'queen' }, 2000)).toEqual(over);
    expect(swarm.apply('swarm.assign', { task: 'y', agent: 'c', by: 'person:kim' }, 2000)).toEqual(over);
    expect(swarm.apply('swarm.assign', { task: 'y', agent: 'b', by: 'queen' }, 2000), 'it is so already').toMatchObject({
      status: 'ok',
      again: true,
    });
    expect(swarm.apply('swarm.claim', { agent: 'a', task: 'x' }, 2000)).toMatchObject({ status: 'ok', again: true });
    expect(swarm.apply('swarm.complete', { agent: 'a', task: 'x' }, 2000)).toMatchObject({ status: 'ok' });
  });

  test('applies the limit to the record that reaches it', () => {
    const swarm = swarmOf(root(task('x')), { budget });
    expect(swarm.apply('swarm.claim', { agent: 'a' }, 11_000)).toEqual({
      status: 'none',
      lost: [],
      reason: 'over-budget',
      limits: [{ limit: 'duration', spent: 10_000, max: 10_000 }],
      warnings: [{ limit: 'duration', spent: 10_000, max: 10_000, percent: 100 }],
    });
  });

  test('a limit of 0 allows no work', () => {
    const swarm = swarmOf(root(task('x')), { budget: { ...budget, maxCostUsd: 0 } });
    expect(claimed(swarm, 'a')).toBe('over-budget');
  });
});

describe('duration', () => {
  test('increases until the swarm has finished', () => {
    const swarm = swarmOf(root(task('x')));
    claimed(swarm, 'a', 3000);
    expect(spent(swarm).durationMs).toBe(2000);
    swarm.apply('swarm.complete', { agent: 'a', task: 'x' }, 5000);
    swarm.apply('swarm.usage', { agent: 'a', tokens: 5, costUsd: 0 }, 9000);
    expect(spent(swarm)).toMatchObject({ durationMs: 4000, tokens: 5 });
    expect(swarm.toJSON().now).toBe(9000);
  });
});
