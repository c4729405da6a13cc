import { beforeEach, describe, expect, test } from 'vitest';
import { toManifest } from '../../../../../src/engine/swarm/projection.ts';
import { type Cursor, decodeCursor } from '../../../../../src/engine/swarm/replay/cursor.ts';
import { findChanges } from '../../../../../src/engine/swarm/state/differences.ts';
import type { RecordFor } from '../../../../../src/engine/swarm/state/records.ts';
import { PastLog, since } from './past-log.ts';

let log: PastLog;
let begun: { from: { ordinal: number } };
beforeEach(() => {
  log = new PastLog();
  begun = { from: { ordinal: log.create() } };
});

describe('tasks', () => {
  test('show the old and new status, parents first, and the effects on other tasks', () => {
    log.write({ op: 'swarm.claim', agent: 'a', task: 'x' });
    log.at(5).write({ op: 'swarm.fail', agent: 'a', task: 'x', reason: 'too hard' });
    expect(log.told(begun)).toEqual([
      '0 task root - pending → active',
      '0 task x a pending → active (a)',
      '5 failed x a too hard',
      '5 task root - active → pending',
      '5 task x a active → failed',
      '5 task y a pending → skipped',
    ]);
    const [, change] = log.page(begun).changes;
    expect(change).toMatchObject({
      from: { status: 'pending', agents: [] },
      to: { status: 'active', agents: ['a'] },
      ordinal: begun.from.ordinal + 1,
    });
  });

  test('show assignments and splits', () => {
    log.write({ op: 'swarm.assign', task: 'z', agent: 'b', by: 'queen' });
    log.write({ op: 'swarm.assign', task: 'z', agent: 'b', by: 'queen' });
    log.write({
      op: 'swarm.decompose',
      task: 'x',
      by: 'queen',
      children: [{ ...toManifest(log.state({ ordinal: log.last }).state).decomposition, id: 'x1', children: [] }],
    });
    expect(log.told(begun)).toEqual(['0 task z queen pending → pending (b)', '0 split x queen into 1 task']);
  });

  test('of a new swarm are one change, whether it is created or written by another program', () => {
    expect(log.told({ from: { ordinal: begun.from.ordinal - 4 } }).map((line) => line.split(' ')[1])).toEqual([
      'created',
      'joined',
      'joined',
      'joined',
    ]);
    const manifest = { ...toManifest(log.state({ ordinal: log.last }).state), id: 'swm_2', task: 'Another' };
    manifest.decomposition = {
      ...manifest.decomposition,
      children: manifest.decomposition.children.map((child) => ({ ...child, status: 'done' as const })),
    };
    log.write({ op: 'swarm.abort', by: 'queen', reason: 'late' });
    const before = log.last;
    adopt({ changes: [{ change: 'swarm', manifest }] });
    expect(log.told({ from: { ordinal: before } })).toEqual(['0 adopted swarm.crtx - took over 1 edit', '0 created swm_2 queen Another']);
  });
});

function adopt({ changes }: Pick<RecordFor<'adopt'>, 'changes'>): void {
  const record: RecordFor<'adopt'> = { op: 'adopt', hash: 'h', locks: [], dropped: [], unusable: [], changes };
  log.write(Object.assign(record, { after: 0 }));
}

