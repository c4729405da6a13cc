import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { seconds } from '../../../src/cli/text/layout.ts';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { initProject } from '../../../src/engine/project/use-cases/project.ts';
import { temporaryFolder } from '../../support/folders.ts';

let base: string;
beforeEach(() => {
  base = temporaryFolder();
  fs.mkdirSync(path.join(base, 'main/.cortex'), { recursive: true });
});

function init(directory: string, exactDirectory = false): ReturnType<typeof initProject> {
  const signal = new AbortController().signal;
  return initProject({ runtime: nodeRuntime(), directory, exactDirectory, interactive: false, signal, progress: () => {} });
}

/** A linked worktree as `git worktree add` leaves it. */
function linkedWorktree(): string {
  const own = path.join(base, 'main/.git/worktrees/linked');
  const linked = path.join(base, 'linked');
  fs.mkdirSync(own, { recursive: true });
  fs.mkdirSync(path.join(linked, 'src'), { recursive: true });
  fs.writeFileSync(path.join(own, 'commondir'), '../..\n');
  fs.writeFileSync(path.join(own, 'gitdir'), `${linked}/.git\n`);
  fs.writeFileSync(path.join(linked, '.git'), `gitdir: ${own}\n`);
  return linked;
}

test.each(['', 'src'])('in a linked worktree (%j) the .cortex of the main one is used and none is made', async (below) => {
  const directory = path.join(linkedWorktree(), below);
  expect(await init(directory)).toMatchObject({
    output: { root: path.join(base, 'main'), created: false },
    warnings: [expect.stringContaining('main worktree')],
  });
  expect(fs.existsSync(path.join(directory, '.cortex'))).toBe(false);
});

test('in a linked worktree that was named one is made', async () => {
  const linked = linkedWorktree();
  expect(await init(linked, true)).toMatchObject({ output: { root: linked, created: true }, warnings: [] });
});

/** The main worktree has no `.cortex`, and was checked out. */
function withoutProject(): string {
  const linked = linkedWorktree();
  fs.rmSync(path.join(base, 'main/.cortex'), { recursive: true });
  fs.writeFileSync(path.join(base, 'main/.git/index'), '');
  fs.mkdirSync(path.join(base, 'main/src'));
  return linked;
}

test.each(['', 'src'])('in a linked worktree (%j) of a repository without a .cortex it is made in the main one, for all', async (below) => {
  const linked = withoutProject();
  const root = path.join(base, 'main', below);
  const made = await init(path.join(linked, below));
  expect(made.output).toEqual({ root, created: true });
  expect(made.warnings).toContainEqual(expect.stringContaining('is in its main worktree, and all worktrees use it'));
  expect(fs.existsSync(path.join(linked, below, '.cortex'))).toBe(false);
  expect((await init(path.join(linked, below))).output).toEqual({ root, created: false });
});

test('in a linked worktree one that only this has is said to be its alone, also where the main one has not the folder', async () => {
  const linked = withoutProject();
  fs.mkdirSync(path.join(linked, 'branch'));
  for (const [created, warnings] of [[true, 2] as const, [false, 1] as const]) {
    const made = await init(path.join(linked, 'branch'));
    expect(made).toMatchObject({ output: { root: path.join(linked, 'branch'), created } });
    expect(made.warnings).toHaveLength(warnings);
    expect(made.warnings?.[0]).toContain(`only this git worktree uses it: its main worktree, ${path.join(base, 'main')}, has no .cortex`);
  }
});

test('in a worktree of a repository that was never checked out it is made there', async () => {
  const linked = withoutProject();
  fs.rmSync(path.join(base, 'main/.git/index'));
  expect(await init(linked)).toMatchObject({ output: { root: linked, created: true }, warnings: [] });
});

test('in a folder of a repository it says once that only that folder uses it', async () => {
  withoutProject();
  const directory = path.join(base, 'main/src');
  expect((await init(directory)).warnings).toEqual([expect.stringContaining(`begins above, in ${path.join(base, 'main')}; only in`)]);
  expect((await init(directory)).warnings).toEqual([]);
  expect((await init(path.join(base, 'main'))).warnings).toEqual([]);
});

test('below another project one is made, and the other is named', async () => {
  const directory = path.join(base, 'main/packages');
  fs.mkdirSync(directory);
  const first = await init(directory);
  expect(first.output).toEqual({ root: directory, created: true });
  expect(first.warnings).toEqual([expect.stringContaining(`${path.join(base, 'main')} above has a .cortex too`)]);
  expect((await init(directory)).warnings).toEqual([]);
});

test('a time that no date can be made of is printed as it is', () => {
  expect([seconds(0), seconds(9e15), seconds(Number.NaN)]).toEqual(['1970-01-01T00:00:00Z', '9000000000000000', 'NaN']);
});
