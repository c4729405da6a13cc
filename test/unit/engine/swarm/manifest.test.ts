import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { swarmManifestSchema } from '../../../../src/engine/crtx/schema.ts';
import { applySwarmRecord, Swarm } from '../../../../src/engine/swarm/state/swarm.ts';
import { swarmTaskRecords } from '../../../../src/engine/swarm/state/swarm-records.ts';
import { busy, claimed, creation, manifestOf, root, swarmOf, task } from './make.ts';

const swarmTaskRecordSchema = z.union(Object.values(swarmTaskRecords).map((make) => make()));

describe('toManifest', () => {
  test('has exactly the shape of the seed, in document order', () => {
    const lock = { path: 'src/a.ts', agentId: 'a', type: 'exclusive' as const, acquiredAt: 1, expiresAt: 2, reason: 'edit' };
    const manifest = busy().toManifest([lock]);
    expect(manifest).toEqual({
      id: 'swm_1',
      task: 'build it',
      created: 1000,
      coordinator: 'queen',
      strategy: 'parallel',
      agents: [
        { id: 'a', role: 'worker', expertise: [], assignedTasks: ['z'], status: 'working', startedAt: 2000, tokensUsed: 12, costUsd: 0.5 },
        {
          id: 'b',
          role: 'worker',
          expertise: [],
          assignedTasks: [],
          status: 'done',
          startedAt: 2100,
          completedAt: 2500,
          tokensUsed: 0,
          costUsd: 0,
        },
        { id: 'c', role: 'worker', expertise: [], assignedTasks: ['y'], status: 'idle', tokensUsed: 0, costUsd: 0 },
      ],
      locks: [lock],
      decomposition: {
        ...task('root', { status: 'active' }),
        children: [
          task('p', {
            children: [
              task('x', { status: 'done', assignedTo: 'b', output: ['file.ts'] }),
              task('y', { dependencies: ['x'], assignedTo: 'c' }),
            ],
          }),
          task('z', { priority: 1, status: 'active', assignedTo: 'a', actualTokens: 12 }),
          task('w'),
        ],
      },
      mergePolicy: { strategy: 'auto', conflictResolution: 'last_write', requireHumanApproval: false },
      budget: {
        maxAgents: 100,
        maxTokens: 1_000_000,
        maxCostUsd: 1000,
        maxDurationMs: 1_000_000,
        spent: { agents: 3, tokens: 12, costUsd: 0.5, durationMs: 1500 },
      },
    });
    expect(Object.keys(manifest ?? {})).toEqual(Object.keys(swarmManifestSchema().shape));
    expect(swarmManifestSchema().safeParse(manifest).success).toBe(true);
  });

  test('shares no arrays with the state', () => {
    const swarm = busy();
    const before = structuredClone(manifestOf(swarm));
    const manifest = manifestOf(swarm);
    manifest.agents.pop();
    manifest.decomposition.children.pop();
    manifest.decomposition.dependencies.push('x');
    manifest.budget.maxAgents = 0;
    expect(manifestOf(swarm)).toEqual(before);
  });
});

test('progress counts leaves', () => {
  expect(busy().progress()).toEqual({ total: 4, done: 1, active: 1, failed: 0, skipped: 0, pending: 2, percent: 25 });
});

describe('toJSON and fromJSON', () => {
  test('preserve the state through JSON', () => {
    const swarm = busy();
    swarm.apply('swarm.activity', { agent: 'c' }, 2700);
    const again = Swarm.fromJSON(JSON.parse(JSON.stringify(swarm)));
    expect(again.toJSON()).toEqual(swarm.toJSON());
    expect(again.lastActivity('c')).toBe(2700);
    expect(again.toManifest([])).toEqual(swarm.toManifest([]));
    for (const each of [swarm, again]) {
      for (const agent of ['d', 'e']) each.apply('swarm.recruit', { agent, role: '', expertise: [] }, 2800);
      expect(['d', 'c', 'e'].map((agent) => claimed(each, agent, 2900))).toEqual(['w', 'y', 'nothing-ready']);
    }
  });

  test('preserve pending notices about released tasks; older snapshots have none', () => {
    const swarm = swarmOf(root(task('x')));
    swarm.apply('swarm.claim', { agent: 'a' }, 2000);
    swarm.passTime(3_000_000);
    const { now, run } = swarm.toJSON();
    const again = Swarm.fromJSON(JSON.parse(JSON.stringify(swarm)));
    expect(again.apply('swarm.activity', { agent: 'a' }, 3_000_000)).toMatchObject({ released: ['x'], since: 2000 });
    const older = Swarm.fromJSON({ now, run: run && { ...run, lost: undefined } });
    expect(older.apply('swarm.activity', { agent: 'a' }, 3_000_000)).toMatchObject({ released: [] });
  });

  test('preserve the reported warnings and the end time', () => {
    const swarm = swarmOf(root(task('x')), { budget: { maxAgents: 100, maxTokens: 10, maxCostUsd: 1, maxDurationMs: 100_000 } });
    swarm.apply('swarm.claim', { agent: 'a' }, 2000);
    swarm.apply('swarm.usage', { agent: 'a', tokens: 8, costUsd: 0 }, 2000);
    swarm.apply('swarm.complete', { agent: 'a', task: 'x' }, 3000);
    swarm.apply('swarm.activity', { agent: 'a' }, 5000);
    const again = Swarm.fromJSON(JSON.parse(JSON.stringify(swarm)));
    expect(again.apply('swarm.usage', { agent: 'a', tokens: 1, costUsd: 0 }, 6000).warnings).toEqual([]);
    expect(manifestOf(again).budget.spent.durationMs).toBe(2000);
  });

  test('work without a swarm', () => {
    const swarm = new Swarm();
    swarm.advance(500);
    expect(Swarm.fromJSON(JSON.parse(JSON.stringify(swarm))).toJSON()).toEqual({ now: 500, run: null });
  });

  test('reject invalid snapshots', () => {
    expect(() => Swarm.fromJSON({ now: 1 })).toThrow();
    expect(() => Swarm.fromJSON({ now: 1, run: { manifest: { id: 'x' }, activity: [], warned: {} } })).toThrow();
  });
});

