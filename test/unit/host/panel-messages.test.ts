import { expect, test } from 'vitest';
import { showsProblem } from '../../../src/host/dashboards/page-state.ts';
import { stepSchema, viewSchema } from '../../../src/host/dashboards/swarm/protocol.ts';
import { problemRows } from '../../../src/host/model/pages.ts';
import { broken } from './view-models.ts';

const range = { from: 0, count: 50 };
const view = {
  decisions: range,
  tasks: range,
  agents: range,
  locks: range,
  folded: ['a'],
  burnDown: true,
  graph: false,
  detail: { kind: 'task', id: 'x' },
  agentsBy: 'attention',
  activity: 'all',
  history: { at: 5 },
};

test('a valid view of the page is accepted unchanged', () => {
  expect(viewSchema.parse(view)).toEqual(view);
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a list that is missing', { ...view, locks: undefined }],
  ['a place that is no number', { ...view, tasks: { from: '0', count: 1 } }],
  ['a place before the first', { ...view, tasks: { from: -1, count: 1 } }],
  ['a count without end', { ...view, tasks: { from: 0, count: Number.POSITIVE_INFINITY } }],
  ['a moment before the first', { ...view, history: { at: -1 } }],
  ['folded tasks that are no ids', { ...view, folded: [{ has: 1 }] }],
  ['more folded tasks than anybody folds', { ...view, folded: Array.from({ length: 100_001 }, String) }],
])('a view with %s is rejected', (_, said) => {
  expect(viewSchema.safeParse(said).success).toBe(false);
});

test.each<[string, unknown]>([
  ['a kind that there is not', { kind: 'run', command: 'evil' }],
  ['no agent', { kind: 'retire' }],
  ['a subject that is no text', { kind: 'show-task', task: ['a'] }],
  ['a vote without a choice', { kind: 'vote', decision: 'prp_1' }],
  ['a line before the first', { kind: 'open-problem', file: '/x', line: 0, column: 1 }],
])('a step with %s is rejected', (_, said) => {
  expect(stepSchema.safeParse(said).success).toBe(false);
});

test('only files with a shown problem may be opened', () => {
  const problems = problemRows([broken]);
  for (const state of [
    { kind: 'no-project', problems },
    { kind: 'swarm', snapshot: { now: 0, problems } },
  ]) {
    expect([broken.file ?? '', '/etc/passwd'].map((file) => showsProblem(state, file))).toEqual([true, false]);
  }
  expect(showsProblem({ kind: 'no-folder' }, broken.file ?? '')).toBe(false);
});
