import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CliVault, exampleVault, useExampleDay } from '../../support/example-vault.ts';

let vault: CliVault;
useExampleDay();
beforeEach(() => {
  vault = exampleVault();
});

const INDEXES = ['manifest', 'by_project', 'by_type', 'by_tag', 'graph'].map((name) => `index/${name}.json`);
const LAYERS = ['hot', 'warm', 'cold'].map((name) => `layers/${name}.json`);

const isPrivate = (mode: number) => (mode & 0o200) === 0;

describe('cortex vault index', () => {
  test('writes five indexes and three layers, then nothing until a note changes', async () => {
    const notes = vault.files();
    const { code, out } = await vault.run('index');
    expect(code).toBe(0);
    expect(out).toMatch(/^16 notes in .*vault\nSize +\d+ KB, \d+ lines\nProjects +ops 10, meta 4, research 2\nTypes /);
    expect(out).toContain(`Wrote ${[...INDEXES, ...LAYERS].join(', ')}.\n`);
    expect([...vault.files().keys()].filter((name) => !notes.has(name))).toEqual([...INDEXES, ...LAYERS].sort());
    for (const [name, text] of notes) expect(vault.read(name)).toBe(text);
    const times = INDEXES.map((name) => fs.statSync(path.join(vault.root, name)).mtimeMs);
    expect((await vault.run('index')).out).toContain('All files are up to date.\n');
    expect(INDEXES.map((name) => fs.statSync(path.join(vault.root, name)).mtimeMs)).toEqual(times);
  });

  test('writes only what a changed note affects', async () => {
    await vault.run('index');
    vault.write(
      'atoms/api_rate_limits.md',
      vault.read('atoms/api_rate_limits.md').replace('600 requests a minute and key\n---', '900\n---'),
    );
    expect(await vault.json('index')).toMatchObject({ total: 16, written: ['index/manifest.json'] });
    expect(vault.read('index/manifest.json')).toContain('"description": "The public API allows 900"');
  });

  test('writes a manifest with the fields of the original, sorted by path in code points', async () => {
    await vault.run('index');
    const manifest: Record<string, unknown>[] = JSON.parse(vault.read('index/manifest.json'));
    const paths = manifest.map((entry) => String(entry.path));
    expect(paths).toEqual([...paths].sort());
    expect(manifest.find((entry) => entry.path === 'atoms/release_freeze.md')).toEqual({
      path: 'atoms/release_freeze.md',
      name: 'Deploy freeze during release windows',
      type: 'decision',
      project: 'ops',
      status: 'active',
      tags: ['deploy', 'risk', 'decision'],
      updated: '2026-04-12',
      created: '2026-04-12',
      lines: expect.any(Number),
      size_bytes: Buffer.byteLength(vault.read('atoms/release_freeze.md')),
      description: '',
      id: '20260412_deploy_freeze_during_release',
    });
  });

  test('--stats writes nothing', async () => {
    const before = vault.files();
    const { out } = await vault.run('index', '--stats');
    expect(out).toContain('16 notes in');
    expect(out).not.toContain('Wrote');
    expect(vault.files()).toEqual(before);
  });

  test('rewrites a truncated or missing file', async () => {
    await vault.run('index');
    const whole = vault.files();
    vault.write('index/manifest.json', vault.read('index/manifest.json').slice(0, 100));
    fs.rmSync(path.join(vault.root, 'layers'), { recursive: true });
    fs.rmSync(path.join(vault.root, '.local'), { recursive: true });
    await vault.run('index');
    expect(vault.files()).toEqual(whole);
  });

  test.each(['index', '.local'])('a file in place of the folder %s is reported with a fix', async (folder) => {
    vault.write(folder, '');
    const { code, err } = await vault.run('index');
    expect({ code, err }).toEqual({
      code: 3,
      err: `error: ${path.join(vault.root, folder)}: a file is in the place of a folder. Move or rename that file.\n`,
    });
  });

  test('.local excludes itself from git', async () => {
    await vault.run('index');
    expect(vault.read('.local/.gitignore')).toContain('*');
  });

  test('fails in a read-only vault and says why, and search still works', async () => {
    if (process.getuid?.() === 0) return;
    fs.chmodSync(vault.root, 0o555);
    try {
      expect((await vault.run('search', 'freeze', '--paths')).out).toBe('atoms/release_freeze.md\n');
      const { code, err } = await vault.run('index');
      expect(code).toBe(1);
      expect(err).toContain('no write permission');
      expect(isPrivate(fs.statSync(vault.root).mode)).toBe(true);
    } finally {
      fs.chmodSync(vault.root, 0o755);
    }
  });
});

