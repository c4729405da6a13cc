import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CortexError } from '../../../../src/engine/platform/errors.ts';
import { createNeed, NEED_RANKS, type Need, readNeedsOrProblem, sortByRank } from '../../../../src/engine/platform/need.ts';
import { compareCodePoints } from '../../../../src/engine/text/code-point-order.ts';

const NOW = 1_000;

const anyNeed = fc
  .record({
    about: fc.array(fc.string(), { maxLength: 3 }),
    rank: fc.constantFrom(...NEED_RANKS),
    since: fc.option(fc.integer({ min: -10, max: 2 * NOW })),
    kind: fc.constantFrom('a', 'b'),
  })
  .map((parts) => createNeed({ ...parts, title: 't', why: 'w', place: null, actions: [] }));

const ageOf = ({ since }: Need) => Math.min(since ?? NOW, NOW);

it('orders by rank, age and id regardless of the input order, without duplicates', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyNeed, { maxLength: 40, selector: ({ id }) => id }), fc.nat(), (needs, turn) => {
      const order = sortByRank(needs, NOW);
      expect([...order].map(({ id }) => id).sort()).toEqual(needs.map(({ id }) => id).sort());
      for (const [at, need] of order.entries()) {
        const before = order[at - 1];
        if (before === undefined) continue;
        const steps = [NEED_RANKS.indexOf(before.rank) - NEED_RANKS.indexOf(need.rank), ageOf(before) - ageOf(need)];
        const first = steps.find((step) => step !== 0) ?? compareCodePoints(before.id, need.id);
        expect(first).toBeLessThan(0);
      }
      const from = needs.length === 0 ? 0 : turn % needs.length;
      const shuffled = [...needs.slice(from), ...needs.slice(0, from).reverse(), ...needs.slice(0, 3)];
      expect(sortByRank(shuffled, NOW)).toEqual(order);
    }),
  );
});

it('a need has a different id for each subject', () => {
  const idOf = (kind: string, ...about: string[]) =>
    createNeed({ kind, about, rank: 'soon', title: '', why: '', since: null, place: null, actions: [] }).id;
  const ids = [idOf('a', 'b', 'c'), idOf('a', 'bc'), idOf('ab', 'c'), idOf('a', 'b', 'c', ''), idOf('a', '["b","c"]')];
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}$/);
  expect(idOf('a', 'b', 'c')).toBe(ids[0]);
});

it('readNeedsOrProblem converts errors of reading to needs, and rethrows others', async () => {
  const fail = (error: Error) => readNeedsOrProblem('the vault', () => Promise.reject(error));
  const [broken] = await fail(new CortexError('broken-file', 'is no text', { file: '/a/b', line: 3, column: 1, next: 'Mend it.' }));
  expect(broken).toMatchObject({ kind: 'broken', title: 'b', why: 'is no text. Mend it.', place: { file: '/a/b', line: 3 } });
  const [unplaced] = await fail(new CortexError('io', 'went wrong'));
  expect(unplaced).toMatchObject({ title: 'the vault', why: 'went wrong.', place: null });
  await expect(fail(new TypeError('a defect'))).rejects.toThrow('a defect');
});
