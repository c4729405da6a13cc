import { describe, expect, it } from 'vitest';
import { LockTable } from '../../../../../src/engine/swarm/locks/lock-table.ts';
import { shortestCycle } from '../../../../../src/engine/text/shortest-cycle.ts';
import { blockedBy, Desk, lockOf } from '../../../../support/lock-desk.ts';

const waits = (agentId: string, path: string, more = {}) => blockedBy(agentId, path, { state: 'waiting', until: 1_000, ...more });

describe('waiting', () => {
  it('is first come, first served, with the triggering record as fence', () => {
    const desk = new Desk();
    desk.ask('ann', 'a');
    expect(desk.wait('bob', 'a')).toEqual({ status: 'queued', ahead: 0, blockedBy: [blockedBy('ann', 'a')] });
    expect(desk.wait('cy', 'a')).toEqual({ status: 'queued', ahead: 1, blockedBy: [blockedBy('ann', 'a'), waits('bob', 'a')] });
    expect(desk.table.request('r3')).toEqual({
      status: 'queued',
      ahead: 1,
      blockedBy: [blockedBy('ann', 'a'), waits('bob', 'a')],
      until: 1_000,
    });
    desk.at(30).release('ann', ['a']);
    const granted = lockOf('a', 'bob', { acquiredAt: 30, expiresAt: 130, fence: 4, requestId: 'r2' });
    expect(desk.table.request('r2')).toEqual({ status: 'granted', locks: [granted] });
    expect(desk.waiting).toEqual(['cy']);
    desk.at(130).table.advance(...desk.next());
    expect(desk.table.request('r2')).toEqual({ status: 'gone' });
    expect(desk.table.request('r3')).toMatchObject({ status: 'granted', locks: [{ acquiredAt: 130, expiresAt: 230, fence: 5 }] });
  });

  it('does not let a later request overtake an earlier conflicting one', () => {
    const desk = new Desk();
    desk.ask('ann', 'a', { type: 'shared' });
    desk.wait('bob', 'a');
    expect(desk.ask('cy', 'a', { type: 'shared' })).toEqual({ status: 'denied', blockedBy: [waits('bob', 'a')] });
    expect(desk.wait('cy', 'a', { type: 'shared' })).toEqual({ status: 'queued', ahead: 1, blockedBy: [waits('bob', 'a')] });
    expect(desk.ask('dee', 'b').status).toBe('granted');
  });

  it('grants several compatible requests at once, with one fence', () => {
    const desk = new Desk();
    desk.ask('ann', 'a');
    desk.wait('bob', 'a', { type: 'shared' });
    desk.wait('cy', 'a', { type: 'shared' });
    desk.wait('dee', 'a');
    desk.wait('eve', 'a', { type: 'shared' });
    desk.release('ann', 'all');
    expect(desk.table.list(0)).toMatchObject([
      { agentId: 'bob', fence: 6 },
      { agentId: 'cy', fence: 6 },
    ]);
    expect(desk.waiting).toEqual(['dee', 'eve']);
  });

  it('grants all paths of a queued request or none', () => {
    const desk = new Desk();
    desk.ask('ann', 'a');
    desk.ask('bob', 'b');
    desk.wait('cy', ['a', 'b']);
    desk.release('ann', 'all');
    expect(desk.held).toEqual(['bob:b']);
    desk.release('bob', 'all');
    expect(desk.held).toEqual(['cy:a', 'cy:b']);
  });

  it('times out, even if the lock expires at the same moment', () => {
    const desk = new Desk();
    desk.ask('ann', 'a');
    desk.wait('bob', 'a', { waitMs: 100 });
    desk.wait('cy', 'a', { waitMs: 101 });
    expect(desk.table.nextExpiry()).toBe(100);
    desk.at(100).table.advance(...desk.next());
    expect(desk.table.request('r2')).toEqual({ status: 'gone' });
    expect(desk.held).toEqual(['cy:a']);
    expect(desk.table.nextExpiry()).toBe(200);
  });

  it('ends when cancelled, and later requests move up', () => {
    const desk = new Desk();
    desk.ask('ann', 'a', { type: 'shared' });
    desk.wait('bob', 'a');
    desk.wait('cy', 'a', { type: 'shared' });
    desk.table.cancel('r2', ...desk.next());
    expect(desk.held).toEqual(['ann:a', 'cy:a']);
    desk.table.cancel('r1', ...desk.next());
    desk.table.cancel('unheard of', ...desk.next());
    expect(desk.held).toEqual(['ann:a', 'cy:a']);
  });

  it('lists waiting requests in order', () => {
    const desk = new Desk();
    desk.ask('ann', '**');
    desk.at(7).wait('bob', ['b', 'a'], { reason: 'later', type: 'shared', waitMs: 50 });
    const request = { id: 'r2', agentId: 'bob', paths: ['a', 'b'], type: 'shared', ttlMs: 100, reason: 'later', requestedAt: 7, until: 57 };
    expect(desk.table.queue()).toEqual([request]);
  });
});

