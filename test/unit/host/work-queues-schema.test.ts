import { expect, test } from 'vitest';
import { queuesStepSchema, queuesViewSchema } from '../../../src/host/dashboards/work-queues/protocol.ts';

const range = { from: 0, count: 50 };
const lists = { ready: range, working: range, done: range, other: range };
const filter = { words: 'a', project: null, agent: '', age: 'over-week' };
const view = { filter, lists, detail: null, sought: 'x' };
const move = {
  kind: 'move',
  request: 'r',
  task: { id: 'x', title: 'X', list: 'ready', agent: null },
  move: { kind: 'claim', agent: 'ann' },
};

test('valid views and steps of the page are accepted unchanged', () => {
  expect(queuesViewSchema.parse(view)).toEqual(view);
  expect(queuesStepSchema.parse(move)).toEqual(move);
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a column that is missing', { ...view, lists: { ready: range, working: range, done: range } }],
  ['a place before the first', { ...view, lists: { ...lists, done: { from: -1, count: 1 } } }],
  ['an age that there is not', { ...view, filter: { ...filter, age: 'year' } }],
  ['more words than anybody types', { ...view, filter: { ...filter, words: 'a'.repeat(1_001) } }],
])('a view with %s is rejected', (_, said) => {
  expect(queuesViewSchema.safeParse(said).success).toBe(false);
});

test.each<[string, unknown]>([
  ['a kind that there is not', { kind: 'run', command: 'evil' }],
  ['a task that nobody has seen', { ...move, task: { id: 'x' } }],
  ['a task of a column that there is not', { ...move, task: { ...move.task, list: 'trash' } }],
  ['an edit that does not say what was there', { ...move, move: { kind: 'edit', title: 'Y', scope: null } }],
  ['a move that there is not', { ...move, move: { kind: 'delete' } }],
  ['a move without what it needs', { ...move, move: { kind: 'finish', agent: 'ann' } }],
  ['a summary of megabytes', { ...move, move: { kind: 'finish', agent: 'ann', summary: 'a'.repeat(1_000_001) } }],
  ['a line before the first', { kind: 'open-problem', file: '/x', line: 0, column: 1 }],
])('a step with %s is rejected', (_, said) => {
  expect(queuesStepSchema.safeParse(said).success).toBe(false);
});
