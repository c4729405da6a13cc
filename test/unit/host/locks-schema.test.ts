import { expect, test } from 'vitest';
import { locksStepSchema, locksViewSchema } from '../../../src/host/dashboards/locks/protocol.ts';

const filter = { words: 'a', agent: null, type: 'shared', conflicts: true };
const view = { filter, sorting: 'end', locks: { from: 0, count: 50 }, chosen: null };

test('valid views and steps of the page are accepted unchanged', () => {
  expect(locksViewSchema.parse(view)).toEqual(view);
  expect(locksStepSchema.parse({ kind: 'break', lock: 'x' })).toEqual({ kind: 'break', lock: 'x' });
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a kind that there is not', { ...view, filter: { ...filter, type: 'greedy' } }],
  ['an order that there is not', { ...view, sorting: 'random' }],
  ['a place before the first', { ...view, locks: { from: -1, count: 1 } }],
  ['more words than anybody types', { ...view, filter: { ...filter, words: 'a'.repeat(1_001) } }],
])('a view with %s is rejected', (_, said) => {
  expect(locksViewSchema.safeParse(said).success).toBe(false);
});

test.each<[string, unknown]>([
  ['a kind that there is not', { kind: 'run', lock: 'x' }],
  ['no lock', { kind: 'break' }],
  ['a line before the first', { kind: 'open-problem', file: '/x', line: 0, column: 1 }],
])('a step with %s is rejected', (_, said) => {
  expect(locksStepSchema.safeParse(said).success).toBe(false);
});
