import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';

let project: CliProject;
beforeEach(() => {
  project = new CliProject();
});

function git(...args: string[]): void {
  const who = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'init.defaultBranch=main'];
  execFileSync('git', [...who, ...args], { cwd: project.root, stdio: 'ignore' });
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

/** Two branches that git cannot unite. */
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

describe('a merge that git could not make', () => {
  test('is left alone and named, and what is recorded meanwhile is kept; one side after the other, all is united', async () => {
    const conflicted = await makeConflict();
    const recorded = await add('m', 'meanwhile');
    expect(recorded).toMatchObject({ code: 0, out: expect.stringContaining('meanwhile') });
    expect(recorded.err).toMatch(/warning: .*timeline\.crtx:\d+:1: is in the middle of a merge/);
    expect(fs.readFileSync(file(), 'utf8'), 'nobody replaces it').toBe(conflicted);
    expect(await actions()).toEqual(['base', 'meanwhile', 'ours']);

    git('checkout', '--ours', '.cortex/timeline.crtx');
    expect(await actions()).toEqual(['base', 'meanwhile', 'ours']);
    git('checkout', '--theirs', '.cortex/timeline.crtx');
    expect(await actions()).toEqual(['base', 'meanwhile', 'ours', 'theirs']);
    expect(await add('m', 'next')).toMatchObject({ code: 0, err: '' });
    expect(published()).toEqual(['base', 'meanwhile', 'next', 'ours', 'theirs']);
  });

  test('in a clone without .local keeps what is recorded, too, until one side was taken', async () => {
    const conflicted = await makeConflict();
    fs.rmSync(path.join(project.root, '.cortex/.local'), { recursive: true });
    expect((await add('m', 'meanwhile')).code).toBe(0);
    expect(fs.readFileSync(file(), 'utf8'), 'nobody replaces it').toBe(conflicted);
    git('checkout', '--theirs', '.cortex/timeline.crtx');
    await actions();
    expect(published()).toEqual(['base', 'meanwhile', 'theirs']);
  });
});
