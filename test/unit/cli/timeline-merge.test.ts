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
  expect(conflicted).toContain('    expect(recorded.err).toMatch(/timeline\.crtx:\d+:1: has a merge conflict.*"cortex settle"/);
    expect(fs.readFileSync(file(), 'utf8'), 'nobody replaces it').toBe(conflicted);

    const merged = await project.run('timeline merge');
    expect(merged).toMatchObject({ code: 0, err: '', out: expect.stringContaining('the 4 entries of both sides') });
    expect(published()).toEqual(['base', 'meanwhile', 'ours', 'theirs']);
    expect(await actions()).toEqual(['base', 'meanwhile', 'ours', 'theirs']);
    commit('merged');
    expect(await project.run('timeline merge')).toMatchObject({ code: 1, err: expect.stringContaining('no merge conflict') });
  });

  test('that was committed is reported and united, with markers of any length', async () => {
    const conflicted = await makeConflict();
    const marked = conflicted
      .replace(/^<{7} .*$/gm, '<<    expect(recorded.err).toMatch(/warning: .*timeline\.crtx:\d+:1: has a merge conflict/);
    expect(fs.readFileSync(file(), 'utf8'), 'nobody replaces it').toBe(conflicted);
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