describe('members', () => {
  test('report an unresponsive agent with the record that detects it, and its released tasks without an agent', () => {
    log.write({ op: 'swarm.claim', agent: 'a', task: 'z' });
    const ordinal = log.last;
    const late = 31 * 60_000;
    log.at(late).write({ op: 'swarm.recruit', agent: 'd', role: 'worker', expertise: [] });
    expect(log.told({ from: { ordinal } }).slice(0, 4)).toEqual([
      `${late} unresponsive a - no heartbeat for 31 min`,
      `${late} joined d d as worker`,
      `${late} task root - active → pending`,
      `${late} task z - active (a) → pending`,
    ]);
    expect(log.told({ from: { ordinal }, to: since(late - 1) })).toEqual([]);
  });

  test('report joining, returning and leaving, also by edits of another program', () => {
    log.write(
      { op: 'swarm.retire', agent: 'b', by: 'queen', reason: 'enough' },
      { op: 'swarm.recruit', agent: 'b', role: 'tester', expertise: [] },
    );
    const before = toManifest(log.state({ ordinal: log.last }).state);
    const agents = before.agents.map((agent) => (agent.id === 'c' ? { ...agent, status: 'failed' as const } : agent));
    adopt({ changes: findChanges({ ...before, agents }, before) });
    expect(log.told(begun)).toEqual([
      '0 left b queen enough',
      '0 joined b b is back, as tester',
      '0 adopted swarm.crtx - took over 1 edit',
      '0 left c - failed',
    ]);
  });
});

describe('locks', () => {
  test('that expire are reported at their expiry, after the preceding record', () => {
    const granted = log.lock('a', 'one.ts');
    log.lock('b', 'two.ts', { ttlMs: 5_000 });
    log.at(3_000).write({ op: 'tick' });
    log.at(9_000);
    const { changes } = log.page({ from: { ordinal: granted } });
    expect(changes.map(({ kind, subject, ordinal }) => [kind, subject, ordinal - granted])).toEqual([
      ['lock-granted', 'two.ts', 1],
      ['lock-expired', 'one.ts', 1],
      ['lock-expired', 'two.ts', 2],
    ]);
    const upTo = (ms: number) => log.told({ from: { ordinal: granted }, to: since(ms) });
    expect([upTo(4_999), upTo(5_000)].map((told) => told.length)).toEqual([2, 3]);
    expect(log.told({ from: since(5_000) })).toEqual([]);
  });

  test('that expired before a record of the log itself are reported before it, once', async () => {
    const granted = log.lock('a', 'one.ts');
    await log.at(2_000).seal();
    const sealed = log.page({ from: { ordinal: granted } }).changes;
    expect(sealed).toMatchObject([{ kind: 'lock-expired', ordinal: granted }]);
    log.at(3_000).write({ op: 'tick' });
    expect(log.page({ from: { ordinal: granted } }).changes).toEqual(sealed);
    expect(log.told({ from: { ordinal: log.last } })).toEqual([]);
  });

  test('pass to waiting agents, and a wait that times out is reported at its end', () => {
    log.lock('a', 'one.ts', { ttlMs: 10_000 });
    log.lock('b', 'one.ts', { waitMs: 4_000, reason: 'me too' });
    log.lock('c', 'one.ts', { waitMs: 60_000, ttlMs: 2_000 });
    log.at(20_000).write({ op: 'tick' });
    expect(log.told(begun)).toEqual([
      '0 lock-granted one.ts a exclusive',
      '0 lock-queued one.ts b exclusive, waits: me too',
      '0 lock-queued one.ts c exclusive, waits',
      '4000 lock-wait-ended one.ts b exclusive, the wait timed out',
      '10000 lock-expired one.ts a exclusive',
      '20000 lock-granted one.ts c exclusive, after waiting',
    ]);
  });

  test('report renewals, releases, breaks and cancelled waits', () => {
    log.lock('a', 'one.ts');
    log.write({ op: 'lock.renew', agent: 'a', paths: ['one.ts'], ttlMs: 9_000 });
    log.lock('b', 'one.ts', { waitMs: 60_000 });
    log.write({ op: 'lock.break', path: 'one.ts', by: 'queen', reason: 'stuck' });
    log.write({ op: 'lock.release', agent: 'b', paths: 'all' });
    expect(log.told(begun).slice(1)).toEqual([
      '0 lock-renewed one.ts a exclusive',
      '0 lock-queued one.ts b exclusive, waits',
      '0 lock-broken one.ts queen exclusive, of a: stuck',
      '0 lock-granted one.ts b exclusive, after waiting',
      '0 lock-released one.ts b exclusive',
    ]);
  });
});

