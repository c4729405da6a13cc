import { expect, test } from 'vitest';
import { memoryStepSchema, memoryViewSchema } from '../../../src/host/dashboards/memory/protocol.ts';

const filter = { search: 'tax', type: 'rule', project: null, status: null, layer: 'hot' };
const view = { filter, notes: { from: 0, count: 50 }, chosen: 'a.md' };

test('valid views and steps of the page are accepted unchanged', () => {
  expect(memoryViewSchema.parse(view)).toEqual(view);
  expect(memoryStepSchema.parse({ kind: 'open-line', note: 'a.md', line: 3 })).toEqual({ kind: 'open-line', note: 'a.md', line: 3 });
});

test.each<[string, unknown]>([
  ['nothing', null],
  ['a layer that there is not', { ...view, filter: { ...filter, layer: 'tepid' } }],
  ['more words than anybody types', { ...view, filter: { ...filter, search: 'a'.repeat(1_001) } }],
  ['half a row', { ...view, notes: { from: 0.5, count: 1 } }],
])('a view with %s is rejected', (_, said) => {
  expect(memoryViewSchema.safeParse(said).success).toBe(false);
});

test.each<[string, unknown]>([
  ['a kind that there is not', { kind: 'delete', note: 'a.md' }],
  ['no version of what is accepted', { kind: 'accept', note: 'a.md' }],
  ['no note', { kind: 'archive' }],
  ['a line before the first', { kind: 'open-line', note: 'a.md', line: 0 }],
])('a step with %s is rejected', (_, said) => {
  expect(memoryStepSchema.safeParse(said).success).toBe(false);
});