describe('a holder whose lock others wait for', () => {
  it('may reacquire, downgrade, narrow and renew its lock', () => {
    const desk = new Desk();
    desk.ask('ann', 'src/');
    desk.wait('bob', 'src/');
    expect(desk.ask('ann', 'src/').status).toBe('granted');
    expect(desk.ask('ann', 'src/a').status).toBe('granted');
    expect(desk.table.renew('ann', ['src/'], 500, ...desk.next()).status).toBe('ok');
    expect(desk.ask('ann', 'src/', { type: 'shared' }).status).toBe('granted');
    desk.release('ann', ['src/']);
    expect(desk.held).toEqual(['ann:src/a']);
    desk.release('ann', 'all');
    expect(desk.held).toEqual(['bob:src/']);
  });

  it('admits compatible requests when it downgrades its lock', () => {
    const desk = new Desk();
    desk.ask('ann', 'a');
    desk.wait('bob', 'a', { type: 'shared' });
    desk.ask('ann', 'a', { type: 'shared' });
    expect(desk.held).toEqual(['ann:a', 'bob:a']);
  });

  it('may upgrade before waiting requests if no other agent shares the lock', () => {
    const desk = new Desk();
    desk.ask('ann', 'a', { type: 'shared' });
    desk.ask('bob', 'a', { type: 'shared' });
    desk.wait('cy', 'a');
    expect(desk.wait('ann', 'a')).toEqual({ status: 'queued', ahead: 0, blockedBy: [blockedBy('bob', 'a', { type: 'shared' })] });
    expect(desk.table.request('r3')).toMatchObject({
      ahead: 1,
      blockedBy: [{ agentId: 'ann' }, { agentId: 'bob' }, { state: 'waiting', agentId: 'ann' }],
    });
    desk.release('bob', 'all');
    expect(desk.table.list(0)).toMatchObject([{ agentId: 'ann', type: 'exclusive', requestId: 'r4' }]);
    desk.release('ann', 'all');
    expect(desk.held).toEqual(['cy:a']);
  });

  it('keeps its priority for an upgrade after its own lock expires', () => {
    const desk = new Desk();
    desk.ask('ann', 'a', { type: 'shared', ttlMs: 10 });
    desk.ask('bob', 'a', { type: 'shared' });
    desk.wait('cy', 'a');
    desk.wait('ann', 'a');
    desk.at(10).table.advance(...desk.next());
    desk.table = LockTable.fromJSON(JSON.parse(JSON.stringify(desk.table)));
    desk.at(100).table.advance(...desk.next());
    expect(desk.held).toEqual(['ann:a']);
    expect(desk.waiting).toEqual(['cy']);
  });

  it('may not upgrade past a request that waits for another lock', () => {
    const desk = new Desk();
    desk.ask('ann', 'a', { type: 'shared' });
    desk.ask('dee', 'z');
    desk.wait('bob', ['a', 'z'], { type: 'shared' });
    expect(desk.ask('ann', 'a')).toEqual({ status: 'denied', blockedBy: [waits('bob', 'a', { type: 'shared' })] });
  });

  it('may not widen its lock past waiting requests', () => {
    const desk = new Desk();
    desk.ask('ann', 'src/a');
    desk.wait('bob', 'src/');
    expect(desk.ask('ann', 'src/b')).toEqual({ status: 'denied', blockedBy: [waits('bob', 'src/')] });
    expect(desk.ask('ann', ['src/a', 'src/b']).status).toBe('denied');
    expect(desk.wait('ann', 'src/b')).toEqual({ status: 'cycle', cycle: ['ann', 'bob', 'ann'] });
  });
});

