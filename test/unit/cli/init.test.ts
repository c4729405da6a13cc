import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { seconds } from '../../../src/cli/text/layout.ts';
import { initProject } from '../../../src/engine/crtx/use-cases/project.ts';
import { nodeRuntime } from '../../../src/engine/kernel/runtime.ts';
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
