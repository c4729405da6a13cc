import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BudgetFacts, budgetOutlook, FEWEST_DONE, outlookText, remainingMs } from '../../src/engine/swarm/budget-outlook.ts';

const amount = fc.oneof(fc.nat(), fc.double({ min: -1e300, max: 1e300, noNaN: true }), fc.constantFrom(0, Number.MAX_SAFE_INTEGER, 5e-324));
const anyFacts: fc.Arbitrary<BudgetFacts> = fc.record({
  limits: fc.record({ maxTokens: amount, maxCostUsd: amount, maxDurationMs: amount }),
  spent: fc.record({ tokens: amount, costUsd: amount, durationMs: amount }),
  done: fc.nat(10_000),
  left: fc.integer({ min: -3, max: 10_000 }),
});
/** A swarm of an hour that is about to reach a limit. */
const likelyFacts: fc.Arbitrary<BudgetFacts> = fc.record({
  limits: fc.record({
    maxTokens: fc.constant(1_000_000),
    maxCostUsd: fc.double({ min: 10, max: 10.5, noNaN: true }),
    maxDurationMs: fc.integer({ min: 3_600_000, max: 3_700_000 }),
  }),
  spent: fc.record({ tokens: fc.nat(900_000), costUsd: fc.double({ min: 9, max: 10, noNaN: true }), durationMs: fc.nat(3_600_000) }),
  done: fc.integer({ min: 5, max: 50 }),
  left: fc.integer({ min: 1, max: 500 }),
});
const facts = fc.oneof(anyFacts, likelyFacts);
/** Until the year 2100. */
const time = fc.integer({ min: 0, max: 4_102_444_800_000 });

test('a time is a date, a whole minute, and never in the past', () => {
  return fc.assert(
    fc.property(facts, time, (known, now) => {
      const outlook = budgetOutlook(known, now);
      if (outlook?.kind !== 'ends') return;
      expect(outlook.at).toBeGreaterThanOrEqual(now);
      expect(outlook.at % 60_000).toBe(0);
      expect(Number.isNaN(new Date(outlook.at).getTime())).toBe(false);
    }),
  );
});

test('it names the tasks that are left, and says nothing if none is', () => {
  return fc.assert(
    fc.property(facts, time, (known, now) => {
      const outlook = budgetOutlook(known, now);
      if (known.left <= 0) expect(outlook).toBeNull();
      if (outlook !== null && outlook.kind !== 'enough') expect(outlook.left).toBe(known.left);
      if (outlook !== null) expect(outlookText(outlook, () => '14:05')).not.toMatch(/NaN|Infinity|undefined|null/);
    }),
  );
});

test('without enough finished tasks nothing is foretold', () => {
  return fc.assert(
    fc.property(facts, fc.nat(FEWEST_DONE - 1), time, (known, done, now) => {
      expect([undefined, 'used-up']).toContain(budgetOutlook({ ...known, done }, now)?.kind);
    }),
  );
});

test('a higher limit never ends earlier, and a limit that is not reached is not the reason', () => {
  return fc.assert(
    fc.property(facts, time, fc.nat(1_000_000), (known, now, more) => {
      const raised = { ...known, limits: { ...known.limits, maxCostUsd: known.limits.maxCostUsd + more } };
      const [before, after] = [budgetOutlook(known, now), budgetOutlook(raised, now)];
      if (before?.kind === 'enough') expect(after?.kind).toBe('enough');
      if (before?.kind === 'ends' && after?.kind === 'ends') expect(after.at).toBeGreaterThanOrEqual(before.at);
      if (before?.kind === 'ends') expect(after?.kind).not.toBe('used-up');
    }),
  );
});

test('what lasts is never NaN and never negative', () => {
  return fc.assert(
    fc.property(amount, amount, amount, (rest, used, runMs) => {
      const ms = remainingMs(rest, used, runMs);
      expect(ms).toBeGreaterThanOrEqual(0);
    }),
  );
});
