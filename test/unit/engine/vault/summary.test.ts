import { expect, test } from 'vitest';
import { summarise } from '../../../../src/engine/vault/summary.ts';
import { makeNote } from './make-note.ts';
import { makeVault, PRESENT } from './make-vault.ts';

test('summarise counts values, most frequent first, and archived notes only in statuses and total', () => {
  const { index } = makeVault([
    makeNote('1.md', { project: 'ops', type: 'rule', tags: ['b', 'a'], updated: '2026-04-11' }),
    makeNote('2.md', { project: 'lab', type: 'rule', tags: ['b'], status: 'review', updated: '2026-04-13' }),
    makeNote('3.md', { project: 'lab', type: 'lesson', status: 'superseded', updated: '2026-04-06' }),
    makeNote('4.md', { project: 'lab', type: 'lesson', updated: '2026-04-05' }),
    makeNote('5.md', { project: 'old', type: 'loss', tags: ['c'], status: 'archived', updated: '2026-04-13' }),
  ]);
  expect(summarise(index, PRESENT.config, PRESENT.today)).toEqual({
    total: 5,
    layers: { hot: 2, warm: 1, cold: 1 },
    projects: [
      { name: 'lab', notes: 3 },
      { name: 'ops', notes: 1 },
    ],
    types: [
      { name: 'lesson', notes: 2 },
      { name: 'rule', notes: 2 },
    ],
    statuses: [
      { name: 'active', notes: 2 },
      { name: 'archived', notes: 1 },
      { name: 'review', notes: 1 },
      { name: 'superseded', notes: 1 },
    ],
    tags: [
      { name: 'b', notes: 2 },
      { name: 'a', notes: 1 },
    ],
    hot: [
      { path: '2.md', name: '2', project: 'lab', updated: '2026-04-13' },
      { path: '1.md', name: '1', project: 'ops', updated: '2026-04-11' },
    ],
  });
});

test('hot notes are sorted by the day of their layer: updated, else created, else the file time', () => {
  const day = (time: string) => ({ size: 0, mtimeNs: `${BigInt(Date.parse(time)) * 1_000_000n}`, ino: '0' });
  const old = Array.from({ length: 10 }, (_, n) => makeNote(`a${n}.md`, { file: day('2026-04-11T09:00:00Z') }));
  const { index } = makeVault([
    ...old,
    makeNote('b.md', { file: day('2026-04-13T09:00:00Z') }),
    makeNote('c.md', { created: '2026-04-13', file: day('2020-01-01T00:00:00Z') }),
    makeNote('d.md', { updated: '2026-04-12', created: '2026-04-14' }),
    // A note with an invalid day is cold, even if its file is new.
    makeNote('e.md', { file: day('2026-04-13T09:00:00Z'), problems: [{ code: 'bad-date', message: '', line: 2, column: 1 }] }),
  ]);
  const { hot, layers } = summarise(index, PRESENT.config, PRESENT.today);
  expect(layers).toEqual({ hot: 13, warm: 0, cold: 1 });
  expect(hot.map(({ path }) => path)).toEqual(['b.md', 'c.md', 'd.md', ...Array.from({ length: 7 }, (_, n) => `a${n}.md`)]);
  expect(hot.map(({ updated }) => updated)).toEqual([null, null, '2026-04-12', ...Array(7).fill(null)]);
});

test('summarise lists the newest ten hot notes', () => {
  const { index } = makeVault(
    Array.from({ length: 30 }, (_, n) => makeNote(`${n + 10}.md`, { updated: n < 15 ? '2026-04-12' : '2026-04-13' })),
  );
  const { hot, layers } = summarise(index, PRESENT.config, PRESENT.today);
  expect(layers.hot).toBe(30);
  expect(hot.map(({ path }) => path)).toEqual(Array.from({ length: 10 }, (_, n) => `${n + 25}.md`));
});
