import { describe, expect, it } from 'vitest';
import { blockedBy, Desk, lockOf } from '../../../../support/lock-desk.ts';

describe('foreign locks', () => {
  const foreign = (path: string, agentId: string, more = {}) => {
    return { path, agentId, type: 'exclusive' as const, acquiredAt: -50, expiresAt: 80, reason: 'theirs', ...more };
  };

  it('are adopted where they conflict with no lock', () => {
    const desk = new Desk();
    const lock = { ...foreign('a', 'fay'), fence: 1, requestId: null, ttlMs: 130, foreign: true };
    expect(desk.table.adopt(foreign('a', 'fay'), ...desk.next())).toEqual({ status: 'granted', lock });
    expect(desk.table.list(0)).toEqual([lock]);
    expect(desk.ask('ann', 'a')).toEqual({ status: 'denied', blockedBy: [blockedBy('fay', 'a', { until: 80, reason: 'theirs' })] });
    expect(desk.table.adopt(foreign('*', 'gus'), ...desk.next())).toMatchObject({ status: 'denied', blockedBy: [{ agentId: 'fay' }] });
    expect(desk.table.adopt(foreign('b', 'gus', { expiresAt: 0 }), ...desk.next())).toEqual({ status: 'expired' });
    expect(desk.at(80).ask('ann', 'a').status).toBe('granted');
  });

  it('have their TTL counted from now if acquired in the future', () => {
    const desk = new Desk().at(10);
    expect(desk.table.adopt(foreign('a', 'fay', { acquiredAt: 60 }), ...desk.next())).toMatchObject({
      lock: { acquiredAt: 60, ttlMs: 70 },
    });
  });

  it('expire within a day, as do renewals of other locks by foreign edits', () => {
    const day = 86_400_000;
    const desk = new Desk().at(10);
    const endless = { acquiredAt: -9e15, expiresAt: 9e15 };
    expect(desk.table.adopt(foreign('a', 'fay', endless), ...desk.next())).toMatchObject({ lock: { expiresAt: 10 + day, ttlMs: day } });
    desk.ask('ann', 'b');
    expect(desk.table.adopt(foreign('b', 'ann', endless), ...desk.next())).toMatchObject({ lock: { expiresAt: 10 + day } });
    expect(desk.at(10 + day).ask('bob', ['a', 'b']).status).toBe('granted');
  });

  it('take precedence over waiting requests, unless their own agent waits too', () => {
    const desk = new Desk();
    desk.ask('ann', 'b');
    desk.wait('bob', ['a', 'b']);
    expect(desk.table.adopt(foreign('a', 'fay'), ...desk.next()).status).toBe('granted');
    desk.wait('gus', 'b');
    const answer = desk.table.adopt(foreign('a/', 'gus', { type: 'shared' }), ...desk.next());
    expect(answer).toMatchObject({
      status: 'denied',
      blockedBy: [
        { state: 'holding', agentId: 'fay' },
        { state: 'waiting', agentId: 'bob' },
      ],
    });
    desk.table.dropForeign('a', 'fay', ...desk.next());
    expect(desk.table.adopt(foreign('a', 'gus'), ...desk.next())).toMatchObject({
      status: 'denied',
      blockedBy: [{ state: 'waiting', agentId: 'bob' }],
    });
  });

  it('only extend the expiry of a lock that the log granted', () => {
    const desk = new Desk();
    desk.ask('ann', 'a');
    expect(desk.table.adopt(foreign('a', 'ann', { type: 'shared' }), ...desk.next())).toEqual({
      status: 'granted',
      lock: lockOf('a', 'ann'),
    });
    const moved = desk.table.adopt(foreign('a', 'ann', { expiresAt: 150 }), ...desk.next());
    expect(moved).toEqual({ status: 'granted', lock: lockOf('a', 'ann', { expiresAt: 150 }) });
    desk.at(100).table.advance(...desk.next());
    expect(desk.held).toEqual(['ann:a']);
  });

  it('are replaced by later content of the file, and by a request of their agent', () => {
    const desk = new Desk();
    desk.table.adopt(foreign('a', 'fay'), ...desk.next());
    desk.table.adopt(foreign('a', 'fay', { type: 'shared', expiresAt: 40 }), ...desk.next());
    expect(desk.table.list(0)).toMatchObject([{ type: 'shared', expiresAt: 40, fence: 2 }]);
    desk.ask('fay', 'a');
    expect(desk.table.list(0)).toMatchObject([{ type: 'exclusive', foreign: false, requestId: 'r3' }]);
  });

  it('are dropped when they leave the file, unlike locks of the log', () => {
    const desk = new Desk();
    desk.table.adopt(foreign('a', 'fay'), ...desk.next());
    desk.ask('ann', 'b');
    desk.wait('bob', ['a', 'c']);
    expect(desk.table.dropForeign('b', 'ann', ...desk.next())).toMatchObject({ status: 'not-held', heldBy: [{ agentId: 'ann' }] });
    expect(desk.table.dropForeign('a', 'bob', ...desk.next()).status).toBe('not-held');
    expect(desk.table.dropForeign('a', 'fay', ...desk.next())).toMatchObject({ status: 'ok', locks: [{ path: 'a' }] });
    expect(desk.held).toEqual(['bob:a', 'ann:b', 'bob:c']);
  });
});
