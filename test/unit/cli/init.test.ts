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

test.each(['', 'src'])('in a linked worktree (%j) uses the .cortex of the main worktree and creates none', async (below) => {
  const directory = path.join(linkedWorktree(), below);
  expect(await init(directory)).toMatchObject({
    output: { root: path.join(base, 'main'), created: false },
    warnings: [expect.stringContaining('main worktree')],
  });
  expect(fs.existsSync(path.join(directory, '.cortex'))).toBe(false);
});

test('creates a .cortex in a linked worktree that is given explicitly', async () => {
  const linked = linkedWorktree();
  expect(await init(linked, true)).toMatchObject({ output: { root: linked, created: true }, warnings: [] });
});

/** The main worktree has no `.cortex`, and is checked out. */
function withoutProject(): string {
  const linked = linkedWorktree();
  fs.rmSync(path.join(base, 'main/.cortex'), { recursive: true });
  fs.writeFileSync(path.join(base, 'main/.git/index'), '');
  fs.mkdirSync(path.join(base, 'main/src'));
  return linked;
}

test.each(['', 'src'])('in a linked worktree (%j) without any .cortex creates one in the main worktree, for all', async (below) => {
  const linked = withoutProject();
  const root = path.join(base, 'main', below);
  const made = await init(path.join(linked, below));
  expect(made.output).toEqual({ root, created: true });
  expect(made.warnings).toContainEqual(expect.stringContaining('is in its main worktree, and all worktrees use it'));
  expect(fs.existsSync(path.join(linked, below, '.cortex'))).toBe(false);
  expect((await init(path.join(linked, below))).output).toEqual({ root, created: false });
});

test('warns of a .cortex that only one linked worktree uses, even if the main worktree lacks the folder', async () => {
  const linked = withoutProject();
  fs.mkdirSync(path.join(linked, 'branch'));
  for (const [created, warnings] of [[true, 2] as const, [false, 1] as const]) {
    const made = await init(path.join(linked, 'branch'));
    expect(made).toMatchObject({ output: { root: path.join(linked, 'branch'), created } });
    expect(made.warnings).toHaveLength(warnings);
    expect(made.warnings?.[0]).toContain(`only this git worktree uses it: its main worktree, ${path.join(base, 'main')}, has no .cortex`);
  }
});

test('creates a .cortex in the linked worktree if the main one was never checked out', async () => {
  const linked = withoutProject();
  fs.rmSync(path.join(base, 'main/.git/index'));
  expect(await init(linked)).toMatchObject({ output: { root: linked, created: true }, warnings: [] });
});

test('warns once that only a subfolder of a repository uses the .cortex', async () => {
  withoutProject();
  const directory = path.join(base, 'main/src');
  expect((await init(directory)).warnings).toEqual([
    expect.stringContaining(`not the top of the git repository (${path.join(base, 'main')})`),
  ]);
  expect((await init(directory)).warnings).toEqual([]);
  expect((await init(path.join(base, 'main'))).warnings).toEqual([]);
});

test('creates a .cortex below another project, and names the other one', async () => {
  const directory = path.join(base, 'main/packages');
  fs.mkdirSync(directory);
  const first = await init(directory);
  expect(first.output).toEqual({ root: directory, created: true });
  expect(first.warnings).toEqual([expect.stringContaining(`the parent folder ${path.join(base, 'main')} also has a .cortex`)]);
  expect((await init(directory)).warnings).toEqual([]);
});

test('prints a time outside the range of dates as a number', () => {
  expect([seconds(0), seconds(9e15), seconds(Number.NaN)]).toEqual(['1970-01-01T00:00:00Z', '9000000000000000', 'NaN']);
});
