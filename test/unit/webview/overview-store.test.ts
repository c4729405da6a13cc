import { expect, test } from 'vitest';
import { OverviewStore } from '../../../webview/overview/overview-store.ts';
import { OverviewHost } from '../../webview/overview-host.ts';
import { busy, NOW, need } from '../../webview/overviews.ts';

/** Creates a store whose frames are drawn by the test. */
function desk() {
  const host = new OverviewHost(busy);
  const frames: (() => void)[] = [];
  const surroundings = {
    host,
    saved: undefined,
    save: () => undefined,
    nextFrame: (callback: () => void) => frames.push(callback),
    monotonic: () => 0,
  };
  const store: OverviewStore = new OverviewStore(surroundings);
  host.connect((state) => store.show(state));
  const draw = (): void => {
    while (frames.length > 0) frames.shift()?.();
  };
  draw();
  return { host, store, draw };
}

const withNeeds = (...titles: readonly string[]) => ({
  ...busy,
  needs: { ...busy.needs, needs: [...titles.map((title) => need(title)), ...busy.needs.needs] },
});

test('changed cards are merged with unchanged ones, even if two pushes arrive within a frame', () => {
  const { host, store, draw } = desk();
  const names = () => store.get().state?.cards.map(({ name, count }) => [name, count]);
  host.change(withNeeds('New'));
  host.change({ ...withNeeds('New'), stacks: { kind: 'none' } });
  expect(host.pushes.slice(1).map(({ cards }) => cards.map(({ name }) => name))).toEqual([['needs'], ['work']]);
  draw();
  expect(names()).toEqual([
    ['needs', 7],
    ['work', null],
    ['locks', 4],
    ['happened', null],
    ['known', null],
  ]);
  expect(store.get().state?.cards[1]?.lines.some(({ label }) => label === 'No stack')).toBe(true);
  expect(store.clock.now()).toBe(NOW);
});

test('new needs are announced, and existing ones are not', () => {
  const { host, store, draw } = desk();
  expect(store.get().state?.news).toBe('');
  host.change(withNeeds('Raise\nthe price'));
  draw();
  expect(store.get().state?.news).toBe('1 new thing needs you: Raise the price');
  host.change(busy);
  draw();
  expect(store.get().state?.news).toBe('1 new thing needs you: Raise the price');
  host.change(withNeeds('Close the shop', 'Drop the table'));
  draw();
  expect(store.get().state?.news).toBe('2 new things need you: Close the shop');
});
