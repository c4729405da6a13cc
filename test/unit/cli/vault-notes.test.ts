import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { cortexFile, runProcess } from '../../support/cortex-cli.ts';
import { type CliVault, exampleVault, useExampleDay } from '../../support/example-vault.ts';
import { temporaryFolder } from '../../support/folders.ts';

let vault: CliVault;
useExampleDay();
beforeEach(() => {
  vault = exampleVault();
});

const RULE = ['add', '--name', 'First rule', '--type', 'rule', '--project', 'meta'];

describe('cortex vault add', () => {
  test('refuses an empty text, which is not the same as none', async () => {
    const words = ['add', '--name', 'No text', '--type', 'rule', '--project', 'meta'];
    expect(await vault.run(...words, '--body', '')).toMatchObject({
      code: 2,
      err: expect.stringContaining('the text of the note is empty'),
    });
    expect(await vault.run(...words, '--body', ' \n')).toMatchObject({ code: 2 });
    expect(await vault.run(...words)).toMatchObject({ code: 0 });
  });

  test('writes a note with the standard header to the folder of its type', async () => {
    const { code, out, err } = await vault.run(...RULE, '--tags', 'Process, #docs', '--body', 'Document everything.');
    expect({ code, out, err }).toEqual({ code: 0, out: 'Wrote rules/first_rule.md (20260413_first_rule, active).\n', err: '' });
    expect(vault.read('rules/first_rule.md')).toBe(
      [
        '---',
        'id: 20260413_first_rule',
        'name: First rule',
        'type: rule',
        'project: meta',
        'status: active',
        'created: 2026-04-13',
        'updated: 2026-04-13',
        'tags: [process, docs]',
        'links: []',
        'description: Document everything.',
        'author: user:eva',
        '---',
        '',
        '# First rule',
        '',
        'Document everything.',
        '',
      ].join('\n'),
    );
    expect((await vault.run('search', 'first rule', '--paths')).out).toContain('rules/first_rule.md');
  });

  test('adds a number to the id and file of a name that is taken', async () => {
    await vault.run(...RULE, '--body', 'One thing.');
    const second = ['--body', 'Quite another thing, in other words than before.'];
    expect(await vault.json(...RULE, ...second)).toMatchObject({ path: 'rules/first_rule_2.md', id: '20260413_first_rule_2' });
    expect(vault.read('rules/first_rule.md')).toContain('One thing.');
  });

  test('warns of a name that another note has in any case, unless that note is reported anyway', async () => {
    const named = (name: string, ...words: string[]) =>
      vault.run('add', '--name', name, '--type', 'rule', '--project', 'meta', '--body', ...words);
    expect((await named('api RATE limits', 'Ask first.')).err).toBe(
      'warning: the name is also used by "atoms/api_rate_limits.md": links with this name are ambiguous\n',
    );
    await named('Twice', 'Said once.');
    expect((await named('twice', 'Said once.')).err).toBe('warning: rules/twice.md has nearly the same text (100 %)\n');
  });

  test.each(['deploy risk rollback', 'Deploy,#risk\t#rollback', ' deploy , risk\trollback, '])('separates the tags in %j', async (tags) => {
    expect(await vault.json(...RULE, '--tags', tags, '--body', 'x')).toMatchObject({ tags: ['deploy', 'risk', 'rollback'] });
    expect((await vault.run('search', 'rollback', '--tag', 'risk')).code).toBe(0);
  });

  test('takes tags from cortex.toml if none are given', async () => {
    expect(await vault.json(...RULE, '--body', 'A rollback of the schema.')).toMatchObject({ tags: ['deploy', 'database'] });
    expect(await vault.json(...RULE, '--tags', '', '--body', 'A rollback.')).toMatchObject({ tags: [] });
  });

  test('quotes values that YAML would interpret', async () => {
    const name = '[WIP] "Retry": #1';
    const { path: file } = Object(
      await vault.json('add', '--name', name, '--type', 'lesson', '--project', 'ops', '--confidence', '0.5', '--pnl', '-3'),
    );
    expect(await vault.json('search', 'wip')).toMatchObject({ results: [{ name, path: file }] });
    expect(vault.read(String(file))).toMatch(/^pnl_impact: -3$/m);
  });

  test('marks any note of an agent for review', async () => {
    const { out } = await vault.run(...RULE, '--by', 'agent-7', '--link', 'Hold and watch');
    expect(out).toMatch(
      /^Wrote rules\/first_rule\.md \(20260413_first_rule, review\)\. A person must accept it: cortex vault accept rules\/first_rule\.md --by person:\S+\n$/,
    );
    expect(vault.read('rules/first_rule.md')).toMatch(/^status: review$[\s\S]*^links: \[rules\/hold_and_watch\]$[\s\S]*^author: agent-7$/m);
    const forced = await vault.run('add', '--name', 'Sly', '--type', 'rule', '--project', 'ops', '--by', 'agent-7', '--status', 'active');
    expect(forced).toMatchObject({ code: 1, out: '', err: expect.stringContaining('needs review by a person') });
    expect((await vault.run(...RULE, '--by', 'person:ann')).code).toBe(1);
    expect(await vault.asPerson(...RULE, '--by', 'person:ann')).toMatchObject({ code: 0, out: expect.stringContaining('active') });
  });

  test('compares a new note as it is read from its file: an identical one is 100 % similar', async () => {
    const body = `${Array.from({ length: 24 }, (_, n) => `word${n}`).join(' ')}.`;
    const again = (...words: string[]) => vault.json(...RULE, '--tags', 'x', '--body', ...words);
    await again(body);
    expect(await again(body)).toMatchObject({ similar: [{ path: 'rules/first_rule.md', likeness: 1 }] });
    const { similar } = Object(await again(`${body} One more sentence.`));
    const { findings } = Object(await vault.json('doctor'));
    const [found] = findings.filter(
      ({ path: at, code }: Record<string, string>) => at === 'rules/first_rule_3.md' && code === 'near-duplicate',
    );
    expect(found.message).toContain(`(${Math.round(100 * similar[0].likeness)} %)`);
  });

  test('warns of nearly identical notes, and writes the note', async () => {
    const body = vault.read('insights/jitter_in_every_retry.md').split('---\n')[2] ?? '';
    const { code, err } = await vault.run(
      ...['add', '--name', 'Jitter: chance in every retry', '--type', 'lesson', '--project', 'ops', '--tags', 'api,retry', '--body', body],
    );
    expect(code).toBe(0);
    expect(err).toMatch(/^warning: insights\/jitter_in_every_retry\.md has nearly the same text \(\d+ %\)\n$/);
  });

  test.each([
    [['--dir', '../outside'], 2, 'outside of the vault'],
    [['--dir', 'index'], 2, 'would not be found'],
    [['--link', 'nothing like it'], 1, 'there is no such note'],
    [['--type', 'poem'], 2, 'Allowed choices are rule'],
    [['--confidence', '2'], 2, 'at most 1'],
    [['--name', '東京'], 2, 'cannot derive an id from the name'],
    [['--frob'], 2, 'unknown option'],
  ])('%j exits with %i, and writes nothing', async (words, code, why) => {
    const before = vault.files();
    const run = await vault.run(...RULE, ...words);
    expect(run).toMatchObject({ code, out: '' });
    expect(run.err).toContain(why);
    expect(vault.files()).toEqual(before);
  });

  test('--dir accepts another folder of the vault, and refuses one behind a link that leads out', async () => {
    expect(await vault.json(...RULE, '--dir', 'team/deep')).toMatchObject({ path: 'team/deep/first_rule.md' });
    const outside = temporaryFolder();
    fs.symlinkSync(outside, path.join(vault.root, 'away'));
    expect((await vault.run(...RULE, '--dir', 'away')).code).toBe(1);
    expect(fs.readdirSync(outside)).toEqual([]);
  });
});

