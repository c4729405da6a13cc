import { describe, expect, test } from 'vitest';
import type { GraphPlace } from '../../../src/host/dashboards/graph/protocol.ts';
import { GraphStore } from '../../../webview/graph/graph-store.ts';
import { NO_FILTER, readSavedGraph } from '../../../webview/graph/saved-graph.ts';
import { project } from '../../webview/code-graphs.ts';
import { type GraphContent, GraphHost } from '../../webview/graph-host.ts';

const CRTX: GraphPlace = { kind: 'cluster', cluster: 'cluster:1' };
const FILE = 'src/crtx/part-3.ts';

/** Creates a store whose frames are drawn by the test. */
function desk(content: GraphContent = project, saved?: unknown) {
  const host = new GraphHost(content);
  const frames: (() => void)[] = [];
  const kept: string[] = [];
  const store: GraphStore = new GraphStore({
    host,
    saved,
    save: (view) => kept.push(JSON.stringify(view)),
    nextFrame: (callback) => frames.push(callback),
    monotonic: () => 0,
  });
  host.connect((push) => store.show(push));
  const draw = () => {
    for (let drawings = 0; frames.length > 0; drawings += 1) {
      if (drawings > 50) throw new Error('The dashboard and its host keep one another busy without end.');
      frames.shift()?.();
    }
  };
  draw();
  const go = (place: GraphPlace, chosen?: string | null) => {
    store.go(place, chosen);
    draw();
  };
  return { store, host, kept, draw, go, view: () => store.get().view };
}

describe('navigation in the graph', () => {
  test('goes back and forward, and restores the selection', () => {
    const { store, draw, go, view } = desk();
    store.pick('cluster:1');
    go(CRTX);
    store.pick(FILE);
    go({ kind: 'around', node: FILE });
    expect(view()).toMatchObject({ place: { kind: 'around', node: FILE }, chosen: FILE });
    store.back();
    store.back();
    draw();
    expect(view()).toMatchObject({ place: { kind: 'clusters' }, chosen: 'cluster:1', past: [] });
    store.back();
    store.forward();
    draw();
    expect(view()).toMatchObject({ place: CRTX, chosen: FILE });
    go({ kind: 'clusters' });
    store.forward();
    expect(view().place).toEqual({ kind: 'clusters' });
  });

  test('goes up from a file to its cluster and to all clusters, and selects the origin', () => {
    const { store, draw, go, view } = desk();
    go({ kind: 'blast', node: FILE });
    expect(store.up()).toBe(true);
    draw();
    expect(view()).toMatchObject({ place: CRTX, chosen: FILE });
    expect(store.up()).toBe(true);
    draw();
    expect(view()).toMatchObject({ place: { kind: 'clusters' }, chosen: 'cluster:1' });
    expect(store.up()).toBe(false);
  });

  test('does not go up while an answer is pending', () => {
    const { store, host, draw, go, view } = desk();
    host.isSlow = true;
    go(CRTX);
    expect(store.isAwaited).toBe(true);
    expect(store.up()).toBe(false);
    host.answer();
    draw();
    expect(store.isAwaited).toBe(false);
    expect(view().place).toEqual(CRTX);
  });

  test('does not wait for details of the selection, so that a double click is not lost', () => {
    const { store, host, draw } = desk();
    host.isSlow = true;
    store.pick('cluster:1');
    draw();
    expect(store.isAwaited).toBe(false);
  });
});

describe('following the open file', () => {
  test('shows the open file, and adds no files to the history', () => {
    const { store, draw, view, host } = desk();
    store.follow(true);
    draw();
    expect(view()).toMatchObject({ place: { kind: 'around', node: 'src/crtx/part-2.ts' }, chosen: 'src/crtx/part-2.ts', past: [] });
    host.change({ ...project, open: FILE });
    draw();
    expect(view()).toMatchObject({ place: { kind: 'around', node: FILE }, past: [], follow: true });
  });

  test('stops on navigation to another place', () => {
    const { store, draw, go, view } = desk();
    store.follow(true);
    draw();
    go({ kind: 'blast', node: 'src/crtx/part-2.ts' });
    expect(view().follow).toBe(true);
    go(CRTX);
    expect(view()).toMatchObject({ follow: false, place: CRTX });
  });
});

test('a file requested elsewhere in the editor is shown, ends following, and allows going back', () => {
  const wished: GraphPlace = { kind: 'around', node: FILE };
  const { store, host, draw, view } = desk();
  store.follow(true);
  draw();
  const { place } = view();
  host.change({ ...project, answer: (seen) => project.answer(seen, wished) });
  draw();
  expect(view()).toMatchObject({ place: wished, chosen: FILE, follow: false });
  host.change(project);
  store.back();
  draw();
  expect(view().place).toEqual(place);
});

test('the selection in the list is shared with the graph, and survives sorting', () => {
  const { store, draw, go, view } = desk();
  go(CRTX);
  store.choose('nodes', 3);
  draw();
  const { chosen } = view();
  expect(view().cursors.nodes).toEqual({ index: 3, id: chosen, awaited: false });
  store.sort('name');
  draw();
  expect(view().chosen).toBe(chosen);
  expect(view().cursors.nodes?.id).toBe(chosen);
  expect(view().cursors.nodes?.index).not.toBe(3);
  store.pick(null);
  draw();
  expect(view().cursors.nodes).toBeNull();
});

test('only ids and filters are saved, and a reload restores the place', () => {
  const before = desk();
  before.go(CRTX);
  before.store.pick(FILE);
  before.store.filter({ nodes: ['file'] });
  before.store.look('secret');
  before.draw();
  const saved: unknown = JSON.parse(before.kept.at(-1) ?? '');
  const { view, host } = desk(project, saved);
  expect(view()).toMatchObject({ place: CRTX, chosen: FILE, filter: { nodes: ['file'] }, words: '' });
  expect(host.views[0]).toMatchObject({ place: CRTX, chosen: FILE });
  expect(before.kept.join()).not.toContain('imports 3 names');
});

test.each([undefined, 7, { place: { kind: 'cluster' }, filter: { nodes: 'all' }, past: [{ place: 4 }, null], colouring: 'toString' }])(
  'invalid saved data is ignored: %j',
  (saved) => {
    expect(readSavedGraph(saved)).toMatchObject({
      place: { kind: 'clusters' },
      chosen: null,
      filter: NO_FILTER,
      past: [],
      colouring: 'importance',
    });
  },
);