describe('cortex vault layers', () => {
  test('counts and writes the layers, newest first, without archived notes', async () => {
    const { out } = await vault.run('layers');
    expect(out.replaceAll(/\d+ lines/g, 'N lines')).toMatch(
      /^hot {3}up to 2 days {2}5 notes {2}N lines\nwarm {2}up to 7 days {2}5 notes {2}N lines\ncold {2}older {9}5 notes {2}N lines\n15 notes, 67 % of them hot or warm\. Wrote /,
    );
    const layers = LAYERS.map((name): { path: string; updated: string }[] => JSON.parse(vault.read(name)));
    expect(layers.flat()).toHaveLength(15);
    expect(layers.flat().map((note) => note.path)).not.toContain('user/working_hours.md');
    for (const notes of layers) {
      const days = notes.map(({ updated }) => updated);
      expect(days).toEqual(days.toSorted().reverse());
    }
    expect(layers[0]?.every(({ updated }) => updated >= '2026-04-11')).toBe(true);
    expect(layers[1]?.every(({ updated }) => updated >= '2026-04-06' && updated < '2026-04-11')).toBe(true);
  });

  test('--stats lists the newest notes of each layer, and writes nothing', async () => {
    const before = vault.files();
    const { out } = await vault.run('layers', '--stats');
    expect(out).toMatch(/^hot .*\n {2}ops +insights\/slow_schema_changes\.md +Schema changes lock the orders table\n/);
    expect(out).toMatch(/\n15 notes, 67 % of them hot or warm\.\n$/);
    expect(await vault.json('layers', '--stats')).toMatchObject({ written: [] });
    expect(vault.files()).toEqual(before);
  });

  test('uses the file time of a note without dates in --stats, summary and files', async () => {
    const now = new Date('2026-04-13T09:00:00Z');
    fs.utimesSync(vault.write('user/zebra.md', 'Striped.\n'), now, now);
    const { layers } = Object(await vault.json('layers'));
    const { hot } = Object(await vault.json('summary'));
    for (const newest of [layers[0].newest, hot, JSON.parse(vault.read('layers/hot.json'))]) {
      expect(newest.slice(0, 2)).toMatchObject([{ path: 'insights/slow_schema_changes.md' }, { path: 'user/zebra.md' }]);
    }
  });
});

describe('cortex vault report', () => {
  test('lists orphans, hubs, dead and ambiguous links', async () => {
    vault.write('atoms/lost.md', '---\nname: Lost\n---\nSee [[nowhere]].\n');
    vault.write('atoms/twin.md', '---\nname: Hold and watch\n---\nSee [[Hold and watch]] and [[api_rate_limits]].\n');
    expect(await vault.json('report')).toMatchObject({
      total: 18,
      orphans: expect.arrayContaining(['feedback/short_notes.md', 'user/working_hours.md']),
      hubs: expect.arrayContaining([{ path: 'rules/rollback_within_minutes.md', links: 3 }]),
      dead: [{ path: 'atoms/lost.md', line: 4, target: 'nowhere' }],
      ambiguous: [{ path: 'atoms/twin.md', line: 4, target: 'Hold and watch', candidates: ['atoms/twin.md', 'rules/hold_and_watch.md'] }],
    });
    const { code, out } = await vault.run('report');
    expect(code).toBe(0);
    expect(out).toContain('\nDead links (1)\n  atoms/lost.md:4  [[nowhere]]\n');
    expect((await vault.run('link', '--report')).out).toBe(out);
  });
});
