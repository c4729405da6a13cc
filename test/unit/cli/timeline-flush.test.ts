import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';

let project: CliProject;
beforeEach(() => {
  project = new CliProject();
});

const FILE = '.cortex/timeline.crtx';

function git(...args: string[]): void {
  const who = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'init.defaultBranch=main'];
  execFileSync('git', [...who, ...args], { cwd: project.root, stdio: 'ignore' });
}

const add = (action: string) =>
  project.run(['timeline', 'add', '--agent', 'ann', '--type', 'decision', '--action', action, '--reasoning', 'r']);
const commit = (message: string) => {
  git('add', '-A');
  git('commit', '-qm', message);
};
const actionsIn = (root: string) =>
  JSON.parse(fs.readFileSync(path.join(root, FILE), 'utf8'))
    .data.map(({ action }: { action: string }) => action)
    .sort();

/** Creates a repository with one log and two branches with entries that git cannot merge. */
async function makeConflict(): Promise<void> {
  git('init', '-q');
  await project.run('init');
  await add('base');
  commit('base');
  git('checkout', '-qb', 'other');
  await add('theirs');
  commit('theirs');
  git('checkout', '-q', 'main');
  await add('ours');
  commit('ours');
  expect(() => git('merge', 'other')).toThrow();
}

/** Returns the commands that the message about the conflict suggests, in order. */
async function advice(): Promise<string[]> {
  const { err } = await project.run('timeline list');
  expect(err).toContain('has a merge conflict');
  return [...err.matchAll(/"((?:git|cortex) [^"]+)"/g)].map(([, words = '']) => words);
}

describe('cortex timeline flush', () => {
  test('completes a merge: the suggested commands bring the entries of both branches into the file', async () => {
    await makeConflict();
    const commands = await advice();
    const root = fs.realpathSync(project.root);
    expect(commands).toEqual(['cortex settle', `git -C ${root} add -- ${path.join(root, FILE)}`]);
    for (const command of commands) {
      const [program, ...words] = command.split(' ');
      if (program === 'cortex') expect((await project.run(words)).code, command).toBe(0);
      else git(...words);
    }
    expect(actionsIn(project.root)).toEqual(['base', 'ours', 'theirs']);
    commit('merged');

    const clone = temporaryFolder();
    git('clone', '-q', project.root, clone);
    expect(actionsIn(clone)).toEqual(['base', 'ours', 'theirs']);
  });

  test('replaces an older version of the file that was restored', async () => {
    await project.run('init');
    await add('first');
    const older = fs.readFileSync(path.join(project.root, FILE));
    await add('second');
    fs.writeFileSync(path.join(project.root, FILE), older);
    await project.run('timeline list');
    expect(actionsIn(project.root), 'working trees stay clean after a checkout').toEqual(['first']);
    expect(await project.run('timeline flush')).toEqual({ code: 0, out: 'timeline.crtx shows all 2 entries.\n', err: '' });
    expect(actionsIn(project.root)).toEqual(['first', 'second']);
  });

  test('during a merge writes nothing, exits with 3 and says what to do', async () => {
    await makeConflict();
    const conflicted = fs.readFileSync(path.join(project.root, FILE), 'utf8');
    const { code, out, err } = await project.run('timeline flush');
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain('has a merge conflict');
    expect(await project.json('timeline flush')).toEqual({
      error: {
        code: 'busy',
        message: expect.stringContaining('has a merge conflict'),
        file: path.join(project.root, FILE),
        line: expect.any(Number),
        column: 1,
        next: expect.stringContaining('cortex settle'),
      },
    });
    expect(fs.readFileSync(path.join(project.root, FILE), 'utf8')).toBe(conflicted);
  });

  test('uses the singular for one entry', async () => {
    await project.run('init');
    await add('only');
    expect((await project.run('timeline flush')).out).toBe('timeline.crtx shows 1 entry.\n');
  });

  test('creates no file if no entry was recorded', async () => {
    await project.run('init');
    expect(await project.json('timeline flush')).toEqual({ entries: 0 });
    expect(fs.existsSync(path.join(project.root, FILE))).toBe(false);
  });
});
