import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CliProject, cortexFile, runProcess } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { git } from '../../support/git-commits.ts';

test('in a submodule, whose .git is a file, conflicts are named and settled, and the driver is set up', async () => {
  const origin = temporaryFolder();
  git(origin, 'init', '--quiet', '--initial-branch=main');
  fs.writeFileSync(path.join(origin, 'a.ts'), '');
  git(origin, 'add', '--all');
  git(origin, 'commit', '--quiet', '--message', 'base');
  const { root } = new CliProject();
  git(root, 'init', '--quiet');
  git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', origin, 'lib');
  const tree = path.join(root, 'lib');
  const run = (words: string) => runProcess([cortexFile, ...words.split(' ')], tree);
  const purpose = async (text: string) => {
    expect((await run(`dna purpose ${text}`)).code).toBe(0);
    git(tree, 'add', '--all');
    git(tree, 'commit', '--quiet', '--message', text);
  };
  for (const words of ['init', 'dna detect', 'graph build', 'install git --write']) expect((await run(words)).code, words).toBe(0);
  expect(git(tree, 'config', '--local', 'merge.cortex.driver')).toContain('cortex merge-driver');
  await purpose('base');
  git(tree, 'checkout', '--quiet', '-b', 'other');
  await purpose('theirs');
  git(tree, 'checkout', '--quiet', 'main');
  await purpose('ours');
  expect(() => git(tree, 'merge', 'other')).toThrow();
  expect((await run('doctor')).out).toContain('.cortex/manifest.crtx');
  const { code, out } = await run('settle');
  expect([code, out]).toEqual([0, expect.stringContaining('manifest.crtx is settled')]);
  expect((await run('doctor')).out).toContain('git still holds it as unmerged');
});
