import { expect, onTestFinished, test, vi } from 'vitest';
import type { DashboardState } from '../../../src/host/dashboards/swarm/protocol.ts';
import { readSavedSwarm, type SavedSwarm } from '../../../webview/swarm/saved-swarm.ts';
import { SwarmPageStore } from '../../../webview/swarm/swarm-store.ts';
import { known, withHistory } from '../../webview/histories.ts';
import { NOW, normal } from '../../webview/projects.ts';
import { type Project, StandInHost } from '../../webview/stand-in-host.ts';

/** Creates a store whose frames are drawn by the test. */
function dashboard(content: Project = normal, saved?: unknown) {
  const host = new StandInHost(content);
  const frames: (() => void)[] = [];
  const kept: SavedSwarm[] = [];
  let time = 0;
  const store = new SwarmPageStore({
    host,
    saved,
    save: (view) => kept.push(readSavedSwarm(view)),
    nextFrame: (callback) => frames.push(callback),
    monotonic: () => time,
  });
  host.connect((state) => store.show(state));
  let drawn = 0;
  store.subscribe(() => {
    drawn += 1;
  });
  return {
    store,
    host,
    kept,
    drawings: () => drawn,
    /** Draws frames until none is pending. */
    draw: () => {
      for (let drawings = 0; frames.length > 0; drawings += 1) {
        if (drawings > 50) throw new Error('The dashboard and its host keep one another busy without end.');
        frames.shift()?.();
      }
    },
    pass: (ms: number) => {
      time += ms;
    },
  };
}

const noFolder: DashboardState = { kind: 'no-folder' };

test('the first request has the saved rows and folded tasks', () => {
  const { host, draw } = dashboard(normal, { swarm: 'swarm_1', folded: ['stock'], tops: { tasks: 0, agents: 0, locks: 700 } });
  draw();
  expect(host.views[0]).toMatchObject({ folded: ['stock'], tasks: { from: 0 }, locks: { from: 675 } });
});

test('many pushes within one frame are drawn once, with the last state', () => {
  const { store, draw, drawings } = dashboard();
  draw();
  const before = drawings();
  for (let push = 0; push < 100; push += 1) store.show({ kind: 'no-project', folder: `folder ${push}`, readOnly: null, problems: [] });
  store.show(noFolder);
  expect(drawings()).toBe(before);
  draw();
  expect(drawings()).toBe(before + 1);
  expect(store.get().state).toBe(noFolder);
});

test('the host is asked again only if other rows come into view', () => {
  const { store, host, draw } = dashboard();
  draw();
  store.see('tasks', 0, 30);
  draw();
  const asked = host.views.length;
  store.see('tasks', 3, 33);
  draw();
  expect(host.views).toHaveLength(asked);
  store.see('tasks', 400, 430);
  store.see('locks', 400, 430);
  draw();
  expect(host.views).toHaveLength(asked + 1);
});

test('a push without a time leaves the clock unchanged', () => {
  const { store, draw, pass } = dashboard();
  draw();
  expect(store.clock.now()).toBe(NOW);
  store.show({ kind: 'no-folder' });
  pass(500);
  draw();
  expect(store.clock.now()).toBe(NOW);
});

test('a push that is drawn late shows the time when it is drawn', () => {
  const { store, host, draw, pass } = dashboard();
  draw();
  host.change({ ...normal, now: NOW + 60_000 });
  pass(3_000);
  draw();
  expect(store.clock.now()).toBe(NOW + 63_000);
});

test('only ids and positions are saved, and another swarm resets them', () => {
  const { store, host, kept, draw } = dashboard();
  draw();
  store.fold('stock', true);
  store.choose('agents', 2);
  store.see('locks', 2, 4);
  draw();
  expect(kept.at(-1)).toEqual({
    swarm: 'swarm_1',
    folded: ['stock'],
    burnDown: null,
    graph: null,
    detail: 'agents',
    agentsBy: 'attention',
    activity: 'all',
    history: null,
    cursors: { decisions: null, tasks: null, agents: { index: 2, id: 'ben', awaited: false }, locks: null },
    tops: { decisions: 0, tasks: 0, agents: 0, locks: 2 },
  });
  host.change({ ...normal, swarm: normal.swarm && { ...normal.swarm, id: 'swarm_2' } });
  draw();
  expect(kept.at(-1)).toMatchObject({ swarm: 'swarm_2', folded: [], cursors: { agents: null } });
  expect(host.views.at(-1)?.folded).toEqual([]);
});

test.each([[null], ['x'], [{ folded: 7, cursors: { tasks: { id: 1 } }, tops: { tasks: -1, agents: 0.5 } }], [{ folded: [1, 'a'] }]])(
  'an invalid saved view (%j) is ignored',
  (saved) => {
    const { host, draw, store } = dashboard(normal, saved);
    draw();
    expect(host.views[0]).toMatchObject({ tasks: { from: 0 }, agents: { from: 0 } });
    expect(store.get().view.cursors).toEqual({ decisions: null, tasks: null, agents: null, locks: null });
  },
);

test('the clock stops at a past moment, and resumes at the present', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { store, host, draw, pass } = dashboard(withHistory);
  onTestFinished(store.clock.subscribe(() => undefined));
  const wait = (): void => {
    pass(5_000);
    vi.advanceTimersByTime(5_000);
  };
  store.showHistory(true);
  draw();
  wait();
  expect(store.clock.now()).toBe(NOW + 5_000);
  const then = known.to - 60_000;
  store.showMoment(then);
  draw();
  wait();
  expect(store.clock.now()).toBe(then);
  store.showMoment(null);
  draw();
  expect(host.views.at(-1)?.history).toEqual({ at: null });
  wait();
  expect(store.clock.now()).toBe(NOW + 5_000);
});

test('visiting an earlier swarm keeps the folded tasks of the current one', () => {
  const { store, host, draw } = dashboard(withHistory);
  draw();
  store.fold('stock', true);
  store.showMoment(known.from);
  draw();
  const past = withHistory.pastAt?.(known.from) ?? {};
  host.change({ ...withHistory, pastAt: () => ({ ...past, swarm: normal.swarm && { ...normal.swarm, id: 'swarm_0' } }) });
  draw();
  store.showHistory(false);
  draw();
  expect(host.views.at(-1)).toMatchObject({ folded: ['stock'], history: null });
});

test.each([
  [{ at: 7 }, { at: 7 }],
  [{ at: null }, { at: null }],
  [{ at: -1 }, null],
  [{ at: 'x' }, null],
  [7, null],
])('a saved moment (%j) is restored if it is valid', (history, kept) => {
  const { host, draw } = dashboard(withHistory, { history });
  draw();
  expect(host.views[0]?.history).toEqual(kept);
});
