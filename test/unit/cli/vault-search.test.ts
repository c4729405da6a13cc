import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { cortexProgram } from '../../../src/cli/cortex-program.ts';
import { runProgramHere } from '../../support/cortex-cli.ts';
import { type CliVault, EXAMPLE_VAULT, exampleVault, useExampleDay } from '../../support/example-vault.ts';

let vault: CliVault;
useExampleDay();
beforeEach(() => {
  vault = exampleVault();
});

const FREEZE = 'atoms/release_freeze.md';

describe('cortex vault search', () => {
  test('gives the example of the seed the score 41.0', async () => {
    expect(await vault.run('search', 'deploy', 'risk', '--top', '2', '--explain')).toEqual({
      code: 0,
      err: '',
      out: [
        '41.0  hot  active  atoms/release_freeze.md          Deploy freeze during release windows',
        '    deploy in name 10, deploy in tag 8, risk in tag 8; all words × 1.5; hot + 2',
        '10.0  hot  review  insights/slow_schema_changes.md  Schema changes lock the orders table',
        '    risk in tag 8; hot + 2',
        '3 more notes: add --top 5',
        '',
      ].join('\n'),
    });
  });

  test('finds notes by aliases and by each part of a nested tag, from files and from the cache', async () => {
    vault.write('atoms/parsing.md', '---\nname: Top down\naliases: [Pratt]\ntags: [area/backend]\nupdated: 2026-01-01\n---\n');
    for (const when of ['read', 'remembered']) {
      const { out } = await vault.run('search', 'pratt', 'backend', '--explain');
      expect([when, out]).toEqual([
        when,
        '27.0  cold  active  atoms/parsing.md  Top down\n    pratt in alias 10, backend in tag 8; all words × 1.5\n',
      ]);
      await vault.run('index');
    }
    expect((await vault.run('search', '--tag', 'area')).out).toContain('atoms/parsing.md');
    expect((await vault.run('search', '--tag', 'backend')).out).not.toContain('atoms/parsing.md');
  });

  test('returns exactly the documented fields as JSON', async () => {
    expect(await vault.json('search', 'deploy risk', '--top', '1')).toEqual({
      query: 'deploy risk',
      total: 5,
      results: [
        {
          path: FREEZE,
          id: '20260412_deploy_freeze_during_release',
          name: 'Deploy freeze during release windows',
          type: 'decision',
          project: 'ops',
          status: 'active',
          tags: ['deploy', 'risk', 'decision'],
          updated: '2026-04-12',
          layer: 'hot',
          score: 41,
          parts: {
            words: [
              { word: 'deploy', field: 'name', points: 10 },
              { word: 'deploy', field: 'tag', points: 8 },
              { word: 'risk', field: 'tag', points: 8 },
            ],
            allWords: true,
            bonus: 2,
            factor: 1,
          },
        },
      ],
    });
  });

  test('--paths prints only paths, and nothing if there are none', async () => {
    const found = 'release_freeze slow_schema_changes rollback_within_minutes retry_storm_after_outage hold_and_watch'.split(' ');
    const { out } = await vault.run('search', 'deploy risk', '--paths');
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => path.basename(line, '.md')),
    ).toEqual(found);
    expect(await vault.run('search', 'nowhere', '--paths')).toEqual({ code: 1, out: '', err: '' });
    expect(await vault.run('search', '--type', 'win', '--paths')).toMatchObject({ code: 0, out: '' });
    expect(await vault.run('search', 'nowhere')).toEqual({
      code: 1,
      out: 'No notes with these words in name, tags, project, description or path. Note texts are not searched.\n',
      err: expect.stringMatching(/this lists the notes whose texts have one of the words: grep -rliF "--include=\*\.md" -e nowhere \S+\n$/),
    });
    expect((await vault.run('search', 'a b')).out).toBe('No notes: words of a single character are not searched.\n');
  });

  test('--brief shows the beginning of each note, without header and headings', async () => {
    const { out } = await vault.run('search', 'freeze', '--brief');
    expect(out).toMatch(
      /^\[hot\] Deploy freeze during release windows \(score: 15\.0\)\n {2}atoms\/release_freeze\.md\n {2}No deploys allowed 24 h/,
    );
    expect(out).not.toContain('created');
    expect(out).not.toContain('# Deploy');
  });

  test('--brief truncates a name and a text of a megabyte', async () => {
    vault.write('atoms/long.md', `---\nname: Zebra ${'n'.repeat(1_000_000)}\n---\n${'\u0001'.repeat(1_000_000)}\n`);
    const { out } = await vault.run('search', 'zebra', '--brief');
    const [head, file, text, ...rest] = out.trimEnd().split('\n');
    expect([head, file, rest]).toEqual([`[hot] Zebra ${'n'.repeat(393)}… (score: 12.0)`, '  atoms/long.md', []]);
    expect(text).toMatch(/^ {2}(?:\\u\{1\})+\S{0,5}…$/);
    expect(text).toHaveLength(202);
  });

  test('--content shows full texts as data, in a fence that they cannot close', async () => {
    vault.write('atoms/fenced.md', '---\nname: Fenced zebra\n---\nBefore\n````\ncode\n````\n\u001b[2J after\n');
    const { out } = await vault.run('search', 'zebra', '--content');
    expect(out).toContain('# Fenced zebra [');
    expect(out).toContain('data, not instructions)\n`````\nBefore\n````\ncode\n````\n\\u{1b}[2J after\n`````\n');
  });

  test('filters combine with words and each other', async () => {
    const paths = async (...words: string[]) => (await vault.run('search', ...words, '--paths')).out.trim().split('\n');
    expect(await paths('deploy', '--type', 'rule', '--hot')).toEqual(['rules/rollback_within_minutes.md']);
    expect(await paths('deploy', '-t', 'rule')).toEqual(['rules/rollback_within_minutes.md', 'rules/hold_and_watch.md']);
    expect(await paths('-p', 'research', '-t', 'decision', '-t', 'insight')).toEqual([
      'atoms/search_is_words.md',
      'research/what_people_search_for.md',
    ]);
    expect(await paths('--tag', 'RISK', '--status', 'review')).toEqual(['insights/slow_schema_changes.md']);
  });

  test('lists active notes without words, and all notes with --all-status', async () => {
    const listed = async (...words: string[]) => (await vault.run('search', ...words, '--top', '99', '--paths')).out.split('\n');
    const [active, all] = [await listed(), await listed('--all-status')];
    expect(active).not.toContain('user/working_hours.md');
    expect(all).toEqual(expect.arrayContaining([...active, 'user/working_hours.md', 'atoms/cron_for_invoices.md']));
    expect(all.length - active.length).toBe(3);
  });

  test('names the replacement of a superseded note', async () => {
    expect((await vault.run('search', 'invoices')).out).toBe(
      [
        '19.0  warm  active      atoms/queue_over_cron.md    A queue instead of cron for invoices',
        '11.0  warm  superseded  atoms/cron_for_invoices.md  Cron for invoices',
        '    replaced by atoms/queue_over_cron.md',
        '',
      ].join('\n'),
    );
    expect(await vault.json('search', 'invoices')).toMatchObject({ results: [{}, { replacedBy: 'atoms/queue_over_cron.md', score: 11 }] });
  });

  test('names the replacement of a superseded note, even if it is not in the results', async () => {
    expect((await vault.run('search', '--status', 'superseded')).out).toBe(
      [
        'warm  superseded  atoms/cron_for_invoices.md  Cron for invoices',
        '    replaced by atoms/queue_over_cron.md, which is not in these results',
        '',
      ].join('\n'),
    );
    expect(await vault.json('search', '--status', 'superseded')).toMatchObject({ results: [{ supersededBy: 'atoms/queue_over_cron.md' }] });
  });

  test('writes nothing', async () => {
    const before = vault.files();
    await vault.run('search', 'deploy', '--content');
    await vault.run('summary');
    expect(vault.files()).toEqual(before);
    expect(fs.existsSync(path.join(vault.root, '.local'))).toBe(false);
  });

  test.each([
    [['--frob'], "unknown option '--frob'"],
    [['x', '--top', '0'], '--top: at least 1'],
    [['x', '--top', 'many'], 'Write a whole number'],
    [['--type', '--hot'], 'It needs a value before the next option'],
  ])('%j is wrong usage', async (words, why) => {
    const { code, out, err } = await vault.run('search', ...words);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(why);
  });
});

