import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { findProject, findProjectRoot } from '../../../../src/engine/crtx/root.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { temporaryFolder } from '../../../support/folders.ts';

let base: string;
let main: string;
let linked: string;
/** Git directory of the linked worktree. */
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

  test('is not replaced by another one if the main worktree is not readable', () => {
    const locked = {
      ...nodeFileSystem,
      realpathSync: (file: string) => {
        if (file.startsWith(main)) throw Object.assign(new Error('no read permission'), { code: 'EACCES' });
        return nodeFileSystem.realpathSync(file);
      },
    };
    expect(() => findProjectRoot(locked, linked, false)).toThrow('no read permission');
    fs.rmSync(main, { recursive: true });
    expect(rootOf(linked)).toBe(linked);
  });

  test('is that of its main worktree as created by git', () => {
    const git = (...args: string[]) => execFileSync('git', ['-C', path.join(base, 'repository'), ...args], { stdio: 'ignore' });
    fs.mkdirSync(path.join(base, 'repository/.cortex'), { recursive: true });
    git('init');
    git('-c', 'user.name=n', '-c', 'user.email=e', 'commit', '--allow-empty', '--message', 'first');
    git('worktree', 'add', '../worktree');
    expect(rootOf(path.join(base, 'worktree'))).toBe(path.join(base, 'repository'));
  });

  test('is that of its main worktree also with relative paths and links', () => {
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
  ])('is an error if %s', (_, change) => {
    change();
    expect(() => rootOf(linked)).toThrow(`git does not know the worktree ${linked}`);
    expect(findProjectRoot(nodeFileSystem, linked, true), 'exact directory').toBe(linked);
  });

  test.each(['../fake/worktrees/x', 'fake/.git/worktrees/x', 'worktrees/x'])(
    'is its own if it contains the git pointers itself, in %s',
    (place) => {
      const fake = path.join(linked, place);
      write(fake, 'commondir', path.join(main, '.git'));
      write(fake, 'gitdir', path.join(linked, '.git'));
      write(linked, '.git', `gitdir: ${fake}`);
      expect(rootOf(linked)).toBe(linked);
    },
  );

  test('is its own if a link in the repository leads to git pointers inside of it', () => {
    const fake = path.join(linked, 'fake');
    write(fake, 'commondir', path.join(main, '.git'));
    write(fake, 'gitdir', path.join(linked, '.git'));
    fs.symlinkSync(fake, path.join(main, '.git/worktrees/fake'));
    write(linked, '.git', `gitdir: ${path.join(main, '.git/worktrees/fake')}`);
    expect(rootOf(linked)).toBe(linked);
  });
});

