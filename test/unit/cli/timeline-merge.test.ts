import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CliProject, cortexFile, runProcess } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';

let project: CliProject;
beforeEach(() => {
  project = new CliProject();
});

const WHO = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'init.defaultBranch=main'];

function git(...args: string[]): void {
  execFileSync('git', [...WHO, ...args], { cwd: project.root, stdio: 'ignore' });
}

const add = (agent: string, action: string) =>
  project.run(['timeline', 'add', '--agent', agent, '--type', 'decision', '--action', action, '--reasoning', 'r']);
const actions = async () => (await project.timeline()).map(({ action }) => action).sort();
const file = () => path.join(project.root, '.cortex/timeline.crtx');
const published = () =>
  JSON.parse(fs.readFileSync(file(), 'utf8'))
    .data.map(({ action }: { action: string }) => action)
    .sort();
const commit = (message: string) => {
  git('add', '-A');
  git('commit', '-qm', message);
};

/** Creates two branches that git cannot merge. */
async function makeConflict(): Promise<string> {
  git('init', '-q');
  await project.run('init');
  await add('a', 'base');
  commit('base');
  git('checkout', '-qb', 'other');
  await add('o', 'theirs');
  commit('theirs');
  git('checkout', '-q', 'main');
  fs.rmSync(path.join(project.root, '.cortex/.local'), { recursive: true });
  await add('m', 'ours');
  commit('ours');
  expect(() => git('merge', 'other')).toThrow();
  const conflicted = fs.readFileSync(file(), 'utf8');
  expect(conflicted).toContain('<<<<<<< ');
  return conflicted;
}

