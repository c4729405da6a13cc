import { expect, test } from 'vitest';
import { toEntryRow } from '../../../src/engine/timeline/reading/rows.ts';
import type { EntryDetail, TimelineState, TimelineView } from '../../../src/host/dashboards/timeline/protocol.ts';
import { NO_FILTER } from '../../../webview/timeline/saved-timeline.ts';
import { TimelineStore } from '../../../webview/timeline/timeline-store.ts';
import { entryOf } from '../engine/timeline/make.ts';

const TOTAL = 1_000;
const shown = (id: string) => ({ ...toEntryRow(entryOf(id)), icon: 'wrench', tone: 'good' as const });
const rows = Array.from({ length: TOTAL }, (_, n) => shown(`e${n}`));
const none = { first: [], total: 0 };

/** Creates the details of an entry. Only the index matters here. */
function detailOf(id: string, index: number | null): EntryDetail {
  const { agentId: agent, type, action, reasoning, confidence } = entryOf(id);
  const texts = { agent, type, task: null, action, reasoning, confidence, outcomeDetail: null, branch: null, trigger: null, state: null };
  const related = {
    files: none,
    refs: none,
    dependencies: none,
    parents: [],
    hasMoreParents: false,
    missingParent: null,
    children: none,
    precedents: [],
  };
  return { row: shown(id), index, ...texts, ...related };
}

/** Creates a store whose frames and answers are triggered by the test. */
function desk(saved?: unknown) {
  const looks: TimelineView[] = [];
  const frames: (() => void)[] = [];
  const kept: string[] = [];
  const store = new TimelineStore({
    host: { look: (view) => void looks.push(view), take: () => undefined },
    saved,
    save: (view) => kept.push(JSON.stringify(view)),
    nextFrame: (callback) => frames.push(callback),
    monotonic: () => 0,
  });
  const draw = () => {
    for (let drawings = 0; frames.length > 0; drawings += 1) {
      if (drawings > 50) throw new Error('The dashboard keeps itself busy without end.');
      frames.shift()?.();
    }
  };
  /** Answers the latest request of the store as the host does. */
  const answer = (more: Partial<Extract<TimelineState, { kind: 'timeline' }>['snapshot']> = {}) => {
    const { entries } = looks.at(-1) ?? { entries: { from: 0, count: 0 } };
    const page = { total: TOTAL, from: entries.from, rows: rows.slice(entries.from, entries.from + entries.count) };
    const rest = {
      project: { name: 'shop', others: 0 },
      searching: false,
      fresh: 0,
      detail: null,
      agents: [],
      request: null,
      problems: [],
      now: 0,
      readOnly: null,
    };
    store.show({ kind: 'timeline', snapshot: { entries: page, ...rest, ...more } });
    draw();
  };
  draw();
  answer();
  return { store, looks, kept, draw, answer, last: () => looks.at(-1) };
}

test('the details of the selected entry are requested once, or when its row arrives', () => {
  const { store, looks, draw, answer, last } = desk();
  store.choose('entries', 3);
  draw();
  expect(last()).toMatchObject({ chosen: 'e3', held: false });
  const asked = looks.length;
  store.choose('entries', 3);
  draw();
  expect(looks).toHaveLength(asked);
  store.choose('entries', 600);
  store.see('entries', 580, 610);
  draw();
  expect(last()).toMatchObject({ chosen: 'e3', held: true, entries: { from: 550 } });
  answer();
  expect(last()).toMatchObject({ chosen: 'e600' });
});

test('a new filter starts at the newest entry, and no longer holds the list', () => {
  const { store, draw, last } = desk();
  store.see('entries', 500, 520);
  draw();
  expect(last()).toMatchObject({ held: true });
  store.narrow({ search: 'slow file:src/', outcome: 'failure' });
  draw();
  expect(last()).toMatchObject({
    held: false,
    entries: { from: 0 },
    filter: { text: 'slow', file: 'src/', outcome: 'failure', age: 'all' },
  });
  store.narrowTo('task', 'two words');
  draw();
  expect(last()).toMatchObject({ filter: { text: 'slow', file: 'src/', task: 'two words' } });
  store.see('entries', 50, 70);
  store.showFirst();
  draw();
  expect(last()).toMatchObject({ held: false, entries: { from: 0 } });
});

test('an opened entry is located in the list if the list contains it', () => {
  const { store, draw, answer, last } = desk();
  store.read('e700');
  draw();
  expect(last()).toMatchObject({ chosen: 'e700', entries: { from: 0 } });
  answer({ detail: detailOf('e700', 700) });
  expect(store.get().view).toMatchObject({ cursors: { entries: { index: 700, id: 'e700' } }, tops: { entries: 700 } });
  expect(last()).toMatchObject({ held: true, entries: { from: 675 } });
  store.read('elsewhere');
  draw();
  answer({ detail: detailOf('elsewhere', null) });
  expect(store.get().view).toMatchObject({ reading: 'elsewhere', cursors: { entries: null }, tops: { entries: 700 } });
  // An entry is located only once, even if the list changes later.
  answer({ detail: detailOf('elsewhere', 5) });
  expect(store.get().view.cursors.entries).toBeNull();
});

test('an entry requested elsewhere is shown once regardless of the filter, and receives focus', () => {
  const { store, draw, answer, last, kept } = desk();
  store.narrow({ search: 'nothing like that', age: 'hour' });
  draw();
  const request = { id: 'w', entry: 'e42' };
  answer({ request });
  expect(last()).toMatchObject({ chosen: 'e42', filter: { text: '', age: 'all' } });
  answer({ request, detail: detailOf('e42', 42) });
  expect(store.get().view).toMatchObject({ choices: NO_FILTER, granted: 'w', cursors: { entries: { index: 42 } } });
  expect([store.takeKeys(), store.takeKeys()]).toEqual([true, false]);
  store.narrow({ type: 'fix' });
  draw();
  answer({ request });
  expect(last()).toMatchObject({ filter: { type: 'fix' } });
  // Also after a reload.
  const again = desk(JSON.parse(kept.at(-1) ?? ''));
  again.answer({ request });
  expect(again.last()).toMatchObject({ chosen: 'e42', filter: { type: 'fix' } });
});

test('positions and filters survive a reload, but no content of files is saved', () => {
  const { store, draw, kept } = desk();
  store.narrow({ search: 'task:t1', agent: 'ann' });
  store.see('entries', 300, 320);
  draw();
  expect(kept.join()).not.toContain('Did e');
  const { last } = desk(JSON.parse(kept.at(-1) ?? ''));
  expect(last()).toMatchObject({ filter: { task: 't1', agent: 'ann' }, entries: { from: 275 }, held: true });
});

test.each([
  null,
  7,
  'x',
  { choices: 5, tops: { entries: -1 }, cursors: [], reading: 9, granted: {} },
  { choices: { age: 'toString', search: [] } },
])('invalid saved data is ignored: %j', (saved) => {
  const { last } = desk(saved);
  expect(last()).toMatchObject({ chosen: null, held: false, entries: { from: 0 }, filter: { text: '', agent: null, age: 'all' } });
});
