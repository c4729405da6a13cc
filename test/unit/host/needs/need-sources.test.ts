import { expect, test } from 'vitest';
import { CortexError } from '../../../../src/engine/platform/errors.ts';
import { createNeed } from '../../../../src/engine/platform/need.ts';
import { type NeedSource, NeedSources, toReading } from '../../../../src/host/needs/model/need-sources.ts';

const need = (title: string, since: number | null = null) =>
  createNeed({ kind: 'question', about: [title], rank: 'question', title, why: 'waits', since, place: null, actions: [] });

/** A source that counts how often it is read. */
function counting(id: string, more: Partial<NeedSource> = {}) {
  const counts = { reads: 0 };
  const source: NeedSource = {
    id,
    of: 'stacks',
    where: '.cstack',
    folder: null,
    project: null,
    read: async () => {
      counts.reads += 1;
      return toReading([need(`${id} ${counts.reads}`)]);
    },
    ...more,
  };
  return { counts, source };
}

const titles = async (kept: NeedSources, sources: readonly NeedSource[], now = 0): Promise<string[]> =>
  (await kept.read(sources, now)).flatMap(({ needs }) => needs.map(({ title }) => title));

test('an unchanged source is read once, and only a changed source is read again', async () => {
  const [inbox, team] = [counting('inbox'), counting('team', { of: 'team' })];
  const kept = new NeedSources();
  const sources = [inbox.source, team.source];
  for (let n = 0; n < 3; n += 1) expect(await titles(kept, sources)).toEqual(['inbox 1', 'team 1']);
  kept.drop('team');
  expect(await titles(kept, sources)).toEqual(['inbox 1', 'team 2']);
  expect([inbox.counts.reads, team.counts.reads]).toEqual([1, 2]);
});

test('all sources are read again after half a minute, since agents become unresponsive without a file change', async () => {
  const { source } = counting('inbox');
  const kept = new NeedSources();
  expect(await titles(kept, [source], 1_000)).toEqual(['inbox 1']);
  expect(await titles(kept, [source], 30_999)).toEqual(['inbox 1']);
  expect(await titles(kept, [source], 31_000)).toEqual(['inbox 2']);
  // A clock that was set back.
  expect(await titles(kept, [source], 500)).toEqual(['inbox 3']);
});

test('a source is read again if it changed during the read, was renamed, or could not be read', async () => {
  const kept = new NeedSources();
  const late = counting('inbox', {
    read: async () => {
      late.counts.reads += 1;
      if (late.counts.reads === 1) kept.drop('stacks');
      return toReading([need(`read ${late.counts.reads}`)]);
    },
  });
  expect(await titles(kept, [late.source])).toEqual(['read 1']);
  expect(await titles(kept, [late.source])).toEqual(['read 2']);
  expect(await titles(kept, [{ ...late.source, project: 'shop' }])).toEqual(['read 3']);
  const broken = counting('vault', {
    of: 'vault',
    where: 'the vault',
    read: async () => {
      broken.counts.reads += 1;
      throw new CortexError('broken-file', 'it is no note', { file: '/vault/a.md' });
    },
  });
  const [first] = await kept.read([broken.source], 0);
  expect(first).toMatchObject({ source: null, needs: [{ kind: 'broken', title: 'a.md', place: { file: '/vault/a.md' } }] });
  await kept.read([broken.source], 0);
  expect(broken.counts.reads).toBe(2);
});

test('a removed source is forgotten', async () => {
  const { source } = counting('inbox');
  const kept = new NeedSources();
  expect(await titles(kept, [source])).toEqual(['inbox 1']);
  expect(await titles(kept, [])).toEqual([]);
  expect(await titles(kept, [source])).toEqual(['inbox 2']);
});

test('needs carry their source, folder and project, oldest first', async () => {
  const { source } = counting('inbox', { folder: '/shop', project: 'shop', read: async () => toReading([need('new', 2), need('old', 1)]) });
  const [found] = await new NeedSources().read([source], 5);
  expect(found?.source).toBe('inbox');
  expect(found?.needs.map(({ title, folder, project, source: from }) => [title, folder, project, from])).toEqual([
    ['old', '/shop', 'shop', 'inbox'],
    ['new', '/shop', 'shop', 'inbox'],
  ]);
});
