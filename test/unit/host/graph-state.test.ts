import { expect, test } from 'vitest';
import type { GraphAnswer } from '../../../src/engine/graph/index.ts';
import { CortexError } from '../../../src/engine/platform/errors.ts';
import type { Explored } from '../../../src/host/dashboards/graph/explored.ts';
import { placeForFile } from '../../../src/host/dashboards/graph/places.ts';
import type { GraphSnapshot, GraphView } from '../../../src/host/dashboards/graph/protocol.ts';
import { buildState, findChanges, findShownLocation } from '../../../src/host/dashboards/graph/state.ts';
import { NO_MARKS } from '../../../src/host/model/swarm/overlap-marks.ts';
import { NO_FILTER } from '../../../webview/graph/saved-graph.ts';
import { project } from '../../webview/code-graphs.ts';

const view: GraphView = { place: { kind: 'clusters' }, filter: NO_FILTER, chosen: null, words: '', follow: false };
const viewModel = {
  kind: 'project',
  folder: '/shop',
  name: 'shop',
  root: '/shop',
  view: null,
  overlaps: NO_MARKS,
  problems: [],
  readOnly: null,
  now: 7,
} as const;

const BLAST = { kind: 'blast', node: 'src/crtx/part-1.ts' } as const;
const asked: GraphView = { ...view, place: BLAST, chosen: BLAST.node, words: 'team' };
const answered = project.answer(asked, BLAST);
const answer: GraphAnswer = { ...answered, problems: [] };

const stateFor = (explored: Partial<Explored>, building = false) =>
  buildState(asked, {
    viewModel,
    explored: { answer: null, error: null, looking: false, ...explored },
    open: null,
    outside: null,
    building,
  });

function snapshotOf(explored: Partial<Explored>): GraphSnapshot {
  const state = stateFor(explored);
  if (state.kind !== 'graph') throw new Error(`there is no graph but ${state.kind}`);
  return state.snapshot;
}

test('the graph is reading before the first answer, can be built if missing, and reports the position of a parse error', () => {
  expect(stateFor({})).toEqual({ kind: 'reading' });
  const missing = new CortexError('not-found', 'there is no graph', { file: '/shop/.cortex/graph.crtx' });
  expect(stateFor({ error: missing }, true)).toEqual({ kind: 'no-graph', building: true, readOnly: null, problems: [] });
  const broken = new CortexError('broken-file', 'is not JSON', { file: '/shop/.cortex/graph.crtx', line: 2, column: 5 });
  expect(stateFor({ error: broken })).toMatchObject({
    kind: 'no-graph',
    problems: [{ severity: 'error', place: { file: '/shop/.cortex/graph.crtx', line: 2, column: 5 } }],
  });
});

test('a failed question is reported along with the last answer', () => {
  const { problems, asked: place, looking } = snapshotOf({ answer, error: new CortexError('io', 'the thread ended', {}), looking: true });
  expect(problems).toMatchObject([{ severity: 'error', message: expect.stringContaining('the thread ended') }]);
  expect([place, looking]).toEqual([BLAST, true]);
});

test('findShownLocation finds only files and symbols that the snapshot shows', () => {
  const snapshot = snapshotOf({ answer });
  const [affected] = snapshot.blast?.files ?? [];
  const [found] = snapshot.found;
  for (const path of [BLAST.node, affected?.path ?? '', found?.path ?? '']) expect(findShownLocation(snapshot, path)?.path).toBe(path);
  expect(findShownLocation(snapshot, snapshot.detail?.leansOn.first[0]?.id ?? '')?.path).toBe(snapshot.detail?.leansOn.first[0]?.path);
  for (const other of ['', '../secret', 'src/crtx/part-1.ts#unknown', 'cluster:1']) expect(findShownLocation(snapshot, other)).toBeNull();
  const symbol = { id: 'a.ts#b', type: 'function', name: 'b', path: 'a.ts', importance: 0 } as const;
  expect(findShownLocation({ ...snapshot, found: [symbol] }, 'a.ts#b')).toEqual({ path: 'a.ts', symbol: 'b' });
  expect(findShownLocation(snapshot, BLAST.node)).toEqual({ path: BLAST.node, symbol: null });
});

test('the page receives only the changed parts, and nothing if none changed', () => {
  const before = stateFor({ answer });
  const later = buildState(asked, {
    viewModel: { ...viewModel, now: 9 },
    explored: { answer, error: null, looking: false },
    open: null,
    outside: null,
    building: false,
  });
  expect(findChanges(before, later)).toBeNull();
  expect(before).toMatchObject({ snapshot: { foundFor: 'team' } });
  expect(findChanges(before, stateFor({ answer, looking: true }))).toEqual({
    kind: 'changes',
    changes: { looking: true, foundFor: null, now: 7 },
  });
  expect(findChanges(before, { kind: 'reading' })).toEqual({ kind: 'reading' });
});

test('following the open file keeps a file or impact view, and replaces the overview with the neighbours of the file', () => {
  const followed = (place: GraphView['place']) => placeForFile({ ...view, place }, 'b.ts');
  expect(followed({ kind: 'clusters' })).toEqual({ kind: 'around', node: 'b.ts' });
  expect(followed({ kind: 'file', file: 'a.ts' })).toEqual({ kind: 'file', file: 'b.ts' });
  expect(followed({ kind: 'blast', node: 'a.ts' })).toEqual({ kind: 'blast', node: 'b.ts' });
});
