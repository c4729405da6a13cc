import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CliVault, exampleVault, useExampleDay } from '../../support/example-vault.ts';

let vault: CliVault;
useExampleDay();
beforeEach(() => {
  vault = exampleVault();
});

const modeOf = (name: string) => fs.statSync(path.join(vault.root, name)).mode & 0o777;

describe('cortex vault link', () => {
  const NOTE = 'atoms/speaks.md';
  const TEXT =
    '\uFEFF---\r\nname: Speaks\r\nodd:   kept # so\r\n---\r\nAPI rate limits, `rules/hold_and_watch.md`.\r\n```\r\nHold and watch\r\n```\r\n';

  test('previews its changes, applies them with --write, and keeps every other byte', async () => {
    vault.write(NOTE, TEXT);
    fs.chmodSync(path.join(vault.root, NOTE), 0o640);
    const before = vault.files();
    const shown = await vault.run('link', '--dry-run');
    expect(shown.out).toContain('+[[atoms/api_rate_limits|API rate limits]], [[rules/hold_and_watch]].\n');
    expect(shown.out).toMatch(/Would add 4 links in 3 files\.\nTo apply the changes, add --write\.\n$/);
    expect(await vault.run('link')).toEqual(shown);
    expect(vault.files()).toEqual(before);
    expect((await vault.run('link', '--write')).out).toMatch(/Added 4 links in 3 files\.\n$/);
    expect(vault.read(NOTE)).toBe(
      TEXT.replace('API rate limits', '[[atoms/api_rate_limits|API rate limits]]').replace(
        '`rules/hold_and_watch.md`',
        '[[rules/hold_and_watch]]',
      ),
    );
    expect(modeOf(NOTE)).toBe(0o640);
    const after = vault.files();
    expect(await vault.json('link', '--write')).toMatchObject({ links: 0, files: [] });
    expect(vault.files()).toEqual(after);
  });

  test('reports names that it does not link because several notes have them', async () => {
    for (const folder of ['one', 'two']) vault.write(`${folder}/freeze.md`, '---\nname: Winter freeze\n---\n# Winter freeze\n');
    vault.write('atoms/says.md', '---\nname: Says\n---\nAfter the winter freeze. The Winter Freeze.\n');
    vault.write('atoms/linked.md', '---\nname: Linked\n---\n[[one/freeze|Winter freeze]], and the winter freeze.\n');
    const { err } = await vault.run('link');
    const which = 'it may mean "one/freeze.md" or "two/freeze.md". Give the notes different names, or link by path.';
    expect(err).toBe(`warning: "winter freeze" in atoms/says.md is not linked: ${which}\n`);
  });

  test('warns of a note that is not UTF-8 and leaves it unchanged, and links the others', async () => {
    vault.write(NOTE, TEXT);
    const file = vault.write('atoms/bytes.md', Buffer.from([0x41, 0xff, 0x0a]));
    const { code, err } = await vault.run('link', '--write');
    expect(code).toBe(0);
    expect(err).toContain('atoms/bytes.md');
    expect(fs.readFileSync(file)).toEqual(Buffer.from([0x41, 0xff, 0x0a]));
    expect(vault.read(NOTE)).toContain('[[atoms/api_rate_limits|');
  });

  test.each(['--dry-run', '--report'])('refuses --write with %s, and writes nothing', async (flag) => {
    vault.write(NOTE, TEXT);
    const before = vault.files();
    const err = `error: --write and ${flag} cannot be combined. Use only one of them.\n`;
    expect(await vault.run('link', '--write', flag)).toEqual({ code: 2, out: '', err });
    expect(vault.files()).toEqual(before);
  });
});

describe('cortex vault moc', () => {
  test('fills the sections, and is idempotent', async () => {
    const before = vault.files();
    const preview = await vault.run('moc', '--dry-run');
    expect(preview.out).toBe('would change  MEMORY.md\nwould change  _moc/ops.md\nwould change  _moc/review.md\n');
    expect(vault.files()).toEqual(before);
    expect((await vault.run('moc', '-v')).out).toBe(
      'updated  MEMORY.md: vault_count\nupdated  _moc/ops.md: recent, by_type\nupdated  _moc/review.md: reviews, orphans\n',
    );
    expect(vault.read('MEMORY.md')).toContain(
      '<!-- AUTO:vault_count -->\n> **Vault:** 16 atoms, 13 active. Obsidian-compatible with [[wikilinks]].\n<!-- /AUTO:vault_count -->\n',
    );
    expect(vault.read('_moc/review.md')).toContain('Schema changes lock the orders table');
    const after = vault.files();
    expect((await vault.run('moc')).out).toBe('unchanged  MEMORY.md\nunchanged  _moc/ops.md\nunchanged  _moc/review.md\n');
    expect(vault.files()).toEqual(after);
  });

  test('reports sections without a collector with -v, as doctor does', async () => {
    const text = '<!-- AUTO:recnet -->\n<!-- /AUTO:recnet -->\n<!--AUTO:Recent-->\n<!--/AUTO:Recent-->\n';
    vault.write('MEMORY.md', text);
    expect((await vault.run('moc')).out).not.toContain('recnet');
    expect((await vault.run('moc', '-v')).out).toContain(
      ['recnet', 'Recent']
        .map((name, n) => `  MEMORY.md:${2 * n + 1}: no collector is named ${name}, so its section is unchanged\n`)
        .join(''),
    );
    expect(vault.read('MEMORY.md')).toBe(text);
    expect(await vault.run('doctor')).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        'warning: MEMORY.md:1: no collector is named "recnet", so the section is unchanged. Correct the name if it should be one of vault_count, by_project, ',
      ),
    });
  });

  test('reports an unclosed marker with its line, and leaves only that file unchanged', async () => {
    const broken = vault.write('_moc/broken.md', 'A\n<!-- AUTO:recent -->\n<!-- AUTO:hubs -->\n<!-- /AUTO:hubs -->\n');
    const { code, out } = await vault.run('moc');
    expect(code).toBe(1);
    expect(out).toContain('unchanged  _moc/broken.md\n  _moc/broken.md:2: ');
    expect(out).toContain('updated  _moc/ops.md\n');
    expect(fs.readFileSync(broken, 'utf8')).toContain('A\n<!-- AUTO:recent -->\n<!-- AUTO:hubs -->\n<!-- /AUTO:hubs -->\n');
  });
});