describe('decisions about notes', () => {
  const REVIEWED = 'insights/slow_schema_changes.md';

  test('a person accepts a note, which records name and date, and nothing else changes', async () => {
    const before = vault.read(REVIEWED);
    expect(await vault.asPerson('accept', 'slow_schema_changes', '--by', 'person:ann')).toEqual({
      code: 0,
      out: `${REVIEWED} is now active.\n`,
      err: '',
    });
    const accepted = 'links: []\naccepted_by: person:ann\naccepted: 2026-04-13\n';
    expect(vault.read(REVIEWED)).toBe(before.replace('status: review', 'status: active').replace('links: []\n', accepted));
    // Bob is too late.
    expect((await vault.asPerson('accept', REVIEWED, '--by', 'person:bob')).out).toBe(`${REVIEWED} is already active.\n`);
    expect(vault.read(REVIEWED)).toContain('accepted_by: person:ann\n');
  });

  test.each([
    ['agent-7', 'only a person can accept a note'],
    ['person:ann', 'only a person at a terminal'],
  ])('%s cannot accept through a pipe', async (by, why) => {
    const before = vault.files();
    const { code, err } = await vault.run('accept', REVIEWED, '--by', by);
    expect(code).toBe(1);
    expect(err).toContain(why);
    expect(vault.files()).toEqual(before);
    expect((await vault.run('accept', 'nowhere', '--by', 'agent-7')).err).toContain('there is no such note');
  });

  test('an archived note has a lower score', async () => {
    expect((await vault.run('archive', 'API rate limits')).out).toBe(
      'atoms/api_rate_limits.md is now archived. To undo: set "status: active" in its header.\n',
    );
    expect((await vault.run('search', 'rate', '--explain')).out).toContain('; × 0.3');
    expect((await vault.run('search', '--top', '99', '--paths')).out).not.toContain('api_rate_limits');
  });

  test('archive says which notes still link to the note', async () => {
    for (const name of ['a', 'b', 'c']) vault.write(`atoms/links_${name}.md`, `---\nname: ${name}\n---\n[[Hub]]\n`);
    vault.write('atoms/related.md', '---\nname: Related\nlinks: [Hub]\n---\n');
    vault.write('atoms/hub.md', '---\nname: Hub\n---\nSee [[Hub]].\n');
    expect((await vault.run('archive', 'Hub')).out).toBe(
      'atoms/hub.md is now archived. 4 notes still link to it: atoms/links_a.md, atoms/links_b.md, atoms/links_c.md, …. ' +
        'To undo: set "status: active" in its header.\n',
    );
    const linkedFrom = ['atoms/links_a.md', 'atoms/links_b.md', 'atoms/links_c.md', 'atoms/related.md'];
    expect(await vault.json('archive', 'Hub')).toMatchObject({ notes: [{ changed: false, linkedFrom }] });
    expect((await vault.run('archive', 'Hub')).out).toBe('atoms/hub.md is already archived.\n');
  });

  test.each([
    ['header has no end', '---\nid: dots\nstatus: active\n...\nb\n'],
    ['header is in braces', '---\n{id: dots, status: active, tags: [a, b]}\n---\nb\n'],
  ])('a note cannot be superseded by one whose %s: neither is changed', async (_, text) => {
    vault.write('atoms/dots.md', text);
    const before = vault.read('rules/hold_and_watch.md');
    const { code, err } = await vault.run('supersede', 'hold_and_watch', 'atoms/dots.md');
    expect([code, err]).toEqual([3, expect.stringContaining('atoms/dots.md')]);
    expect([vault.read('rules/hold_and_watch.md'), vault.read('atoms/dots.md')]).toEqual([before, text]);
  });

  test('a superseded note and its replacement refer to each other', async () => {
    expect((await vault.run('supersede', 'hold_and_watch', '20260321_rollback_within_minutes')).out).toBe(
      'rules/hold_and_watch.md is now superseded by rules/rollback_within_minutes.md.\n',
    );
    expect(vault.read('rules/hold_and_watch.md')).toMatch(/^superseded_by: \[rules\/rollback_within_minutes\]$/m);
    expect(vault.read('rules/rollback_within_minutes.md')).toMatch(/^supersedes: \[rules\/hold_and_watch\]$/m);
    const again = vault.files();
    expect((await vault.run('supersede', 'hold_and_watch', 'rollback_within_minutes')).out).toContain('is already superseded by');
    expect(vault.files()).toEqual(again);
  });

  test('a note that is already referred to in any notation is not added again', async () => {
    vault.write('atoms/q.md', '---\nid: 1_q\nname: Q\nsupersedes: "[[release_freeze]]"   # why\n---\n');
    const before = vault.read('atoms/q.md');
    await vault.run('supersede', 'release_freeze', 'q');
    expect(vault.read('atoms/q.md')).toBe(before);
    expect(await vault.json('supersede', 'api_rate_limits', 'q')).toMatchObject({ notes: [{ changed: true }, { changed: true }] });
    expect(vault.read('atoms/q.md')).toContain('supersedes: ["[[release_freeze]]", atoms/api_rate_limits]   # why\n');
  });

  test.each([
    [2, 'hold_and_watch', 'hold_and_watch'],
    [2, 'nowhere', 'nowhere'],
    [1, 'hold_and_watch', 'rules/hold_and_watch.md'],
  ])('exits with %i for superseding %s by itself as %s', async (code, old, fresh) => {
    const err = `error: a note cannot supersede itself (got ${JSON.stringify(fresh)}). Name two notes.\n`;
    expect(await vault.run('supersede', old, fresh)).toEqual({ code, out: '', err });
  });

  test('a reversed supersede is refused with a fix, and creates no cycle', async () => {
    await vault.run('supersede', 'api_rate_limits', 'release_freeze');
    const before = vault.files();
    const { code, err } = await vault.run('supersede', 'release_freeze', 'api_rate_limits');
    expect([code, vault.files()]).toEqual([1, before]);
    expect(err).toContain('is itself superseded by atoms/release_freeze.md');
    expect(err).toContain('in atoms/api_rate_limits.md and atoms/release_freeze.md and correct their "status"');
    await vault.run('supersede', 'release_freeze', 'hold_and_watch');
    expect((await vault.run('supersede', 'hold_and_watch', 'api_rate_limits')).code).toBe(1);
  });

  test('a replaced note that is still active is reported, when the new one is accepted and by doctor', async () => {
    vault.write('atoms/q.md', '---\nname: Q\nstatus: review\nupdated: 2026-04-12\nsupersedes: [release_freeze, user/working_hours]\n---\n');
    const finding = { code: 'not-superseded', path: 'atoms/release_freeze.md', severity: 'warning', line: 6 };
    expect(Object(await vault.json('doctor')).findings).not.toContainEqual(expect.objectContaining(finding));
    expect((await vault.asPerson('accept', 'q', '--by', 'person:ann')).err).toBe(
      'warning: it replaces atoms/release_freeze.md, which is still active. To record it in both: cortex vault supersede atoms/release_freeze.md atoms/q.md\n',
    );
    const { findings } = Object(await vault.json('doctor'));
    const next = 'Record it in both: cortex vault supersede atoms/release_freeze.md atoms/q.md';
    expect(findings).toContainEqual(
      expect.objectContaining({ ...finding, message: '"atoms/q.md" replaces it, but its status is "active"', next }),
    );
    await vault.run('supersede', 'release_freeze', 'q');
    expect(Object(await vault.json('doctor')).findings).not.toContainEqual(expect.objectContaining(finding));
  });

  test('superseding by a note that is not active is reported', async () => {
    expect((await vault.run('supersede', 'api_rate_limits', 'slow_schema_changes')).out).toBe(
      'atoms/api_rate_limits.md is now superseded by insights/slow_schema_changes.md. The new note waits for review by a person.\n',
    );
    expect((await vault.run('supersede', 'release_freeze', 'working_hours')).out).toContain(
      'user/working_hours.md. The new note is archived.',
    );
  });

  test('an ambiguous name is refused with the paths', async () => {
    vault.write('atoms/hold_and_watch.md', '---\nname: Other\n---\n');
    const { code, err } = await vault.run('archive', 'hold_and_watch');
    expect(code).toBe(1);
    expect(err).toContain('"atoms/hold_and_watch.md", "rules/hold_and_watch.md"');
  });
});

