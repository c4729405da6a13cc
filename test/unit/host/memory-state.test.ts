import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import type { Note } from '../../../src/engine/vault/notes/note.ts';
import { VaultStore } from '../../../src/engine/vault/store.ts';
import { readBody, readNote, requireAsRead } from '../../../src/host/dashboards/memory/detail.ts';
import type { MemoryView, NotesFilter } from '../../../src/host/dashboards/memory/protocol.ts';
import { memorySnapshot } from '../../../src/host/dashboards/memory/state.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { vaultConfig } from '../../support/vault-config.ts';
import { hugeMemory, remembered } from '../../webview/memories.ts';
import { bookOf } from '../../webview/memory-host.ts';
import { makeNote } from '../engine/vault/make-note.ts';
import { NOW } from './view-models.ts';

const ALL: NotesFilter = { search: '', type: null, project: null, status: null, layer: null };
const ROUNDING = 'rules/tax-rounding.md';

function shown(view: Partial<Omit<MemoryView, 'filter'>> & { filter?: Partial<NotesFilter> } = {}, content = remembered) {
  const book = bookOf(content);
  const whole = { notes: { from: 0, count: 50 }, chosen: null, ...view, filter: { ...ALL, ...view.filter } };
  return memorySnapshot(book, whole, { body: (note) => readBody(book.notes.store, note), request: null, now: NOW, readOnly: null });
}

const pathsOf = (filter: Partial<NotesFilter>): string[] => shown({ filter }).notes.rows.map(({ path }) => path);

describe('the list of notes', () => {
  test('has notes of every status without a score, newest first', () => {
    const { notes, all, toReview, types, projects, statuses } = shown();
    expect(notes.rows.map(({ updated, score }) => [updated, score]).slice(0, 3)).toEqual([
      ['2026-04-13', null],
      ['2026-04-12', null],
      // A superseded note follows the note that replaces it.
      ['2025-11-20', null],
    ]);
    expect([notes.total, all, toReview]).toEqual([8, 8, 1]);
    expect(notes.rows.map(({ status }) => status)).toContain('archived');
    expect([types[0], projects[0], statuses[0]]).toEqual(['rule', 'shop', 'active']);
  });

  test('is searched by words, with replacements before the notes that they replace', () => {
    const { rows } = shown({ filter: { search: 'tax rounded' } }).notes;
    expect(rows.map(({ path, replacedBy }) => [path, replacedBy]).slice(0, 2)).toEqual([
      [ROUNDING, null],
      ['rules/old-rounding.md', 'Tax is rounded once, at the end'],
    ]);
    expect(rows.every(({ score }) => score !== null && score > 0)).toBe(true);
  });

  test('is filtered by selected values, which override typed ones', () => {
    expect(pathsOf({ project: 'compiler', layer: 'cold' })).toEqual(['atoms/two-passes.md']);
    expect(pathsOf({ search: 'project:shop type:person' })).toEqual(['people/cleo.md']);
    expect(pathsOf({ search: 'project:shop', project: 'compiler', type: 'lesson' })).toEqual(['atoms/two-passes.md']);
    expect(pathsOf({ status: 'review' })).toEqual(['incidents/missing-cents.md']);
  });

  test('is filtered by the truncated form of a very long name, as the page shows it', () => {
    const long = (end: string) => `${'a'.repeat(3_000)}${end}`;
    const content = { ...remembered, notes: [makeNote('one.md', { project: long('x'), type: long('y') }), makeNote('two.md')] };
    const { projects, types } = shown({}, content);
    const told = (names: readonly string[]) => names.find((name) => name.startsWith('aaa')) ?? '';
    const [project, type] = [told(projects), told(types)];
    expect(shown({ filter: { project, type } }, content).notes.rows.map(({ path }) => path)).toEqual(['one.md']);
  });

  test('contains only the rows in view, and the total', () => {
    const { notes } = shown({ notes: { from: 4_990, count: 50 } }, hugeMemory(5_000));
    expect([notes.total, notes.from, notes.rows.length]).toEqual([5_000, 4_990, 10]);
    expect(new Set(notes.rows.map(({ path }) => path)).size).toBe(10);
  });
});