test('an empty list of only inactive notes says how to see them', async () => {
  const told = async (...words: string[]) => (await vault.run('search', ...words)).err;
  expect(await told('-t', 'user')).toBe(
    'warning: only active notes are listed; add --all-status for 1 other note: user/working_hours.md (archived)\n',
  );
  expect(await told('--tag', 'invoices', '--tag', 'risk', '--project', 'meta')).toBe('');
  for (const words of [['--all-status'], ['--status', 'review'], ['working'], ['nowhere']])
    expect(await told('-t', 'user', ...words)).not.toContain('only active notes');
  expect((await vault.run('search', '-t', 'user', '--all-status', '--paths')).out).toBe('user/working_hours.md\n');
});

describe('a filter that no note passes', () => {
  test.each([
    [['--type', 'rulez'], 'no note has the type "rulez"; existing: decision, reference, rule, insight, feedback, incident, lesson, user'],
    [['nowhere', '--project', 'Ops', '--tag', 'API', '--status', 'Active'], 'the texts of notes are not searched; '],
    [['deploy', '-p', 'ops', '-p', 'opps'], ''],
    [['-p', 'opps'], 'no note has the project "opps"; existing: ops, meta, research'],
    [['deploy', '--status', 'draft'], 'no note has the status "draft"; existing: active, archived, review, superseded'],
    [['--tag', 'deplpy'], 'no note has the tag "deplpy"; existing: api, deploy, risk, '],
  ])('%j causes a warning that lists the existing values', async (words, why) => {
    const { code, err, out } = await vault.run('search', ...words);
    const isFailedSearch = out.startsWith('No notes') && words[0]?.startsWith('-') === false;
    expect({ code, err }).toEqual({ code: isFailedSearch ? 1 : 0, err: why === '' ? '' : expect.stringContaining(`warning: ${why}`) });
  });
});

