import { expect, test } from 'vitest';
import { LocksStore } from '../../../webview/locks/locks-store.ts';
import { NO_FILTER } from '../../../webview/locks/saved-locks.ts';
import { busy, hugeHeld } from '../../webview/held.ts';
import { type HeldContent, LocksHost } from '../../webview/locks-host.ts';

/** Creates a store whose frames are drawn by the test. */
function desk(content: HeldContent = busy, saved?: unknown) {
  const host = new LocksHost(content);
  const frames: (() => void)[] = [];
  const kept: string[] = [];
  const store: LocksStore = new LocksStore({
    host,
    saved,
    save: (view) => kept.push(JSON.stringify(view)),
    nextFrame: (callback) => frames.push(callback),
    monotonic: () => 0,
  });
  host.connect((state) => store.show(state));
  return {
    store,
    host,
    kept,
    /** Draws frames until none is pending. */
    draw: () => {
      for (let drawings = 0; frames.length > 0; drawings += 1) {
        if (drawings > 50) throw new Error('The dashboard and its host keep one another busy without end.');
        frames.shift()?.();
      }
    },
    snapshot: () => {
      const { state } = store.get();
      if (state?.kind !== 'locks') throw new Error('there are no locks');
      return state.snapshot;
    },
  };
}

test('the details of the selected lock are requested once', () => {
  const { store, host, draw, snapshot } = desk();
  draw();
  store.choose('held', 2);
  draw();
  expect(snapshot().detail?.lock.path).toBe('src/checkout/tax.ts');
  const looks = host.views.length;
  store.choose('held', 2);
  draw();
  expect(host.views).toHaveLength(looks);
});

test('a new filter or order starts at the first row', () => {
  const { store, host, draw, snapshot } = desk(hugeHeld(1_000));
  draw();
  store.see('held', 500, 520);
  draw();
  expect(host.views.at(-1)?.locks.from).toBe(475);
  store.filter({ conflicts: true });
  draw();
  expect(host.views.at(-1)).toMatchObject({ locks: { from: 0 }, filter: { conflicts: true } });
  expect(snapshot().locks.total).toBe(100);
  store.see('held', 50, 70);
  store.sort('path');
  draw();
  expect(host.views.at(-1)).toMatchObject({ locks: { from: 0 }, sorting: 'path' });
});

test('a lock requested elsewhere is shown once regardless of the filter, and receives focus', () => {
  const huge = hugeHeld(1_000);
  const { store, host, draw, snapshot, kept } = desk(huge);
  draw();
  store.filter({ words: 'nothing like that' });
  draw();
  const wanted = { id: 'w', path: 'src/21/file-700.ts', agent: 'agent-67' };
  host.change({ ...huge, wanted });
  draw();
  expect(store.get().view).toMatchObject({ filter: NO_FILTER, granted: 'w', cursors: { held: { index: 700 } }, tops: { held: 700 } });
  expect(snapshot().detail?.lock.path).toBe('src/21/file-700.ts');
  expect([store.takeKeys(), store.takeKeys()]).toEqual([true, false]);
  store.filter({ words: 'file-1' });
  draw();
  expect(store.get().view.filter.words).toBe('file-1');
  const again = desk({ ...huge, wanted }, JSON.parse(kept.at(-1) ?? ''));
  again.draw();
  expect(again.store.get().view.filter.words).toBe('file-1');
});

test('invalid saved data is ignored', () => {
  const { store, draw } = desk(busy, { filter: { type: 'greedy', words: 7, conflicts: 'yes' }, sorting: 'random', cursors: 3 });
  draw();
  expect(store.get().view).toMatchObject({ filter: NO_FILTER, sorting: 'end', cursors: { held: null } });
});

test('the host sends nothing if nothing in view changed', () => {
  const { host, draw } = desk();
  draw();
  const pushes = host.pushes.length;
  host.change({ ...busy });
  expect(host.pushes).toHaveLength(pushes);
});
