import { expect, test } from 'vitest';
import { timelineStepSchema, timelineViewSchema } from '../../../src/host/dashboards/timeline/protocol.ts';
import { toQuery } from '../../../src/host/dashboards/timeline/state.ts';

const filter = { text: 'a', file: '', task: '', ref: '', agent: null, type: 'fix', outcome: null, age: 'day' } as const;
const view = { filter, entries: { from: 0, count: 50 }, chosen: null, held: false };

test('valid views and steps of the page are accepted unchanged', () => {
  expect(timelineViewSchema.parse(view)).toEqual(view);
  expect(timelineStepSchema.parse({ kind: 'open-file', file: 'a.ts' })).toEqual({ kind: 'open-file', file: 'a.ts' });
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a time that there is not', { ...view, filter: { ...filter, age: 'year' } }],
  ['a place before the first', { ...view, entries: { from: -1, count: 1 } }],
  ['more words than anybody types', { ...view, filter: { ...filter, text: 'a'.repeat(1_001) } }],
  ['a longer name than the page is told', { ...view, filter: { ...filter, file: 'a'.repeat(5_001) } }],
])('a view with %s is rejected', (_, said) => {
  expect(timelineViewSchema.safeParse(said).success).toBe(false);
});

test.each<[string, unknown]>([
  ['a kind that there is not', { kind: 'run', entry: 'x' }],
  ['no entry', { kind: 'resolve' }],
  ['a line before the first', { kind: 'open-problem', file: '/x', line: 0, column: 1 }],
])('a step with %s is rejected', (_, said) => {
  expect(timelineStepSchema.safeParse(said).success).toBe(false);
});

test('queryOf ignores empty fields, and rounds the start time to steps', () => {
  const now = 1_800_000_000_000;
  expect(toQuery({ ...filter, age: 'all', text: ' slow ', file: '  ', task: ' t' }, now)).toEqual({
    type: 'fix',
    text: 'slow',
    task: ' t',
  });
  const since = toQuery(filter, now).since ?? 0;
  expect(now - since).toBeGreaterThanOrEqual(86_400_000);
  expect(now - since).toBeLessThan(86_400_000 * (1 + 1 / 60));
  expect(toQuery(filter, now + 1_000).since).toBe(since);
  expect(toQuery(filter, now + 86_400_000).since).toBe(since + 86_400_000);
});