describe('records', () => {
  test('are applied by their operation', () => {
    const swarm = new Swarm();
    const apply = (value: unknown) => applySwarmRecord(swarm, swarmTaskRecordSchema.parse(value), 1000);
    expect(apply({ op: 'swarm.create', ...creation(root(task('x'), task('y'), task('z'))) })).toMatchObject({
      op: 'swarm.create',
      result: { status: 'ok' },
    });
    expect(apply({ op: 'swarm.recruit', agent: 'a', role: 'r', expertise: [] })).toMatchObject({
      op: 'swarm.recruit',
      result: { joined: 'new' },
    });
    expect(apply({ op: 'swarm.assign', agent: 'a', task: 'y', by: 'queen' })).toMatchObject({
      op: 'swarm.assign',
      result: { status: 'ok' },
    });
    expect(apply({ op: 'swarm.start', agent: 'a', task: 'y' })).toMatchObject({ op: 'swarm.start', result: { status: 'ok' } });
    expect(apply({ op: 'swarm.claim', agent: 'a', task: 'x' })).toMatchObject({ op: 'swarm.claim', result: { task: { id: 'x' } } });
    expect(apply({ op: 'swarm.usage', agent: 'a', tokens: 5, costUsd: 0.1 })).toMatchObject({
      op: 'swarm.usage',
      result: { status: 'ok' },
    });
    expect(apply({ op: 'swarm.complete', agent: 'a', task: 'x', output: null })).toMatchObject({
      op: 'swarm.complete',
      result: { status: 'ok' },
    });
    expect(apply({ op: 'swarm.fail', agent: 'a', task: 'y', reason: 'no' })).toMatchObject({ op: 'swarm.fail', result: { skipped: [] } });
    expect(apply({ op: 'swarm.activity', agent: 'a' })).toMatchObject({ op: 'swarm.activity', result: { status: 'ok' } });
    expect(apply({ op: 'swarm.retire', agent: 'a' })).toMatchObject({ op: 'swarm.retire', result: { status: 'ok' } });
    expect(manifestOf(swarm).decomposition.children[0]).toHaveProperty('output', null);
  });

  test.each([
    { op: 'swarm.usage', agent: 'a', tokens: -1, costUsd: 0 },
    { op: 'swarm.usage', agent: 'a', tokens: 1.5, costUsd: 0 },
    { op: 'swarm.usage', agent: 'a', tokens: 1, costUsd: -0.1 },
    { op: 'swarm.usage', agent: 'a', tokens: 1, costUsd: Number.POSITIVE_INFINITY },
    { op: 'swarm.create', ...creation(task('x')), decomposition: { id: 'x' } },
    { op: 'swarm.create', ...creation(task('x')), budget: { maxAgents: -1, maxTokens: 0, maxCostUsd: 0, maxDurationMs: 0 } },
    { op: 'swarm.claim' },
  ])('%j is invalid', (record) => expect(swarmTaskRecordSchema.safeParse(record).success).toBe(false));

  test('reject a tree of 100,000 levels without a stack overflow', () => {
    let decomposition = task('leaf');
    for (let level = 0; level < 100_000; level += 1) decomposition = task(`t${level}`, { children: [decomposition] });
    expect(swarmTaskRecordSchema.safeParse({ op: 'swarm.create', ...creation(decomposition) }).success).toBe(false);
  });
});
