import { describe, expect, it } from 'vitest';
import { blockedBy, Desk, lockOf } from '../../../../support/lock-desk.ts';

describe('acquire', () => {
  it('grants with the record number as fence and the effective time', () => {
    const desk = new Desk().at(5);
    expect(desk.ask('ann', 'a', { ttlMs: 10, reason: 'edit' })).toEqual({
      status: 'granted',
      locks: [lockOf('a', 'ann', { acquiredAt: 5, expiresAt: 15, ttlMs: 10, reason: 'edit' })],
    });
  });

  it('denies paths covered by an exclusive lock of another agent, and names it', () => {
    const desk = new Desk();
    desk.ask('ann', 'src/');
    expect(desk.ask('bob', 'src/a.ts')).toEqual({ status: 'denied', blockedBy: [blockedBy('ann', 'src/')] });
    expect(desk.ask('bob', 'src/*.ts').status).toBe('denied');
    expect(desk.ask('bob', 'lib/a.ts').status).toBe('granted');
    expect(desk.ask('bob', '**').status).toBe('denied');
  });

  it('lets shared locks coexist, and nothing coexist with an exclusive lock', () => {
    const desk = new Desk();
    expect(desk.ask('ann', 'a', { type: 'shared' }).status).toBe('granted');
    expect(desk.ask('bob', 'a', { type: 'shared' }).status).toBe('granted');
    expect(desk.ask('cy', 'a')).toMatchObject({ status: 'denied', blockedBy: [{ agentId: 'ann' }, { agentId: 'bob' }] });
    desk.release('ann', 'all');
    desk.release('bob', 'all');
    expect(desk.ask('cy', 'a').status).toBe('granted');
    expect(desk.ask('ann', 'a', { type: 'shared' }).status).toBe('denied');
  });

  it('grants all paths or none', () => {
    const desk = new Desk();
    desk.ask('ann', 'b');
    expect(desk.ask('bob', ['a', 'b', 'c'])).toEqual({ status: 'denied', blockedBy: [blockedBy('ann', 'b')] });
    expect(desk.held).toEqual(['ann:b']);
    expect(desk.ask('bob', ['c', 'a', 'c'])).toMatchObject({ status: 'granted', locks: [{ path: 'a' }, { path: 'c' }] });
  });

  it("replaces the agent's own lock on a path, with new expiry, type, fence and reason", () => {
    const desk = new Desk();
    desk.ask('ann', 'a', { ttlMs: 10 });
    desk.at(5);
    expect(desk.ask('ann', 'a', { type: 'shared', ttlMs: 20, reason: 'read' }).status).toBe('granted');
    const replaced = { type: 'shared' as const, acquiredAt: 5, expiresAt: 25, ttlMs: 20, fence: 2, requestId: 'r2', reason: 'read' };
    expect(desk.table.list(5)).toEqual([lockOf('a', 'ann', replaced)]);
    expect(desk.table.request('r1')).toEqual({ status: 'gone' });
    desk.at(25).ask('bob', 'a');
    expect(desk.held).toEqual(['bob:a']);
  });

  it("keeps the later end and the reason of the agent's own lock", () => {
    const desk = new Desk();
    desk.ask('ann', 'a', { reason: 'long' });
    desk.at(50);
    expect(desk.ask('ann', 'a', { ttlMs: 10, reason: '' }).status).toBe('granted');
    const replaced = { acquiredAt: 50, expiresAt: 100, ttlMs: 100, fence: 2, requestId: 'r2', reason: 'long' };
    expect(desk.table.list(50)).toEqual([lockOf('a', 'ann', replaced)]);
    expect(desk.at(99).ask('bob', 'a').status).toBe('denied');
  });

  it('never blocks an agent by its own locks or requests', () => {
    const desk = new Desk();
    desk.ask('ann', 'src/');
    expect(desk.ask('ann', ['src/a', 'src/*.ts', '**/a']).status).toBe('granted');
    desk.wait('bob', ['src/a', 'b.ts']);
    expect(desk.ask('bob', 'b.ts').status).toBe('granted');
  });

  it('upgrades a shared lock only if no other agent shares it', () => {
    const desk = new Desk();
    desk.ask('ann', 'a', { type: 'shared' });
    desk.ask('bob', 'a', { type: 'shared' });
    expect(desk.ask('ann', 'a')).toMatchObject({ status: 'denied', blockedBy: [{ agentId: 'bob' }] });
    expect(desk.table.list(0)).toMatchObject([{ type: 'shared' }, { type: 'shared' }]);
    desk.release('bob', 'all');
    expect(desk.ask('ann', 'a').status).toBe('granted');
    expect(desk.table.list(0)).toMatchObject([{ agentId: 'ann', type: 'exclusive' }]);
  });

  it('answers a repeated id of a waiting request with its position', () => {
    const desk = new Desk();
    desk.ask('ann', 'a');
    desk.wait('bob', 'a', { id: 'same' });
    expect(desk.wait('cy', 'b', { id: 'same' })).toEqual({ status: 'queued', ahead: 0, blockedBy: [blockedBy('ann', 'a')] });
    expect(desk.waiting).toEqual(['bob']);
    expect(desk.held).toEqual(['ann:a']);
  });
});