describe('a merge conflict', () => {
  test('is reported and unchanged, and keeps later entries; "timeline merge" unites all', async () => {
    const conflicted = await makeConflict();
    const recorded = await add('m', 'meanwhile');
    expect(recorded.err).toMatch(/timeline\.crtx:\d+:1: has a merge conflict.*"cortex settle"/);
    expect(fs.readFileSync(file(), 'utf8'), 'the file is not replaced').toBe(conflicted);

    const merged = await project.run('timeline merge');
    expect(merged).toMatchObject({ code: 0, err: '', out: expect.stringContaining('the 4 entries of both sides') });
    expect(published()).toEqual(['base', 'meanwhile', 'ours', 'theirs']);
    expect(await actions()).toEqual(['base', 'meanwhile', 'ours', 'theirs']);
    commit('merged');
    expect(await project.run('timeline merge')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no file in it has a git merge conflict'),
    });
  });

  test('that was committed is reported and united, with markers of any length', async () => {
    const conflicted = await makeConflict();
    const marked = conflicted
      .replace(/^<{7} .*$/gm, '<<<<<<<<< HEAD')
      .replace(/^={7}$/gm, '||||||||| 1234567\n=========')
      .replace(/^>{7} .*$/gm, '>>>>>>>>> other')
      .replaceAll('\n', '\r\n');
    fs.writeFileSync(file(), marked);
    commit('committed by mistake');
    expect((await project.run('timeline list')).err).toMatch(/timeline\.crtx:\d+:1: has a merge conflict/);
    expect((await project.run('verify')).out).toMatch(/has a merge conflict/);
    expect(fs.readFileSync(file(), 'utf8')).toBe(marked);
    expect(await project.run('timeline merge')).toMatchObject({ code: 0, out: expect.stringContaining('the 3 entries of both sides') });
    expect(published()).toEqual(['base', 'ours', 'theirs']);
  });

  test('in a linked worktree is reported and united there; the main worktree keeps its timeline', async () => {
    await makeConflict();
    git('merge', '--abort');
    const linked = path.join(temporaryFolder(), 'linked');
    git('worktree', 'add', '-q', linked, 'other');
    // Runs as a separate process, because the result depends on the current folder.
    const inLinked = (...args: string[]) => runProcess([cortexFile, ...args], linked);
    expect(() => execFileSync('git', [...WHO, 'merge', 'main'], { cwd: linked, stdio: 'ignore' })).toThrow();

    const listed = await inLinked('timeline', 'list');
    expect(listed.err).toMatch(/linked.*timeline\.crtx:\d+:1: has a merge conflict/);
    expect(await inLinked('verify')).toMatchObject({ code: 1, out: expect.stringContaining('has a merge conflict') });
    expect(await inLinked('timeline', 'merge')).toMatchObject({ code: 0, out: expect.stringContaining('the 3 entries of both sides') });
    const united = JSON.parse(fs.readFileSync(path.join(linked, '.cortex/timeline.crtx'), 'utf8')).data;
    expect(united.map(({ action }: { action: string }) => action).sort()).toEqual(['base', 'ours', 'theirs']);
    expect((await inLinked('timeline', 'list')).err).toBe('');
    expect((await inLinked('verify')).code).toBe(0);
    expect(await actions(), 'its own branch is not merged').toEqual(['base', 'ours']);
  });

  test('in an entry that both sides extended is united, with the additions of both', async () => {
    await makeConflict();
    git('merge', '--abort');
    const [base] = await project.timeline();
    await project.run(['timeline', 'resolve', base?.id ?? '', '--outcome', 'success']);
    commit('ended here');
    git('checkout', '-qf', 'other');
    fs.rmSync(path.join(project.root, '.cortex/.local'), { recursive: true });
    await project.run([
      'timeline',
      'add',
      '--agent',
      'c',
      '--type',
      'fix',
      '--action',
      'child',
      '--reasoning',
      'r',
      '--parent',
      base?.id ?? '',
    ]);
    commit('a child there');
    expect(() => git('merge', 'main')).toThrow();
    expect((await project.run('timeline merge')).code).toBe(0);
    const child = (await project.timeline()).find(({ action }) => action === 'child');
    expect((await project.timeline()).find(({ action }) => action === 'base')).toMatchObject({ outcome: 'success', children: [child?.id] });
  });

  test('with a side that is not a timeline is reported, and nothing is written', async () => {
    await makeConflict();
    git('merge', '--abort');
    git('checkout', '-q', 'other');
    project.write('.cortex/timeline.crtx', '{ torn');
    commit('torn');
    git('checkout', '-q', 'main');
    expect(() => git('merge', 'other')).toThrow();
    const conflicted = fs.readFileSync(file(), 'utf8');
    expect(await project.run('timeline merge')).toMatchObject({ code: 1, out: expect.stringContaining('line 1, column 3') });
    expect(fs.readFileSync(file(), 'utf8')).toBe(conflicted);
  });

  test('that was resolved by hand with more entries keeps them; an unreadable file is not overwritten', async () => {
    await makeConflict();
    git('checkout', '--theirs', '.cortex/timeline.crtx');
    const value = JSON.parse(fs.readFileSync(file(), 'utf8'));
    value.data.push({ ...value.data[0], id: 'tle_by_hand', action: 'by hand' });
    fs.writeFileSync(file(), JSON.stringify(value, null, 2));
    expect((await project.run('timeline merge')).code).toBe(0);
    expect(published()).toEqual(['base', 'by hand', 'ours', 'theirs']);
    fs.writeFileSync(file(), '{ torn');
    expect(await project.run('timeline merge')).toMatchObject({ code: 1, out: expect.stringContaining('timeline.crtx:1:3') });
    expect(fs.readFileSync(file(), 'utf8')).toBe('{ torn');
  });

  test('with a side that git has lost is reported, and nothing is written', async () => {
    const conflicted = await makeConflict();
    const [, theirs = ''] = execFileSync('git', ['rev-parse', ':2:.cortex/timeline.crtx', ':3:.cortex/timeline.crtx'], {
      cwd: project.root,
      encoding: 'utf8',
    }).split('\n');
    fs.rmSync(path.join(project.root, '.git/objects', theirs.slice(0, 2), theirs.slice(2)), { force: true });
    expect(await project.run('timeline merge')).toMatchObject({ code: 1, out: expect.stringContaining('cannot read one side') });
    expect(fs.readFileSync(file(), 'utf8')).toBe(conflicted);
  });

  test('is united, too, if one side after the other is checked out', async () => {
    const conflicted = await makeConflict();
    const recorded = await add('m', 'meanwhile');
    expect(recorded).toMatchObject({ code: 0, out: expect.stringContaining('meanwhile') });
    expect(recorded.err).toMatch(/warning: .*timeline\.crtx:\d+:1: has a merge conflict/);
    expect(fs.readFileSync(file(), 'utf8'), 'the file is not replaced').toBe(conflicted);
    expect(await actions()).toEqual(['base', 'meanwhile', 'ours']);

    git('checkout', '--ours', '.cortex/timeline.crtx');
    expect(await actions()).toEqual(['base', 'meanwhile', 'ours']);
    git('checkout', '--theirs', '.cortex/timeline.crtx');
    expect(await actions()).toEqual(['base', 'meanwhile', 'ours', 'theirs']);
    expect(await add('m', 'next')).toMatchObject({ code: 0, err: '' });
    expect(published()).toEqual(['base', 'meanwhile', 'next', 'ours', 'theirs']);
  });

  test('in a clone without .local keeps later entries, too, until one side is checked out', async () => {
    const conflicted = await makeConflict();
    fs.rmSync(path.join(project.root, '.cortex/.local'), { recursive: true });
    expect((await add('m', 'meanwhile')).code).toBe(0);
    expect(fs.readFileSync(file(), 'utf8'), 'the file is not replaced').toBe(conflicted);
    git('checkout', '--theirs', '.cortex/timeline.crtx');
    await actions();
    expect(published()).toEqual(['base', 'meanwhile', 'theirs']);
  });
});