describe('several simultaneous processes', () => {
  const add = (type: string, body: string) => {
    const note = ['--name', 'Same name', '--type', type, '--project', 'ops', '--body', body];
    return runProcess([cortexFile, 'vault', 'add', ...note, '--vault', vault.root]);
  };

  test('that add notes with one name to different folders get distinct ids', async () => {
    const types = ['win', 'rule', 'insight', 'incident', 'feedback', 'person', 'reference', 'user'];
    const runs = await Promise.all(types.map((type) => add(type, type)));
    expect(runs.map(({ code }) => code)).toEqual(types.map(() => 0));
    const { results } = Object(await vault.json('search', 'same_name', '--top', '20'));
    expect(new Set(results.map(({ id }: { id: string }) => id)).size).toBe(types.length);
  });

  test('that add notes with one name each get a note', async () => {
    const runs = await Promise.all([1, 2, 3, 4].map((n) => add('win', `${n}`)));
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const files = fs.readdirSync(path.join(vault.root, 'atoms')).filter((name) => name.startsWith('same_name'));
    expect(files.sort()).toEqual(['same_name.md', 'same_name_2.md', 'same_name_3.md', 'same_name_4.md']);
    const bodies = files.map((name) => vault.read(`atoms/${name}`).trimEnd().at(-1));
    expect(bodies.sort()).toEqual(['1', '2', '3', '4']);
  });
});