describe('expiry', () => {
  it('ends a lock exactly at its expiry', () => {
    const desk = new Desk();
    desk.ask('ann', 'a');
    expect(desk.at(99).ask('bob', 'a').status).toBe('denied');
    expect(desk.table.nextExpiry()).toBe(100);
    expect(desk.at(100).ask('bob', 'a').status).toBe('granted');
    expect(desk.table.nextExpiry()).toBe(200);
  });

  it('treats time that goes backwards as unchanged', () => {
    const desk = new Desk();
    desk.at(100).ask('ann', 'a');
    desk.at(50).ask('bob', 'b');
    expect(desk.table.list(0)).toMatchObject([{ expiresAt: 200 }, { acquiredAt: 100, expiresAt: 200 }]);
    desk.at(200).table.advance(...desk.next());
    desk.at(0);
    expect(desk.held).toEqual([]);
    expect(desk.ask('cy', 'a')).toMatchObject({ locks: [{ acquiredAt: 200 }] });
  });

  it('applies to readers whose clock is ahead of the last record', () => {
    const desk = new Desk();
    desk.ask('ann', 'src/');
    expect([desk.table.list(99).length, desk.table.list(100).length]).toEqual([1, 0]);
    expect([desk.table.holders('src/a', 99).length, desk.table.holders('src/a', 100).length]).toEqual([1, 0]);
    expect(desk.table.holders('lib', 0)).toEqual([]);
  });

  it('renews from now on, with the old TTL or a new one', () => {
    const desk = new Desk();
    desk.ask('ann', ['a', 'b']);
    desk.at(60);
    const renewed = lockOf('a', 'ann', { expiresAt: 160 });
    expect(desk.table.renew('ann', ['a'], undefined, ...desk.next())).toEqual({ status: 'ok', locks: [renewed] });
    expect(desk.table.renew('ann', ['b'], 10, ...desk.next())).toMatchObject({ locks: [{ expiresAt: 70, ttlMs: 10, fence: 1 }] });
    desk.at(70).table.advance(...desk.next());
    expect(desk.held).toEqual(['ann:a']);
    desk.at(100).table.advance(...desk.next());
    expect(desk.held).toEqual(['ann:a']);
  });

  it('reports the lost paths and their holders when a renewal is late', () => {
    const desk = new Desk();
    desk.ask('ann', 'a');
    desk.ask('ann', 'b', { ttlMs: 500 });
    desk.at(100).ask('bob', '*', { type: 'shared' });
    expect(desk.held).toEqual(['ann:b']);
    desk.ask('bob', 'a');
    const answer = desk.table.renew('ann', ['b', 'a'], undefined, ...desk.next());
    expect(answer).toMatchObject({
      status: 'not-held',
      locks: [{ path: 'b', expiresAt: 600 }],
      paths: ['a'],
      heldBy: [{ agentId: 'bob' }],
    });
  });
});

describe('release and break', () => {
  it('releases only the exact paths that were locked', () => {
    const desk = new Desk();
    desk.ask('ann', ['src/', 'a']);
    expect(desk.release('ann', ['src/', 'src'])).toMatchObject({
      status: 'not-held',
      locks: [{ path: 'src/' }],
      paths: ['src'],
      heldBy: [],
    });
    expect(desk.release('bob', ['a'])).toMatchObject({ status: 'not-held', locks: [], paths: ['a'], heldBy: [{ agentId: 'ann' }] });
    expect(desk.release('ann', 'all')).toMatchObject({ status: 'ok', locks: [{ path: 'a' }] });
    expect(desk.release('ann', 'all')).toEqual({ status: 'ok', locks: [] });
  });

  it('reports an expired lock as not held', () => {
    const desk = new Desk();
    desk.ask('ann', 'a');
    expect(desk.at(100).release('ann', ['a'])).toEqual({ status: 'not-held', locks: [], paths: ['a'], heldBy: [] });
  });

  it('breaks the locks of all agents on exactly that path', () => {
    const desk = new Desk();
    desk.ask('ann', ['a', 'b'], { type: 'shared' });
    desk.ask('bob', 'a', { type: 'shared' });
    desk.ask('cy', '*', { type: 'shared' });
    expect(desk.table.break('a', ...desk.next())).toMatchObject({ status: 'ok', locks: [{ agentId: 'ann' }, { agentId: 'bob' }] });
    expect(desk.held).toEqual(['cy:*', 'ann:b']);
    expect(desk.table.break('a', ...desk.next())).toMatchObject({ status: 'not-held', paths: ['a'], heldBy: [{ agentId: 'cy' }] });
  });

  it('keeps locks that the same record has just granted', () => {
    const desk = new Desk();
    desk.ask('ann', 'a');
    desk.ask('bob', 'b');
    desk.wait('ann', ['a', 'b'], { id: 'both' });
    expect(desk.at(100).release('ann', 'all')).toEqual({ status: 'ok', locks: [] });
    expect(desk.held).toEqual(['ann:a', 'ann:b']);
    desk.wait('cy', 'a');
    expect(desk.at(200).table.break('a', ...desk.next()).status).toBe('not-held');
    expect(desk.held).toEqual(['cy:a']);
  });
});
