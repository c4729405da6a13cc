import { describe, expect, test } from 'vitest';
import type { Note } from '../../../../src/engine/vault/notes/note.ts';
import { searchVault } from '../../../../src/engine/vault/search/search.ts';
import { MAX_CHILDREN, parseSubject, type Row } from '../../../../src/host/model/row.ts';
import { memoryRows } from '../../../../src/host/vault/model/memory-rows.ts';
import { MemoryViewModelBuilder } from '../../../../src/host/vault/model/memory-view-model.ts';
import { typedQuery } from '../../../../src/host/vault/model/typed-query.ts';
import { vaultConfig } from '../../../support/vault-config.ts';
import { makeNote } from '../../engine/vault/make-note.ts';
import { makeVault } from '../../engine/vault/make-vault.ts';

const TODAY = '2026-04-13';

function rowsOf(...notes: readonly Note[]): readonly Row[] {
  const { index } = makeVault(notes);
  return memoryRows(new MemoryViewModelBuilder({ index, config: vaultConfig(), problems: [], links: [] }, () => 0).take(TODAY));
}

function found(rows: readonly Row[], label: string): Row {
  const row = rows.find((each) => each.label === label);
  if (row === undefined) throw new Error(`there is no row ${label} among ${rows.map((each) => each.label).join(', ')}`);
  return row;
}

const below = (rows: readonly Row[], ...labels: readonly string[]): string[] =>
  labels.reduce((level, label) => found(level, label).children(), rows).map(({ label }) => label);

/** Creates a note with a link, so that it is not an orphan. */
const linked = (file: string, parts: Partial<Omit<Note, 'path'>> = {}): Note => makeNote(file, { related: ['x.md'], ...parts });

const X = linked('x.md', { name: 'X', updated: '2026-04-01', project: 'ops' });

