import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { findProjectRoot } from '../../../../src/engine/crtx/root.ts';
import { nodeFileSystem } from '../../../../src/engine/kernel/file-system.ts';
import { temporaryFolder } from '../../../support/folders.ts';

let base: string;
let main: string;
let linked: string;
/** Git's folder of the linked worktree. */
let own: string;
beforeEach(() => {
  base = temporaryFolder();
  main = path.join(base, 'main');
  linked = path.join(base, 'linked');
  own = path.join(main, '.git/worktrees/linked');
  for (const folder of [path.join(main, '.cortex'), own, path.join(linked, '.cortex')]) fs.mkdirSync(folder, { recursive: true });
  write(own, 'commondir', '../..');
  write(own, 'gitdir', path.join(linked, '.git'));
  write(linked, '.git', `gitdir: ${own}`);
});

function write(folder: string, name: string, line: string): void {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, name), `${line}\n`);
}

const rootOf = (directory: string) => findProjectRoot(nodeFileSystem, directory, false);

describe('the project of a linked git worktree', () => {
  test('is that of its main worktree', () => {
    expect(rootOf(linked)).toBe(main);
  });

  test('is that of its main worktree as git itself makes them', () => {
    const git = (...args: string[]) => execFileSync('git', ['-C', path.join(base, 'repository'), ...args], { stdio: 'ignore' });
    fs.mkdirSync(path.join(base, 'repository/.cortex'), { recursive: true });
    git('init');
    git('-c', 'user.name=n', '-c', 'user.email=e', 'commit', '--allow-empty', '--message', 'first');
    git('worktree', 'add', '../worktree');
    expect(rootOf(path.join(base, 'worktree'))).toBe(path.join(base, 'repository'));
  });

  test('is that of its main worktree also with relative pointers, and through links', () => {
    write(own, 'gitdir', '../../../../linked/.git');
    write(linked, '.git', 'gitdir: ../other/.git/worktrees/linked');
    fs.symlinkSync('main', path.join(base, 'other'));
    fs.symlinkSync('linked', path.join(base, 'link'));
    expect(rootOf(path.join(base, 'link'))).toBe(main);
  });

  test.each([
    ['knows nothing of it', () => fs.rmSync(path.join(own, 'gitdir'))],
    ['names another folder', () => write(own, 'gitdir', path.join(base, 'elsewhere/.git'))],
    ['names another folder that is there', () => write(own, 'gitdir', path.join(main, '.git'))],
  ])('is its own when the repository that it names %s', (_, change) => {
    change();
    expect(rootOf(linked)).toBe(linked);
  });

  test.each(['../fake/worktrees/x', 'fake/.git/worktrees/x', 'worktrees/x'])(
    'is its own when it brings the pointers along, in %s',
    (place) => {
      const fake = path.join(linked, place);
      write(fake, 'commondir', path.join(main, '.git'));
      write(fake, 'gitdir', path.join(linked, '.git'));
      write(linked, '.git', `gitdir: ${fake}`);
      expect(rootOf(linked)).toBe(linked);
    },
  );

  test('is its own when a link below the repository leads to pointers that it brings along', () => {
    const fake = path.join(linked, 'fake');
    write(fake, 'commondir', path.join(main, '.git'));
    write(fake, 'gitdir', path.join(linked, '.git'));
    fs.symlinkSync(fake, path.join(main, '.git/worktrees/fake'));
    write(linked, '.git', `gitdir: ${path.join(main, '.git/worktrees/fake')}`);
    expect(rootOf(linked)).toBe(linked);
  });
});

describe("the settings in a person's own .cortex", () => {
  const personal = () => path.join(base, 'home');
  const below = () => path.join(personal(), 'work', 'app');
  beforeEach(() => {
    fs.mkdirSync(below(), { recursive: true });
    write(path.join(personal(), '.cortex'), 'config.yaml', 'team_dir: ~/team');
  });

  test('make no project of all that is below', () => {
    expect(() => rootOf(below())).toThrow(/there is no \.cortex folder/);
    write(path.join(personal(), '.cortex'), 'snoozed.json', '{}');
    fs.mkdirSync(path.join(personal(), '.cortex', '.local'));
    expect(() => rootOf(below())).toThrow(/there is no \.cortex folder/);
  });

  test.each(['swarm.crtx', '.gitignore', 'reasoning/x'])('hide no project that is there as well: %s', (name) => {
    write(path.dirname(path.join(personal(), '.cortex', name)), path.basename(name), '');
    expect(rootOf(below())).toBe(personal());
  });
});