describe('cycles', () => {
  it('are refused with all their members, and change nothing else', () => {
    const desk = new Desk();
    desk.ask('ann', 'a');
    desk.ask('bob', 'b');
    desk.ask('cy', 'c');
    desk.wait('ann', 'b');
    desk.wait('bob', 'c');
    expect(desk.wait('cy', ['a', 'x'])).toEqual({ status: 'cycle', cycle: ['cy', 'ann', 'bob', 'cy'] });
    expect(desk.ask('cy', 'a').status).toBe('denied');
    expect(desk.waiting).toEqual(['ann', 'bob']);
    expect(desk.table.request('r6')).toEqual({ status: 'gone' });
    desk.release('cy', 'all');
    expect(desk.held).toEqual(['ann:a', 'bob:b', 'bob:c']);
  });

  it('are detected through waiting requests, not only through locks', () => {
    const desk = new Desk();
    desk.ask('ann', 'a');
    desk.ask('dee', 'd');
    desk.wait('bob', ['a', 'd']);
    expect(desk.wait('ann', 'd')).toEqual({ status: 'cycle', cycle: ['ann', 'bob', 'ann'] });
  });

  it('are detected if an agent without locks is waited for in the queue', () => {
    const desk = new Desk();
    desk.ask('ann', 'a');
    desk.ask('dee', 'd');
    desk.wait('cy', 'a');
    desk.wait('dee', 'a');
    expect(desk.wait('cy', 'd')).toEqual({ status: 'cycle', cycle: ['cy', 'dee', 'cy'] });
  });

  it('of two upgrades of a shared lock are refused to the second agent', () => {
    const desk = new Desk();
    desk.ask('ann', 'a', { type: 'shared' });
    desk.ask('bob', 'a', { type: 'shared' });
    expect(desk.wait('ann', 'a').status).toBe('queued');
    expect(desk.wait('bob', 'a')).toEqual({ status: 'cycle', cycle: ['bob', 'ann', 'bob'] });
  });

  it('are found behind a long queue', () => {
    const desk = new Desk();
    desk.ask('z', 'own');
    for (let index = 0; index < 50; index += 1) {
      desk.ask(`agent ${index}`, `own ${index}`);
      desk.wait(`agent ${index}`, 'hot', { type: index === 7 ? 'shared' : 'exclusive' });
    }
    desk.wait('agent 30', 'own');
    expect(desk.wait('z', 'hot')).toEqual({ status: 'cycle', cycle: ['z', 'agent 30', 'z'] });
  });

  it('are found beside a request that precedes the one in the cycle', () => {
    const desk = new Desk();
    desk.ask('ann', 'p', { type: 'shared' });
    desk.ask('ann', 'm');
    desk.ask('bob', 'n');
    desk.ask('dee', 'q');
    desk.ask('zed', 'r');
    desk.wait('cy', ['p', 'r']);
    expect(desk.wait('bob', 'p', { type: 'shared' })).toMatchObject({ status: 'queued', blockedBy: [{ agentId: 'cy' }] });
    expect(desk.wait('ann', ['p', 'q'], { type: 'shared' })).toMatchObject({ status: 'queued', blockedBy: [{ agentId: 'dee' }] });
    expect(desk.wait('zed', ['m', 'n'])).toEqual({ status: 'cycle', cycle: ['zed', 'bob', 'cy', 'zed'] });
  });

  it('are reported by their shortest path', () => {
    const edges: Record<string, string[]> = { a: ['b', 'c', 'd'], b: ['x'], c: ['a'], d: ['a'], e: ['b'], x: ['a'] };
    const after = (agent: string) => edges[agent] ?? [];
    expect(shortestCycle('a', after)).toEqual(['a', 'c', 'a']);
    expect(shortestCycle('b', after)).toEqual(['b', 'x', 'a', 'b']);
    expect(shortestCycle('e', after)).toBeNull();
  });

  it('are reported in the order of agents if equally short', () => {
    const desk = new Desk();
    desk.ask('ann', 'x');
    desk.ask('dee', 'p');
    desk.ask('cy', 'q');
    desk.wait('dee', 'x');
    desk.wait('cy', 'x');
    expect(desk.wait('ann', ['p', 'q'])).toEqual({ status: 'cycle', cycle: ['ann', 'cy', 'ann'] });
  });
});
