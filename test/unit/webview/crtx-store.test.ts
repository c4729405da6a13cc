import { expect, test } from 'vitest';
import type { CrtxSnapshot, CrtxView, ValueDetail, ValueRow } from '../../../src/host/crtx/protocol.ts';
import { CrtxStore } from '../../../webview/crtx/crtx-store.ts';

const idOf = (n: number): string => JSON.stringify(['data', n, 'text']);
const rowOf = (n: number): ValueRow => ({
  id: idOf(n),
  key: 'text',
  kind: 'string',
  text: `Value ${n}`,
  named: [],
  holds: null,
  moment: null,
  lasts: null,
  depth: 2,
  position: 1,
  siblings: 1,
  unfolded: null,
});
const detailOf = (n: number, index: number | null): ValueDetail => ({
  id: idOf(n),
  index,
  path: `data[${n}].text`,
  kind: 'string',
  text: `Value ${n}`,
  isCut: false,
  moment: null,
  lasts: null,
});

const TOTAL = 1_000;
const head = { name: 'a.crtx', type: null, version: null, project: null, created: null, updated: null, size: 1, checksum: 'none' } as const;

/** Creates a store whose frames and answers are triggered by the test. */
function page(saved?: unknown) {
  const looks: CrtxView[] = [];
  const frames: (() => void)[] = [];
  const kept: object[] = [];
  const store = new CrtxStore({
    host: { look: (view) => void looks.push(view), take: () => undefined },
    saved,
    save: (view) => kept.push(view),
    nextFrame: (callback) => frames.push(callback),
    monotonic: () => 0,
  });
  const draw = () => {
    for (let drawings = 0; frames.length > 0; drawings += 1) {
      if (drawings > 50) throw new Error('The page keeps itself busy without end.');
      frames.shift()?.();
    }
  };
  const answer = (more: Partial<CrtxSnapshot> = {}) => {
    const { from, count } = looks.at(-1)?.values ?? { from: 0, count: 0 };
    const rows = Array.from({ length: Math.min(count, TOTAL - from) }, (_, n) => rowOf(from + n));
    const rest = { head, problems: [], dashboards: [], hidden: null, found: null, detail: null, now: 0 };
    store.show({ kind: 'crtx', snapshot: { values: { total: TOTAL, from, rows }, ...rest, ...more } });
    draw();
  };
  draw();
  answer();
  const last = () => looks.at(-1);
  return { store, draw, answer, last, kept };
}

test('the data of a file is unfolded at first, and later what a person unfolds', () => {
  const { store, draw, last } = page();
  expect(last()).toMatchObject({ unfolded: ['["data"]'], search: '', chosen: null });
  store.fold('["data",3]', false);
  draw();
  expect(last()?.unfolded).toEqual(['["data"]', '["data",3]']);
  store.fold('["data"]', true);
  draw();
  expect(last()?.unfolded).toEqual(['["data",3]']);
  store.foldAll();
  draw();
  expect(last()?.unfolded).toEqual(['["data"]']);
});

test('the selected value is requested from the host', () => {
  const { store, draw, last } = page();
  store.choose('values', 7);
  draw();
  expect(last()?.chosen).toBe(idOf(7));
});

test('reveal selects a search result in the tree once its index is known', () => {
  const { store, draw, answer, last } = page();
  store.lookFor('value 777');
  draw();
  expect(last()).toMatchObject({ search: 'value 777', values: { from: 0 } });
  answer({ values: { total: 1, from: 0, rows: [rowOf(777)] }, found: { total: 1, searching: false, isFull: false } });
  store.choose('values', 0);
  draw();
  store.reveal(idOf(777));
  draw();
  expect(last()).toMatchObject({ search: '', chosen: idOf(777), unfolded: ['["data"]', '["data",777]'] });
  answer({ detail: detailOf(777, null) });
  expect(store.get().view.cursors.values).not.toMatchObject({ index: 778 });
  answer({ detail: detailOf(777, 778) });
  expect(store.get().view.cursors.values).toEqual({ index: 778, id: idOf(777), awaited: false });
  expect(last()?.values.from).toBeGreaterThan(700);
  // Only once, so that a person can move on from there.
  store.choose('values', 780);
  draw();
  answer({ detail: detailOf(777, 778) });
  expect(store.get().view.cursors.values?.index).toBe(780);
});

test('a reload restores the view, and invalid saved data is ignored', () => {
  const before = page();
  before.store.fold('["data",3]', false);
  before.store.choose('values', 7);
  before.draw();
  const after = page(JSON.parse(JSON.stringify(before.kept.at(-1))));
  expect(after.last()).toEqual(before.last());
  for (const odd of [null, 'text', { unfolded: 'all', search: 3, reading: [], tops: { values: -1 } }]) {
    expect(page(odd).last()).toMatchObject({ unfolded: ['["data"]'], search: '', chosen: null });
  }
});

test('the number of unfolded values is limited to what the host accepts', () => {
  const { store, draw, last } = page();
  for (let n = 0; n < 2_500; n += 1) store.fold(`["data",${n}]`, false);
  draw();
  expect(last()?.unfolded).toHaveLength(2_000);
  expect(last()?.unfolded.at(-1)).toBe('["data",2499]');
});