test('reports pauses, limits and usage', () => {
  log.write(
    { op: 'swarm.pause', by: 'queen', reason: 'lunch' },
    { op: 'swarm.resume', by: 'queen' },
    { op: 'swarm.usage', agent: 'a', tokens: 800_000, costUsd: 0.5 },
    { op: 'swarm.abort', by: 'queen', reason: 'late' },
  );
  expect(log.told(begun).slice(0, 5)).toEqual([
    '0 paused  queen lunch',
    '0 resumed  queen paused for 0 s',
    '0 usage a a 800,000 tokens, $0.50',
    expect.stringMatching(/^0 budget-warning tokens - The swarm has used 800,000 of 1,000,000 tokens/),
    '0 aborted  queen late',
  ]);
});

test('a refused operation reports no changes', () => {
  log.write({ op: 'swarm.claim', agent: 'nobody' }, { op: 'swarm.pause', by: 'a', reason: '' }, { op: 'swarm.activity', agent: 'a' });
  expect(log.told(begun)).toEqual([]);
});

describe('pages', () => {
  test('follow each other, also while the log grows', () => {
    for (const task of ['x', 'z']) log.write({ op: 'swarm.claim', agent: 'a', task });
    const all = log.page(begun);
    expect(all).toMatchObject({ next: null, changes: { length: 3 } });
    const first = log.page({ ...begun, limit: 2 });
    expect(first).toEqual({ changes: all.changes.slice(0, 2), next: all.changes[1]?.cursor, earlier: null, problems: [] });
    log.at(1).write({ op: 'swarm.claim', agent: 'b', task: 'z' }, { op: 'swarm.fail', agent: 'a', task: 'z', reason: 'no' });
    const [ordinal = 0, index = 0] = (first.next ?? '').split('.').map(Number);
    expect(log.told({ after: { ordinal, index } })).toEqual(log.told(begun).slice(2));
  });

  test.each([
    ['two ordinals', () => ({ from: { ordinal: log.last }, to: { ordinal: log.last - 1 } })],
    ['two times', () => ({ from: since(9), to: since(3) })],
    ['an ordinal and a time', () => ({ from: { ordinal: log.last }, to: since(3) })],
    ['a time and an ordinal', () => ({ from: since(9), to: { ordinal: log.last - 2 } })],
  ])('reject a start later than the end: %s', async (_, query) => {
    for (const at of [4, 6, 8]) {
      log.at(at).write({ op: 'swarm.usage', agent: 'a', tokens: at, costUsd: 0 });
      if (at === 8) await log.seal();
    }
    log.at(10);
    const asked = query();
    expect(() => log.page(asked)).toThrow('the beginning is later than the end');
    expect(log.page({ from: asked.to, to: asked.from }).changes).not.toEqual([]);
  });

  test('without a start contain the last changes, wherever the newest checkpoint is', async () => {
    for (let round = 0; round < 30; round++) {
      log.write({ op: 'swarm.usage', agent: 'a', tokens: round, costUsd: 0 });
      if (round % 4 === 0) await log.seal();
    }
    const told = log.told({ limit: 20 });
    expect(told).toHaveLength(20);
    expect([told[0], told.at(-1)]).toEqual(['0 usage a a 10 tokens, $0.00', '0 usage a a 29 tokens, $0.00']);
    const all = log.told();
    const last = log.page({ limit: 20 });
    expect(last.earlier).toBe(last.changes[0]?.cursor);
    const back: string[] = [];
    for (let before: Cursor | null = null; ; ) {
      const page = log.page({ limit: 7, before });
      back.unshift(...page.changes.map(({ detail }) => detail));
      if (page.earlier === null) break;
      before = decodeCursor(page.earlier);
    }
    expect(back).toEqual(log.page().changes.map(({ detail }) => detail));
    expect(log.page({ limit: all.length })).toMatchObject({ earlier: null, changes: { length: all.length } });
    expect(log.told({ limit: 3, to: { ordinal: log.last - 1 } }).at(-1)).toContain('28 tokens');
  });
});
