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

test('what ended before its time was given up or broken, and is not remembered', () => {
  const lapsed = new LapsedLocks();
  lapsed.note([ended('a', 'ann', 100), ended('b', 'ann', 101), ended('c', 'bob', 99)], 100);
  expect(lapsed.of('ann')).toEqual([{ agentId: 'ann', path: 'a', at: 100 }]);
  expect(paths(lapsed.of('bob'))).toEqual(['c']);
  expect(lapsed.of('eve')).toEqual([]);
});

test('what was taken again, or asked for, is forgotten', () => {
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

test('the newest of an agent are remembered, for a day, also by a state that was restored', () => {
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

test('of more agents than a swarm has the oldest are forgotten', () => {
  const lapsed = new LapsedLocks();
  for (let n = 0; n < 10_010; n += 1) lapsed.note([ended('f', `a${n}`, n)], n);
  expect(lapsed.toJSON()).toHaveLength(10_000);
  expect([lapsed.of('a9'), paths(lapsed.of('a10'))]).toEqual([[], ['f']]);
});

test('of what somebody broke, who and why is remembered, of a long reason its beginning, also by a state that was restored', () => {
  const lapsed = new LapsedLocks();
  const locks = [lockOf('f', 'ann'), lockOf('f', 'queen')];
  lapsed.noteBroken(locks, { by: 'queen', reason: 'x'.repeat(1_000_000) }, 7);
  const broken = { by: 'queen', reason: `${'x'.repeat(399)}…` };
  expect(new LapsedLocks(lapsed.toJSON()).toJSON()).toEqual([{ agentId: 'ann', path: 'f', at: 7, broken }]);
});