describe('cortex vault migrate', () => {
  test('changes only descriptions in notes that have a header', async () => {
    const { files } = Object(await vault.json('migrate'));
    for (const file of files) expect(file.fields).toEqual(['description']);
    expect(files.length).toBeGreaterThan(0);
  });

  test('adds a header to a note without one, previews it, and keeps the body byte for byte', async () => {
    const body = '# A note of old\r\n\r\nDeploys at night.   \r\n\tend';
    vault.write('rules/of_old.md', body);
    const before = vault.files();
    const { out } = await vault.run('migrate');
    expect(out).toContain('+++ rules/of_old.md\n@@');
    expect(out).toContain('+project: meta');
    expect(vault.files()).toEqual(before);
    await vault.run('migrate', '--write');
    const text = vault.read('rules/of_old.md');
    expect(text.endsWith(body)).toBe(true);
    expect(text).toMatch(/^---\r\nid: \d{8}_\w+\r\nname: .*\r\ntype: rule\r\nproject: meta\r\nstatus: active\r\n/);
    expect(text).toContain('\r\ntags: [deploy, rules]\r\n');
    const after = vault.files();
    expect(await vault.json('migrate', '--write')).toMatchObject({ written: true, files: [] });
    expect(vault.files()).toEqual(after);
  });

  test('takes dates from git if git knows the note', async () => {
    vault.write('atoms/known.md', 'Known.\n');
    const git = (time: string, ...args: string[]) =>
      execFileSync('git', ['-C', vault.root, '-c', 'user.name=n', '-c', 'user.email=e', '-c', 'commit.gpgsign=false', ...args], {
        env: { ...process.env, GIT_COMMITTER_DATE: time, GIT_AUTHOR_DATE: time },
      });
    git('2025-01-02T12:00:00Z', 'init', '--quiet');
    git('2025-01-02T12:00:00Z', 'add', '.');
    git('2025-01-02T12:00:00Z', 'commit', '--quiet', '--message', 'one');
    vault.write('atoms/known.md', 'Known well.\n');
    git('2025-03-04T12:00:00Z', 'commit', '--quiet', '--all', '--message', 'two');
    await vault.run('migrate', '--write');
    expect(vault.read('atoms/known.md')).toMatch(/^created: 2025-01-02$\n^updated: 2025-03-04$/m);
  });

  test('skips templates and empty notes, and says why', async () => {
    vault.write('Templates/Note.md', '---\ntags: [{{tag}}]\n---\n# {{title}}\n');
    vault.write('Untitled.md', '');
    const { out } = await vault.run('migrate', '--write');
    expect(out).toContain('Skipped 2 notes:\n  Templates/Note.md (in a folder of templates)\n  Untitled.md (empty)\n');
    expect([vault.read('Templates/Note.md'), vault.read('Untitled.md')]).toEqual(['---\ntags: [{{tag}}]\n---\n# {{title}}\n', '']);
    expect(await vault.json('migrate')).toMatchObject({ files: [], skipped: [{ path: 'Templates/Note.md' }, { path: 'Untitled.md' }] });
  });

  test('reports headers that it cannot fix, and leaves them unchanged', async () => {
    vault.write('atoms/tab.md', '---\nname: x\n\ttype: rule\n---\n');
    expect((await vault.run('migrate')).err).toBe(
      'warning: 1 note is unchanged, because its header cannot be fixed here: "atoms/tab.md"; "cortex vault doctor" shows what is wrong\n',
    );
    vault.write('atoms/twice.md', '---\ntags: [a]\ntags: [b]\n---\n');
    const { code, err } = await vault.run('migrate', '--write');
    expect([code, err]).toEqual([0, expect.stringContaining('2 notes are unchanged')]);
    expect(err).toContain('"atoms/tab.md", "atoms/twice.md"');
  });

  test('gives two notes with one name two ids', async () => {
    vault.write('atoms/same.md', 'One.\n');
    vault.write('rules/same.md', 'Two.\n');
    await vault.run('migrate', '--write');
    const ids = ['atoms/same.md', 'rules/same.md'].map((name) => /^id: (.*)$/m.exec(vault.read(name))?.[1]);
    expect(new Set(ids).size).toBe(2);
    expect(ids[1]).toBe(`${ids[0]}_2`);
  });

  test('--stats counts headers, writes nothing, and excludes --write', async () => {
    vault.write('atoms/bare.md', 'Bare.\n');
    const before = vault.files();
    expect((await vault.run('migrate', '--stats')).out).toBe('17 notes, 16 with a header\n');
    const err = 'error: --write and --stats cannot be combined. Use only one of them.\n';
    expect(await vault.run('migrate', '--stats', '--write')).toEqual({ code: 2, out: '', err });
    expect(await vault.run('migrate', '--dry-run', '--write')).toMatchObject({ code: 2, out: '' });
    expect(vault.files()).toEqual(before);
  });
});
