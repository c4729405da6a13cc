import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TimelineEntry } from '../../src/engine/crtx/schema/timeline.ts';
import { compareLists } from '../../src/engine/timeline/differences.ts';
import { timelineMachine } from '../../src/engine/timeline/machine.ts';
import { mergeVersions } from '../../src/engine/timeline/versions.ts';

/** Versions of one entry in clones; few values, so that some are equal. */
const version = fc
  .record({
    timestamp: fc.constantFrom(1, 2, 3),
    agentId: fc.constantFrom('ann', 'bob'),
    action: fc.constantFrom('a', 'b', '\u00e9', '\ud800'),
    parent: fc.option(fc.constantFrom('p', 'q'), { nil: undefined }),
    state: fc.oneof(fc.constant({}), fc.constant({ x: 1 }), fc.constant({ otherVersions: 'mine' })),
  })
  .map(({ state, parent, ...said }): TimelineEntry => {
    const rest = { type: 'decision', reasoning: 'r', confidence: 1, outcome: 'pending' } as const;
    return { id: 'e', ...rest, refs: [], ...said, context: { files: [], state }, ...(parent !== undefined && { parent }) };
  });
const versions = fc.array(version, { minLength: 2, maxLength: 6 });
const shuffled = (all: readonly TimelineEntry[]) => fc.shuffledSubarray([...all], { minLength: all.length, maxLength: all.length });
const unite = (all: readonly TimelineEntry[]) => all.reduce(mergeVersions);

/** Merges neighbours until one is left, like clones that meet in any order. */
function meet(all: readonly TimelineEntry[], order: readonly number[]): TimelineEntry {
  const left = [...all];
  for (const each of order) {
    if (left.length < 2) break;
    const at = each % (left.length - 1);
    const [one, other] = left.slice(at, at + 2);
    if (one !== undefined && other !== undefined) left.splice(at, 2, mergeVersions(one, other));
  }
  return unite(left);
}

test('any order of merges gives the same result, and merging again changes nothing', () => {
  const property = fc.property(
    versions.chain((all) => fc.tuple(fc.constant(all), shuffled(all), fc.array(fc.nat(5), { maxLength: 6 }))),
    ([all, others, order]) => {
      const united = unite(all);
      expect(meet(others, order)).toEqual(united);
      for (const each of all) expect(mergeVersions(united, each)).toBe(united);
      expect(united.timestamp).toBe(Math.max(...all.map(({ timestamp }) => timestamp)));
      const kept = JSON.stringify([united.action, united.context.state.otherVersions]);
      for (const { action } of all) expect(kept).toContain(JSON.stringify(action));
    },
  );
  fc.assert(property, { numRuns: 500 });
});

test('clones that have seen the same versions have equal ledgers', () => {
  const property = fc.property(
    versions.chain((all) => fc.tuple(fc.constant(all), shuffled(all))),
    (orders) => {
      const [one, other] = orders.map((all) => {
        const ledger = timelineMachine.create();
        for (const [ordinal, entry] of all.entries()) {
          const { entries, changes, versions: found } = compareLists([entry], ledger.byId(), 'elsewhere');
          const record = { op: 'adopt', hash: `${ordinal}`, created: 1, beside: {} } as const;
          const lists = { refused: [], entries: [...entries], changes: [...changes], versions: [...found] };
          timelineMachine.apply(ledger, { ...record, ...lists }, { ordinal, time: 1, id: `rec_${ordinal}` });
        }
        return timelineMachine.restore(JSON.parse(JSON.stringify(timelineMachine.snapshot(ledger)))).entries();
      });
      expect(other).toEqual(one);
    },
  );
  fc.assert(property, { numRuns: 300 });
});

test('the latest twenty other versions are kept', () => {
  const [first] = fc.sample(version, 1);
  if (first === undefined) throw new Error('no entry');
  const all = Array.from({ length: 40 }, (_, at): TimelineEntry => ({ ...first, timestamp: at }));
  const united = unite(all);
  expect(united.timestamp).toBe(39);
  expect(united.context.state.otherVersions).toMatchObject(all.slice(19, 39).map(({ timestamp }) => ({ timestamp })));
});

test('a version with the maximum nesting depth is kept as text', () => {
  const state = JSON.parse(`${'{"a":'.repeat(2_496)}1${'}'.repeat(2_496)}`);
  const entry = (timestamp: number): TimelineEntry => {
    const rest = { type: 'decision', reasoning: 'r', confidence: 1, outcome: 'pending' } as const;
    return { id: 'e', ...rest, refs: [], timestamp, agentId: 'ann', action: `at ${timestamp}`, context: { files: [], state } };
  };
  const united = mergeVersions(entry(1), entry(2));
  expect(united.context.state.otherVersions).toEqual([{ timestamp: 1, text: expect.stringContaining('"at 1"') }]);
  expect(mergeVersions(entry(2), entry(1))).toEqual(united);
});