describe('the Memory view', () => {
  test('groups notes by review, layer, project, tag and missing links', () => {
    const rows = rowsOf(X, makeNote('alone.md', { updated: TODAY }), linked('b.md', { updated: '2026-04-08', status: 'review' }));
    expect(rows.map(({ label, description }) => [label, description])).toEqual([
      ['Review', '1 note to accept'],
      ['Hot', '1 note'],
      ['Warm', '1 note'],
      ['Cold', '1 note'],
      ['Projects', '2'],
      ['Tags', '0'],
      ['Orphans', '1'],
    ]);
    expect(rows.map(({ unfolded }) => unfolded)).toEqual([true, true, false, false, false, false, false]);
    expect(below(rows, 'Orphans')).toEqual(['alone']);
  });

  test('is empty without a note, so that a welcome is shown', () => {
    expect(rowsOf()).toEqual([]);
  });

  test('shows the newest first, and archived notes in no layer', () => {
    const notes = [
      linked('a.md', { updated: '2026-04-11' }),
      linked('b.md', { updated: '2026-04-13' }),
      linked('c.md', { updated: '2026-04-13' }),
      linked('d.md', { updated: '2026-04-13', status: 'archived', project: 'old' }),
    ];
    const rows = rowsOf(X, ...notes);
    expect(below(rows, 'Hot')).toEqual(['b', 'c', 'a']);
    expect(below(rows, 'Projects', 'old')).toEqual(['d']);
  });

  test('has projects and tags with the most notes first', () => {
    const rows = rowsOf(X, linked('a.md', { project: 'ops', tags: ['db', 'api'] }), linked('b.md', { project: 'lab', tags: ['api'] }));
    expect(below(rows, 'Projects')).toEqual(['ops', 'lab']);
    expect(below(rows, 'Tags')).toEqual(['api', 'db']);
    expect(below(rows, 'Tags', 'api')).toEqual(['a', 'b']);
  });

  test('shows the details of a note as plain text on one line, also to screen readers', () => {
    const parts = { name: 'A\nB\u202e', type: 'rule', project: 'ops', updated: TODAY, status: 'review', summary: 'Why', tags: ['db'] };
    const [row] = found(rowsOf(X, linked('a.md', parts)), 'Review').children();
    expect(row).toMatchObject({
      subject: { kind: 'note', path: 'a.md' },
      label: 'A B',
      description: 'ops · 2026-04-13 · review',
      icon: { name: 'law', color: 'charts.yellow' },
      tooltip: 'A B\nWhy\nrule · ops · review · 2026-04-13\n#db\na.md',
      accessibility: 'rule A B, ops, 2026-04-13, review',
      context: 'note.review',
      command: 'cortex.memory.open',
    });
    expect(parseSubject({ row })).toEqual({ kind: 'note', path: 'a.md' });
  });

  test('gives a note in several groups a unique id in each', () => {
    const rows = rowsOf(X, linked('a.md', { updated: TODAY, status: 'review', tags: ['db'] }));
    const ids = ['Review', 'Hot'].map((label) => found(rows, label).children()[0]?.id);
    expect(new Set(ids).size).toBe(2);
  });

  test('uses a fallback menu context for an unknown status', () => {
    const [row] = found(rowsOf(X, linked('a.md', { updated: TODAY, status: 'done) || true' })), 'Hot').children();
    expect(row?.context).toBe('note.other');
  });

  test('lists contradictions with both notes under Review, and not under Problems', () => {
    const notes = [
      linked('a.md', { name: 'Wait\nhere', contradicts: ['b.md'] }),
      linked('b.md', { name: 'Go' }),
      linked('c.md', { status: 'review' }),
    ];
    const rows = rowsOf(X, ...notes);
    expect(found(rows, 'Review').description).toBe('1 note to accept, 1 contradiction to resolve');
    expect(below(rows, 'Review')).toEqual(['Contradiction', 'c']);
    expect(below(rows, 'Review', 'Contradiction')).toEqual(['Wait here', 'Go']);
    const [row] = found(rows, 'Review').children();
    expect(row).toMatchObject({ description: 'Wait here ↔ Go', accessibility: 'Contradiction of Wait here and Go' });
    expect(row?.children()[0]).toMatchObject({ subject: { kind: 'note', path: 'a.md' }, context: 'note.active' });
    expect(rows.map(({ label }) => label)).not.toContain('Problems');
    expect(found(rowsOf(X, ...notes.slice(0, 2)), 'Review').description).toBe('1 contradiction to resolve');
  });

  test.each([
    ['Hot', 'layer:hot '],
    ['Warm', 'layer:warm '],
    ['Cold', 'layer:cold '],
  ])('links a long layer to the same notes in the dashboard: %s', (label, query) => {
    const days = { Hot: TODAY, Warm: '2026-04-08', Cold: '2026-01-01' };
    const statuses = ['active', 'review', 'superseded', 'archived', 'odd'];
    const notes = Object.entries(days).flatMap(([layer, updated]) =>
      Array.from({ length: MAX_CHILDREN + 5 }, (_, n) => linked(`${layer}${n}.md`, { updated, status: statuses[n % 5] ?? '' })),
    );
    const group = found(rowsOf(...notes, X), label);
    const more = found(rowsOf(...notes, ...notes.map((note) => ({ ...note, path: `more/${note.path}` })), X), label)
      .children()
      .at(-1);
    expect(more).toMatchObject({ command: 'cortex.memory.dashboard', subject: { kind: 'notes', query } });
    const { index } = makeVault([...notes, X]);
    const { total } = searchVault(index, null, typedQuery(query, 10), { today: TODAY, config: vaultConfig() });
    expect(group.description).toBe(`${total} notes`);
  });

  test('links a long list to the dashboard with its filter', () => {
    const many = Array.from({ length: MAX_CHILDREN + 2 }, (_, at) => linked(`${at}.md`, { project: 'big one' }));
    const rows =
      found(rowsOf(...many), 'Projects')
        .children()[0]
        ?.children() ?? [];
    expect(rows).toHaveLength(MAX_CHILDREN + 1);
    expect(rows.at(-1)).toMatchObject({
      label: '2 more',
      command: 'cortex.memory.dashboard',
      subject: { kind: 'notes', query: 'project:"big one" ' },
    });
  });

  test('shows problems with links to their position', () => {
    const [row] = found(rowsOf(linked('a.md', { related: ['nowhere'] })), 'Problems').children();
    expect(row).toMatchObject({
      label: 'a.md',
      command: 'cortex.problem.open',
      subject: { kind: 'problem', file: '/vault/a.md', line: 1, column: 1 },
    });
    expect(row?.description).toMatch(/^no such note: "nowhere"\. /);
  });
});

describe('the Memory view of a large vault', () => {
  const clock = { now: 0 };
  /** A clock that advances by one second per reading. */
  const slow = () => {
    clock.now += 1_000;
    return clock.now;
  };
  const { index } = makeVault(Array.from({ length: 2_001 }, (_, at) => makeNote(`${at}.md`)));
  const builder = new MemoryViewModelBuilder({ index, config: vaultConfig(), problems: [], links: [] }, slow);

  test('computes expensive groups only on request', () => {
    expect(builder.take(TODAY)).toMatchObject({ orphans: null, findings: null });
    expect(memoryRows(builder.take(TODAY)).map(({ label }) => label)).toContain('Problems');
    expect(builder.pause()).toBeNull();
    expect(builder.take(TODAY).findOrphans()).toHaveLength(2_001);
    expect(builder.take(TODAY)).toMatchObject({ orphans: { length: 2_001 }, findings: null });
  });

  test('updates expensive groups some time after a change', () => {
    index.delete('0.md');
    expect(builder.take(TODAY).orphans).toHaveLength(2_001);
    expect(builder.pause()).toBeGreaterThan(0);
    clock.now += 10_000;
    expect(builder.take(TODAY).orphans).toHaveLength(2_000);
    expect(builder.pause()).toBeNull();
  });
});
