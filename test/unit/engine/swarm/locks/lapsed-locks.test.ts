import { expect, test } from 'vitest';
import { LapsedLocks } from '../../../../../src/engine/swarm/locks/lapsed-locks.ts';
import type { LockEvent } from '../../../../../src/engine/swarm/locks/lock-types.ts';
import { lockOf } from '../../../../support/lock-desk.ts';

const HOUR = 3_600_000;
const ended = (path: string, agentId: string, expiresAt: number): LockEvent => ({
  event: 'ended',
  lock: lockOf(path, agentId, { expiresAt }),
});
const granted = (path: string, agentId: string): LockEvent => ({ event: 'granted', lock: lockOf(path, agentId) });
const paths = (locks: readonly { readonly path: string }[]) => locks.map(({ path }) => path);

test('remembers only locks that expired, not those released or broken earlier', () => {
  const lapsed = new LapsedLocks();
  lapsed.note([ended('a', 'ann', 100), ended('b', 'ann', 101), ended('c', 'bob', 99)], 100);
  expect(lapsed.of('ann')).toEqual([{ agentId: 'ann', path: 'a', at: 100 }]);
  expect(paths(lapsed.of('bob'))).toEqual(['c']);
  expect(lapsed.of('eve')).toEqual([]);
});

test('forgets locks that were granted again or taken from the list', () => {
  const lapsed = new LapsedLocks();
  lapsed.note(
    ['a', 'b', 'c'].map((path) => ended(path, 'ann', 1)),
    1,
  );
  lapsed.forgetGranted([granted('a', 'ann'), granted('b', 'bob')]);
  expect(paths(lapsed.take('ann', ['c', 'd']))).toEqual(['c']);
  expect(paths(lapsed.take('ann', 'all'))).toEqual(['b']);
  expect(lapsed.toJSON()).toEqual([]);
});

test('remembers the newest 32 locks of an agent for a day, also after restoring', () => {
  let lapsed = new LapsedLocks();
  for (let n = 0; n < 40; n += 1) lapsed.note([ended(`f${n}`, 'ann', n)], n);
  lapsed.note([ended('f20', 'ann', 50), ended('old', 'bob', 50)], 50);
  lapsed = new LapsedLocks(lapsed.toJSON());
  expect(paths(lapsed.of('ann'))).toEqual([...Array.from({ length: 32 }, (_, n) => `f${n + 8}`).filter((path) => path !== 'f20'), 'f20']);
  lapsed.note([ended('new', 'ann', 2 * HOUR)], 2 * HOUR);
  lapsed.note([], 24 * HOUR + 50);
  expect(lapsed.of('bob')).toEqual([]);
  expect(paths(lapsed.of('ann'))).toContain('new');
  lapsed.note([], 26 * HOUR);
  expect(lapsed.toJSON()).toEqual([]);
});

test('forgets the oldest agents beyond the maximum of a swarm', () => {
  const lapsed = new LapsedLocks();
  for (let n = 0; n < 10_010; n += 1) lapsed.note([ended('f', `a${n}`, n)], n);
  expect(lapsed.toJSON()).toHaveLength(10_000);
  expect([lapsed.of('a9'), paths(lapsed.of('a10'))]).toEqual([[], ['f']]);
});

test('remembers who broke a lock and the start of the reason, also after restoring', () => {
  const lapsed = new LapsedLocks();
  const locks = [lockOf('f', 'ann'), lockOf('f', 'queen')];
  lapsed.noteBroken(locks, { by: 'queen', reason: 'x'.repeat(1_000_000) }, 7);
  const broken = { by: 'queen', reason: `${'x'.repeat(399)}…` };
  expect(new LapsedLocks(lapsed.toJSON()).toJSON()).toEqual([{ agentId: 'ann', path: 'f', at: 7, broken }]);
});