describe('a project in a folder of a repository', () => {
  let repository: string;
  let tree: string;
  const git = (folder: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e', '-c', 'protocol.file.allow=always', ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
  const found = (directory: string) => findProject(nodeFileSystem, directory, false);
  /** Creates a repository with a file in app/src, and a linked worktree. */
  beforeEach(() => {
    repository = path.join(base, 'repository');
    tree = path.join(base, 'tree');
    write(path.join(repository, 'app/src'), 'a.ts', '');
    git(repository, 'init');
    git(repository, 'add', '--all');
    git(repository, 'commit', '--message', 'first');
    git(repository, 'worktree', 'add', tree);
  });
  const make = (...folders: string[]) => {
    for (const folder of folders) write(path.join(folder, '.cortex'), 'timeline.crtx', '');
  };
  const app = () => ({ root: path.join(repository, 'app'), tree: path.join(tree, 'app') });

  test.each(['app', 'app/src'])('in %s of a linked worktree is that at the same path of the main one', (typed) => {
    make(path.join(repository, 'app'));
    expect(found(path.join(tree, typed)), 'also if the worktree has none').toEqual(app());
    make(path.join(tree, 'app'));
    expect(found(path.join(tree, typed))).toEqual(app());
    expect(found(path.join(repository, typed)).root).toBe(app().root);
    expect(() => found(tree)).toThrow(/^no \.cortex folder/);
  });

  test('is the nearest of several, each resolved to the main worktree', () => {
    make(repository, tree, path.join(tree, 'app'));
    expect(found(path.join(tree, 'app')), 'only this branch has one').toEqual({ root: app().tree, tree: app().tree });
    make(path.join(repository, 'app'));
    expect(found(path.join(tree, 'app/src'))).toEqual(app());
    expect(found(tree)).toEqual({ root: repository, tree });
    expect(findProjectRoot(nodeFileSystem, app().tree, true), 'exact directory').toBe(app().tree);
  });

  test('may be a link, but its parent folders may not lead elsewhere', () => {
    make(path.join(repository, 'shared'), path.join(base, 'elsewhere'), path.join(tree, 'lib'));
    fs.symlinkSync(path.join(repository, 'shared/.cortex'), path.join(repository, 'app/.cortex'));
    expect(found(path.join(tree, 'app'))).toEqual(app());
    fs.symlinkSync(path.join(base, 'elsewhere'), path.join(repository, 'lib'));
    expect(rootOf(path.join(tree, 'lib'))).toBe(path.join(tree, 'lib'));
  });

  test('is its own in a submodule of a linked worktree, and none if only the main worktree has the submodule', () => {
    const other = path.join(base, 'other');
    make(other);
    git(other, 'init');
    git(other, 'add', '--all');
    git(other, 'commit', '--message', 'first');
    git(repository, 'submodule', 'add', other, 'sub');
    git(repository, 'commit', '--message', 'with it');
    git(repository, 'branch', 'with');
    git(tree, 'merge', '--ff-only', 'with');
    expect(() => rootOf(path.join(tree, 'sub'))).toThrow(/^no \.cortex folder/);
    git(tree, 'submodule', 'update', '--init');
    expect(found(path.join(tree, 'sub'))).toEqual({ root: path.join(tree, 'sub'), tree: path.join(tree, 'sub') });
    fs.rmSync(path.join(tree, 'sub/.cortex'), { recursive: true });
    make(repository);
    expect(found(path.join(tree, 'sub'))).toEqual({ root: repository, tree });
  });

  test('is its own in each worktree of a bare repository', () => {
    git(base, 'clone', '--bare', repository, 'bare');
    git(path.join(base, 'bare'), 'worktree', 'add', path.join(base, 'of-bare'), '-b', 'more');
    make(path.join(base, 'of-bare/app'));
    expect(rootOf(path.join(base, 'of-bare/app/src'))).toBe(path.join(base, 'of-bare/app'));
  });
});

describe("settings in a user's own .cortex", () => {
  const personal = () => path.join(base, 'home');
  const below = () => path.join(personal(), 'work', 'app');
  beforeEach(() => {
    fs.mkdirSync(below(), { recursive: true });
    write(path.join(personal(), '.cortex'), 'config.yaml', 'team_dir: ~/team');
  });

  test('make no project of all that is below', () => {
    expect(() => rootOf(below())).toThrow(/^no \.cortex folder/);
    write(path.join(personal(), '.cortex'), 'snoozed.json', '{}');
    fs.mkdirSync(path.join(personal(), '.cortex', '.local'));
    expect(() => rootOf(below())).toThrow(/^no \.cortex folder/);
  });

  test.each(['swarm.crtx', '.gitignore', 'reasoning/x'])('do not hide a project in the same folder: %s', (name) => {
    write(path.dirname(path.join(personal(), '.cortex', name)), path.basename(name), '');
    expect(rootOf(below())).toBe(personal());
  });
});

describe('a .cortex that is a link', () => {
  const project = () => path.join(base, 'project');
  const inside = () => path.join(project(), 'sub');
  beforeEach(() => {
    fs.mkdirSync(inside(), { recursive: true });
    fs.mkdirSync(path.join(base, 'elsewhere'));
    fs.symlinkSync(path.join(base, 'elsewhere'), path.join(project(), '.cortex'));
  });

  test.each([true, false])('out of the working tree is rejected from any folder in it (repository: %s)', (isRepository) => {
    if (isRepository) fs.mkdirSync(path.join(project(), '.git'));
    for (const folder of [project(), inside()]) {
      expect(() => rootOf(folder)).toThrow(
        expect.objectContaining({ code: 'outside-root', data: expect.objectContaining({ file: path.join(project(), '.cortex') }) }),
      );
    }
  });

  test('is used for an exact directory', () => {
    expect(findProjectRoot(nodeFileSystem, project(), true)).toBe(project());
  });

  test('within the working tree is used', () => {
    fs.mkdirSync(path.join(project(), '.git'));
    fs.mkdirSync(path.join(project(), 'agents'));
    fs.rmSync(path.join(project(), '.cortex'));
    fs.symlinkSync('agents', path.join(project(), '.cortex'));
    expect(rootOf(inside())).toBe(project());
  });

  test('from a main worktree to the outside is rejected in a linked one', () => {
    fs.rmdirSync(path.join(main, '.cortex'));
    fs.symlinkSync(path.join(base, 'elsewhere'), path.join(main, '.cortex'));
    expect(() => rootOf(linked)).toThrow(expect.objectContaining({ code: 'outside-root' }));
  });
});