describe('the selected note', () => {
  test('explains its score with parts that add up to it', () => {
    const { detail } = shown({ chosen: ROUNDING, filter: { search: 'tax cents' } });
    const { score, words, allWords, bonus, factor } = detail?.score ?? { score: 0, words: [], allWords: false, bonus: 0, factor: 0 };
    const points = words.reduce((sum, each) => sum + each.points, 0);
    expect((points * (allWords ? 1.5 : 1) + bonus) * factor).toBe(score);
    expect(score).toBe(51.5);
    expect(detail?.index).toBe(0);
  });

  test('has its text, its links and backlinks, and their problems', () => {
    const { detail } = shown({ chosen: ROUNDING });
    expect(detail).toMatchObject({ score: null, unread: null, id: 'tax-rounding', tags: { first: ['tax', 'cents', 'checkout'] } });
    expect(detail?.text).toMatch(/^Two roundings/);
    expect(detail?.linksTo.first.map(({ name, problem }) => [name, problem])).toEqual([
      ['The rates of 27 countries are in one table', ''],
      ['Tax is rounded for each line', ''],
      ['receipts', 'broken link'],
    ]);
    expect(detail?.linkedFrom.first.map(({ path }) => path)).toEqual([
      'atoms/rates-table.md',
      'incidents/missing-cents.md',
      'rules/old-rounding.md',
    ]);
    expect(detail?.replaces.first.map(({ path }) => path)).toEqual(['rules/old-rounding.md']);
    expect(detail?.citations.first).toEqual(['src/checkout/tax.ts:41', 'src/receipt/print.ts']);
  });

  test('lists contradictions, also those that only the other note declares', () => {
    const { detail } = shown({ chosen: 'atoms/two-passes.md' });
    expect(detail?.contradicts.first.map(({ path }) => path)).toEqual(['atoms/parser-speed.md']);
  });

  test('has details even if the filter excludes it, without an index in the list', () => {
    const { detail } = shown({ chosen: ROUNDING, filter: { search: 'tax', project: 'compiler' } });
    expect(detail).toMatchObject({ index: null, row: { path: ROUNDING }, score: { score: 23 } });
    expect(shown({ chosen: 'gone.md' }).detail).toBeNull();
  });

  test('gives the reason for a missing text, and keeps its other fields', () => {
    const { detail } = shown({ chosen: ROUNDING }, { ...remembered, bodies: {} });
    expect(detail?.unread).toContain('cannot be read');
    expect(detail?.row.name).toBe('Tax is rounded once, at the end');
  });

  test('gives the number of characters of a long text that are not shown', () => {
    const bodies = { [ROUNDING]: 'a'.repeat(20_005) };
    const { text, more } = shown({ chosen: ROUNDING }, { ...remembered, bodies }).detail ?? { text: '', more: 0 };
    expect([text.length, more]).toEqual([20_000, 6]);
    expect(shown({ chosen: ROUNDING }, { ...remembered, bodies: { [ROUNDING]: 'a'.repeat(20_000) } }).detail?.more).toBe(0);
  });

  test('reports another note with the same id', () => {
    const notes = [makeNote('a.md', { id: 'same' }), makeNote('b.md', { id: 'same' }), makeNote('c.md', { id: 'other' })];
    const problemsOf = (chosen: string) => shown({ chosen }, { ...remembered, notes }).detail?.problems;
    expect(problemsOf('a.md')).toEqual([{ message: expect.stringContaining('is also used by "b.md"'), line: 1 }]);
    expect(problemsOf('c.md')).toEqual([]);
  });

  test('shows the number of notes that an ambiguous link matches', () => {
    const one: Note = makeNote('a.md', { links: [{ target: 'same', line: 1, kind: 'wikilink' }] });
    const notes = [one, makeNote('x/same.md'), makeNote('y/same.md')];
    const { detail } = shown({ chosen: 'a.md' }, { ...remembered, notes });
    expect(detail?.linksTo.first).toEqual([{ name: 'same', path: null, icon: 'question', problem: 'ambiguous: 2 notes' }]);
  });
});

test('a book is valid until one of its notes or the day changes', () => {
  const book = bookOf(remembered);
  const { notes } = book;
  expect(book.isOf(notes)).toBe(true);
  expect(book.isOf({ ...notes, today: '2026-04-14' })).toBe(false);
  const first = book.find(ALL, 50);
  expect(book.find({ ...ALL }, 40)).toBe(first);
  expect(book.find({ ...ALL, status: 'review' }, 40)).not.toBe(first);
  notes.store.index.set(makeNote('new.md'));
  expect(book.isOf(notes)).toBe(false);
});

test('a note that changed since it was read is not accepted', async () => {
  const root = temporaryFolder();
  const file = path.join(root, 'a.md');
  fs.writeFileSync(file, '---\nname: A\nstatus: review\n---\nGood.\n');
  const store = await VaultStore.open(nodeRuntime({}), vaultConfig({ root }));
  const read = (note: Note) => readNote(bookOf({ notes: [note], bodies: {} }), note, readBody(store, note));
  const { version } = read([...store.index.notes()][0] ?? makeNote('none.md'));
  expect(() => requireAsRead(store, 'a.md', version)).not.toThrow();
  fs.writeFileSync(file, '---\nname: A\nstatus: review\n---\nEvil.\n');
  expect(() => requireAsRead(store, 'a.md', version)).toThrow('the note has changed since');
  fs.rmSync(file);
  expect(() => requireAsRead(store, 'a.md', version)).toThrow('the note has changed since');
  await store.close();
});