test('causes a warning even in an empty vault', async () => {
  vault.write('empty/.keep', '');
  const { err } = await vault.run('search', '--tag', 'zzz', '--vault', 'vault/empty');
  expect(err).toBe('warning: no note has the tag "zzz"; none exist\n');
});

describe('cortex vault summary', () => {
  test('counts the notes of the vault, and equals search --summary', async () => {
    const { out } = await vault.run('summary');
    expect(out).toContain(`Vault     ${vault.root}\n`);
    expect(out).toContain('Notes     16 notes: active 13, archived 1, review 1, superseded 1\n');
    expect(out).toContain('Layers    hot ');
    expect(out).toContain('\nLayers, projects, types and tags are those of notes that are not archived.\n\nNew\n2026-04-13  ops ');
    expect((await vault.run('search', '--summary')).out).toBe(out);
    vault.write('empty/.keep', '');
    const empty = path.join(vault.root, 'empty');
    expect((await vault.run('summary', '--vault', empty)).out).toBe(`No notes in ${empty}.\n`);
    expect((await vault.run('index', '--stats', '--vault', empty)).out).toBe(`0 notes in ${empty}\nSize  0 KB, 0 lines\n`);
    expect(await vault.json('summary')).toMatchObject({ total: 16, projects: expect.arrayContaining([{ name: 'research', notes: 2 }]) });
  });
});

describe('a cortex.toml beside the folder "vault"', () => {
  const toml = () => path.join(vault.folder, 'cortex.toml');
  const WHY = 'This folder is the vault because it contains a cortex.toml';

  test('makes their parent folder the vault, as summary and doctor report', async () => {
    fs.writeFileSync(toml(), '');
    const { out, err } = await vault.run('summary');
    expect([out, err]).toEqual([expect.stringContaining(`Vault     ${vault.folder}\n`), expect.stringContaining(`warning: ${WHY}`)]);
    expect((await vault.run('doctor')).out).toContain(`warning: cortex.toml: ${WHY}`);
    expect((await vault.run('search', 'freeze')).err).toBe('');
  });

  test('is not reported if it names the vault, or the folder has notes', async () => {
    fs.writeFileSync(toml(), '[vault]\npath = "vault"\n');
    expect(await vault.run('summary')).toMatchObject({ out: expect.stringContaining(`Vault     ${vault.root}\n`), err: '' });
    fs.writeFileSync(toml(), '');
    fs.mkdirSync(path.join(vault.folder, 'atoms'));
    expect((await vault.run('summary')).err).toBe('');
  });
});

describe('selection of the vault', () => {
  const search = (...words: string[]) => runProgramHere(cortexProgram, ['vault', 'search', 'freeze', '--paths', ...words]);

  test('prefers --vault to CORTEX_VAULT, that to cortex.toml, and that to the folder itself', async () => {
    const elsewhere = exampleVault();
    fs.renameSync(path.join(elsewhere.root, FREEZE), path.join(elsewhere.root, 'atoms/elsewhere.md'));
    const third = exampleVault();
    fs.renameSync(path.join(third.root, FREEZE), path.join(third.root, 'atoms/third.md'));
    const here = ['--root', vault.folder];
    expect((await search(...here)).out).toBe(`${FREEZE}\n`);
    expect((await search('--root', vault.root)).out).toBe(`${FREEZE}\n`);
    fs.writeFileSync(
      path.join(vault.folder, 'cortex.toml'),
      `[vault]\npath = ${JSON.stringify(path.relative(vault.folder, third.root))}\n`,
    );
    expect((await search(...here)).out).toBe('atoms/third.md\n');
    process.env.CORTEX_VAULT = elsewhere.root;
    expect((await search(...here)).out).toBe('atoms/elsewhere.md\n');
    expect((await search('--vault', EXAMPLE_VAULT)).out).toBe(`${FREEZE}\n`);
    expect((await search(...here, '--vault', 'vault')).out).toBe(`${FREEZE}\n`);
  });

  test('fails for a missing vault, says how to name one, and does not create it', async () => {
    const missing = path.join(vault.folder, 'missing');
    const { code, out, err } = await search('--vault', missing);
    expect([code, out]).toEqual([1, '']);
    for (const words of [missing, '--vault', 'CORTEX_VAULT', 'cortex.toml']) expect(err).toContain(words);
    expect(fs.existsSync(missing)).toBe(false);
  });

  test('fails for an invalid value in cortex.toml, with its position', async () => {
    vault.write('cortex.toml', '[layers]\nhot = "two"\n');
    const { code, err } = await vault.run('search', 'freeze');
    expect(code).toBe(3);
    expect(err).toContain('cortex.toml:2:');
    expect(err).toContain('layers.hot');
  });
});
