import { expect, test } from 'vitest';
import type { Note } from '../../../src/engine/vault/notes/note.ts';
import { MemoryStore } from '../../../webview/memory/memory-store.ts';
import { NO_FILTER, readSavedMemory } from '../../../webview/memory/saved-memory.ts';
import { remembered } from '../../webview/memories.ts';
import { type MemoryContent, MemoryHost } from '../../webview/memory-host.ts';
import { makeNote } from '../engine/vault/make-note.ts';

/** Creates a store that has drawn all pending frames. `draw` draws further ones. */
function desk(content: MemoryContent = remembered, saved?: unknown) {
  const host = new MemoryHost(content);
  const frames: (() => void)[] = [];
  const kept: object[] = [];
  const store: MemoryStore = new MemoryStore({
    host,
    saved,
    save: (view) => kept.push(view),
    nextFrame: (callback) => frames.push(callback),
    monotonic: () => 0,
  });
  host.connect((state) => store.show(state));
  const draw = () => {
    for (const frame of frames) frame();
    frames.length = 0;
  };
  draw();
  return { store, host, kept, draw, last: () => host.views.at(-1) };
}

test('missing or invalid saved data is ignored', () => {
  const fresh = { choices: NO_FILTER, reading: null, granted: null, cursors: { notes: null }, tops: { notes: 0 } };
  for (const saved of [undefined, null, 'x', { choices: { search: 3, layer: 'tepid', type: {} }, reading: [], tops: { notes: -1 } }]) {
    expect(readSavedMemory(saved)).toEqual(fresh);
  }
});

test('filters and selection survive a reload', () => {
  const { store, kept, draw } = desk();
  store.narrow({ search: 'tax', layer: 'hot' });
  draw();
  store.choose('notes', 0);
  draw();
  const again = desk(remembered, JSON.parse(JSON.stringify(kept.at(-1))));
  expect(again.last()).toMatchObject({ filter: { search: 'tax', layer: 'hot' }, chosen: 'rules/tax-rounding.md' });
});

test('a tag filter replaces all other filters, and quotes its value', () => {
  const { store, draw, last } = desk();
  store.narrow({ project: 'shop' });
  store.narrowToTag('cents');
  draw();
  expect(last()?.filter).toEqual({ ...NO_FILTER, search: 'tag:cents ' });
  store.narrowToTag('two "words"');
  draw();
  expect(last()?.filter.search).toBe('tag:"two ""words""" ');
});

const newer = (count: number): Note[] =>
  Array.from({ length: count }, (_, n) => makeNote(`atoms/newer-${n}.md`, { name: `Newer ${n}`, updated: '2026-04-13' }));
const chosenIn = (store: MemoryStore) => store.get().view.cursors.notes;

test('the selected row is followed when new notes move it out of view, but not into another list', () => {
  const { store, host, draw } = desk();
  const settled = () => {
    for (let drawings = 0; drawings < 4; drawings += 1) draw();
    return chosenIn(store);
  };
  store.choose('notes', 3);
  const id = settled()?.id ?? '';
  expect(id).not.toBe('');
  host.change({ ...remembered, notes: [...remembered.notes, ...newer(400)] });
  const moved = settled();
  expect(moved).toMatchObject({ id, awaited: false });
  expect(moved?.index).toBeGreaterThan(300);
  store.narrow({ search: 'tax' });
  settled();
  store.choose('notes', 0);
  expect(settled()?.id).not.toBeNull();
  store.narrow({ search: '' });
  expect(settled()?.index).toBeLessThan(10);
});

test('a search requested elsewhere replaces the filter once', () => {
  const request = { id: 'w', search: 'layer:cold ' };
  const { store, draw, last } = desk({ ...remembered, request });
  draw();
  expect(last()?.filter.search).toBe('layer:cold ');
  expect(store.takeKeys()).toBe(true);
  store.narrow({ search: 'other' });
  draw();
  draw();
  expect(last()?.filter.search).toBe('other');
  expect(store.takeKeys()).toBe(false);
});

test.each<[string, (search: string) => ReturnType<typeof desk>]>([
  ['was saved', (search) => desk(remembered, { choices: { search } })],
  ['was asked for elsewhere', (search) => desk({ ...remembered, request: { id: 'w', search } })],
  [
    'is a tag',
    (search) => {
      const opened = desk();
      opened.store.narrowToTag(search);
      return opened;
    },
  ],
])('a search that %s is limited to the length that the host accepts', (_, search) => {
  const { draw, last } = search('x'.repeat(5_000));
  draw();
  draw();
  expect(last()?.filter.search).toMatch(/^(tag:)?x+$/);
  expect(last()?.filter.search).toHaveLength(1_000);
});
