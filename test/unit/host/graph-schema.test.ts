import { expect, test } from 'vitest';
import { graphStepSchema, graphViewSchema } from '../../../src/host/dashboards/graph/protocol.ts';
import { NO_FILTER } from '../../../webview/graph/saved-graph.ts';

const view = { place: { kind: 'blast', node: 'src/a.ts' }, filter: NO_FILTER, chosen: null, words: 'a b', follow: true };

test('valid views and steps of the page are accepted unchanged', () => {
  expect(graphViewSchema.parse(view)).toEqual(view);
  expect(graphStepSchema.parse({ kind: 'open', node: 'src/a.ts#b' })).toEqual({ kind: 'open', node: 'src/a.ts#b' });
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a place that there is not', { ...view, place: { kind: 'everything' } }],
  ['a place without its id', { ...view, place: { kind: 'file' } }],
  ['an id of megabytes', { ...view, chosen: 'a'.repeat(10_001) }],
  ['a type that there is not', { ...view, filter: { ...NO_FILTER, nodes: ['cluster'] } }],
  ['more types than there are', { ...view, filter: { ...NO_FILTER, edges: Array(7).fill('tests') } }],
  ['more words than anybody types', { ...view, words: 'a'.repeat(201) }],
])('a view with %s is rejected', (_, said) => {
  expect(graphViewSchema.safeParse(said).success).toBe(false);
});

test.each<[string, unknown]>([
  ['a kind that there is not', { kind: 'run', command: 'evil' }],
  ['no node to open', { kind: 'open' }],
  ['a line before the first', { kind: 'open-problem', file: '/x', line: 0, column: 1 }],
])('a step with %s is rejected', (_, said) => {
  expect(graphStepSchema.safeParse(said).success).toBe(false);
});
