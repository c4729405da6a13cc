import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';

let project: CliProject;
beforeEach(() => {
  project = new CliProject();
});
afterEach(() => project.remove());

function git(...args: string[]): void {
  const who = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'init.defaultBranch=main'];
  execFileSync('git', [...who, ...args], { cwd: project.root, stdio: 'ignore' });
}

const add = (agent: string, action: string) =>
  project.run(['timeline', 'add', '--agent', agent, '--type', 'decision', '--action', action, '--reasoning', 'r']);
const actions = async () => (await project.timeline()).map(({ action }) => action).sort();
const commit = (message: string) => {
  git('add', '-A');
  git('commit', '-qm', message);
};

test('a merge that git could not make is left alone and named; one side after the other, both are united', async () => {
  const file = path.join(project.root, '.cortex/timeline.crtx');
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
  const conflicted = fs.readFileSync(file, 'utf8');
  expect(conflicted).toContain('<<<<<<< ');

  const refused = await add('m', 'next');
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toMatch(/timeline\.crtx:\d+:1: is in the middle of a merge/);
  expect(fs.readFileSync(file, 'utf8'), 'nobody replaces it').toBe(conflicted);

  git('checkout', '--ours', '.cortex/timeline.crtx');
  expect(await actions()).toEqual(['base', 'ours']);
  git('checkout', '--theirs', '.cortex/timeline.crtx');
  expect(await actions()).toEqual(['base', 'ours', 'theirs']);
  expect((await add('m', 'next')).code).toBe(0);
  expect(fs.readFileSync(file, 'utf8')).toContain('theirs');
});
