import { describe, expect, it } from 'vitest';
import { ChurnMap } from '../../../../../src/engine/swarm/locks/churn-map.ts';
import { type ExpiringItem, ExpiryHeap } from '../../../../../src/engine/swarm/locks/expiry-heap.ts';
import { LockIndex } from '../../../../../src/engine/swarm/locks/lock-index.ts';
import { patternsOverlap } from '../../../../../src/engine/swarm/locks/lock-match.ts';
import { compile } from '../../../../../src/engine/swarm/locks/lock-pattern.ts';

describe('parts of the lock table', () => {
  it('LockIndex is empty after all items are removed', () => {
    const index = new LockIndex<object>();
    const items = ['a/b/c', 'a/b/', 'a/b/*', 'a/*', '**', 'a', 'x'].map((path) => ({ path }));
    for (const item of items) index.add(item.path, item);
    for (const item of items) {
      expect(index.isEmpty).toBe(false);
      index.remove(item.path, item);
      index.remove(item.path, item);
    }
    expect(index.isEmpty).toBe(true);
  });

  it('ExpiryHeap returns items in order of time after removals', () => {
    const heap = new ExpiryHeap<ExpiringItem & { at: number }>();
    const items = Array.from({ length: 200 }, (_, index) => ({ at: (index * 7919) % 199, place: 0 }));
    for (const item of items) heap.add(item.at, item);
    for (const item of items.filter(({ at }) => at % 3 === 0)) heap.remove(item);
    const order: number[] = [];
    for (let item = heap.due(150); item !== null; item = heap.due(150)) {
      order.push(item.at);
      heap.remove(item);
    }
    const expected = items.map(({ at }) => at).filter((at) => at % 3 !== 0 && at <= 150);
    expect(order).toEqual(expected.sort((one, other) => one - other));
    expect(heap.peek()).toBe(151);
  });

  it('ChurnMap keeps an entry while other keys are added and deleted', () => {
    const map = new ChurnMap<object>();
    map.add('kept', {});
    for (let round = 0; round < 100; round += 1) {
      map.add(`${round}`, { round });
      if (round >= 3) map.delete(`${round - 3}`);
    }
    expect(Array.from(map, ([key]) => key).sort()).toEqual(['97', '98', '99', 'kept']);
    expect([map.size, map.get('96'), map.get('97')]).toEqual([4, undefined, { round: 97 }]);
  });

  // The steps limit when two patterns count as overlapping without a full comparison. Replaying a log must give the same answers.
  it.each<[string, string, number]>([
    ['{a,b}/**/*[a-z]?*/**/x*y*z', '{c,d}/**/*[a-z]?*/**/*y*z', 148],
    ['a/*/b/*/c*', 'a/*/d/*/*c', 38],
    ['**/a/b*', '**/c/*b', 19],
    ['a/x*', 'b/*y', 10],
  ])('counts the steps of a comparison: %s and %s', (one, other, steps) => {
    const meter = { steps: 0 };
    expect(patternsOverlap(compile(one), compile(other), meter)).toBe(false);
    expect(meter.steps).toBe(steps);
  });
});
