/** The second look after git has written the file: a change is never restored on another branch (decision 0037). */
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { TextEdits } from '../../../../src/engine/files/second-look/text-edits.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { git } from '../../../support/git-commits.ts';
import { dead } from '../../../support/mutex-folder.ts';

let root: string;
const at = (name: string) => path.join(root, name);
const read = (name = 'a.md') => fs.readFileSync(at(name), 'utf8');
const beside = () => fs.readdirSync(root).filter((name) => name.startsWith('a.md.kept-'));
const edits = () => new TextEdits(nodeRuntime({}), { root, local: '.local' });
const dying = () =>
  new TextEdits({ ...nodeRuntime({}), process: dead, sleep: () => new Promise<never>(() => {}) }, { root, local: '.local' });
const sign = (text: string | null) => `# signed\n${text ?? ''}`;

/** Ages the note by 1.5 s, so that other processes handle it, and dates the file right after the note. */
function age(): void {
  const [note, file] = [Date.now() - 1_500, Date.now() - 1_400].map((ms) => new Date(ms));
  for (const name of fs.readdirSync(at('.local/kept')))
    if (name.endsWith('.json')) fs.utimesSync(at(`.local/kept/${name}`), note ?? 0, note ?? 0);
  fs.utimesSync(at('a.md'), file ?? 0, file ?? 0);
}

/** @returns what the next process finds and reports */
async function look(): Promise<{ text: string; problems: readonly string[] }> {
  age();
  const next = edits();
  await next.look();
  return { text: read(), problems: next.problems };
}

const change = () => dying().edit('a.md', sign, { what: () => 'the signature' });
const add = () => dying().append('a.md', () => ({ text: 'added\n', parts: [{ text: 'added\n', what: 'the addition' }] }));
const writes = [
  ['a change', change, 'the signature'],
  ['an addition', add, 'the addition'],
] as const;

beforeEach(() => {
  root = temporaryFolder();
  git(root, 'init', '--quiet', '--initial-branch=main');
  fs.writeFileSync(at('a.md'), 'one\n');
  fs.writeFileSync(at('b.md'), 'one\n');
  fs.writeFileSync(at('.gitignore'), '.local\n');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message=first');
  git(root, 'branch', 'other');
});

/** Commits all changes of tracked files. */
const commit = () => git(root, 'commit', '--quiet', '--all', '--message=next');

describe.each(writes)('%s', (_, write, what) => {
  it.each([
    ['git switch', () => [commit(), git(root, 'switch', '--quiet', 'other')], 'branch "other"'],
    ['git switch --force', () => [git(root, 'switch', '--quiet', '--discard-changes', 'other')], 'branch "other"'],
    ['git checkout --detach', () => [commit(), git(root, 'checkout', '--quiet', '--detach', 'other')], 'commit [0-9a-f]{10}'],
  ])('is not restored on another branch after %s, and the report names its branch', async (__, act, to) => {
    await write();
    act();
    expect(await look()).toEqual({
      text: 'one\n',
      problems: [
        expect.stringMatching(
          new RegExp(`a\\.md: ${what} was written on branch "main", but ${to} is checked out now and does not have it`),
        ),
      ],
    });
    expect(beside()).toEqual([]);
  });

  it.each([
    ['git stash', () => git(root, 'stash', '--quiet')],
    ['git reset --hard', () => git(root, 'reset', '--quiet', '--hard')],
    ['git restore', () => git(root, 'restore', 'a.md')],
    ['git checkout FILE', () => git(root, 'checkout', '--quiet', '--', 'a.md')],
    ['git reset to the commit before', () => [commit(), git(root, 'reset', '--quiet', '--hard', 'HEAD~1')]],
    ['git revert', () => [commit(), git(root, 'revert', '--no-edit', 'HEAD')]],
  ])('is not restored after %s on the same branch, and is reported as missing', async (__, act) => {
    await write();
    act();
    expect(await look()).toEqual({
      text: 'one\n',
      problems: [expect.stringContaining(`${what} is no longer in the file as written: git (stash, reset, restore, pull)`)],
    });
  });

  it('is not reported as missing while the merge is unresolved, because it may be split between the two sides', async () => {
    git(root, 'switch', '--quiet', 'other');
    fs.writeFileSync(at('a.md'), 'their own\n');
    commit();
    git(root, 'switch', '--quiet', 'main');
    await write();
    commit();
    expect(() => git(root, 'merge', '--quiet', 'other')).toThrow();
    // Git splits the additions of both sides at the lines that they share.
    const unmerged = `one\n<<<<<<< HEAD\n# sig\n=======\ntheir own\n>>>>>>> other\n`;
    fs.writeFileSync(at('a.md'), unmerged);
    expect(await look()).toEqual({ text: unmerged, problems: [] });
    expect(beside()).toEqual([]);
  });

  it('is not restored while git is running', async () => {
    await write();
    fs.writeFileSync(at('a.md'), 'one\n');
    fs.writeFileSync(at('.git/index.lock'), '');
    expect((await look()).text).toBe('one\n');
  });

  it('that is also on another branch is left unchanged', async () => {
    await write();
    const written = read();
    git(root, 'switch', '--quiet', 'other');
    expect(await look()).toEqual({ text: written, problems: [] });
  });

  it.each([
    ['without git', () => undefined],
    [
      'after a commit of another file',
      () => [fs.writeFileSync(at('b.md'), 'two\n'), git(root, 'commit', '--quiet', '--message=b', 'b.md')],
    ],
  ])('that another program removed %s is restored', async (__, act) => {
    await write();
    const written = read();
    act();
    fs.utimesSync(at('.git/index'), new Date(), new Date(Date.now() - 5_000));
    fs.writeFileSync(at('a.md'), 'one\n');
    expect(await look()).toEqual({ text: written, problems: [] });
  });

  it('that was removed before a commit is not restored, but reported', async () => {
    await write();
    fs.writeFileSync(at('a.md'), 'one\n');
    fs.writeFileSync(at('b.md'), 'two\n');
    commit();
    expect(await look()).toEqual({ text: 'one\n', problems: [expect.stringContaining(`${what} is no longer in the file as written`)] });
  });
});

it('an addition that git removed on the same branch is saved beside the file, because it may have no other copy', async () => {
  await add();
  git(root, 'reset', '--quiet', '--hard');
  await look();
  expect(beside().map(read)).toEqual(['added\n']);
});

it('a change is not reported as missing after our own tools resolved its conflict and renamed it', async () => {
  const task = (name: string) => `one\n\n### 1\n${name}\nready\n`;
  git(root, 'switch', '--quiet', 'other');
  await dying().edit('a.md', () => task('theirs'), { what: () => 'the task' });
  commit();
  git(root, 'switch', '--quiet', 'main');
  fs.writeFileSync(at('a.md'), task('ours'));
  commit();
  expect(() => git(root, 'merge', '--quiet', 'other')).toThrow();
  await edits().edit('a.md', () => `${task('ours')}\n### 2\ntheirs\nready\n`);
  expect((await look()).problems).toEqual([]);
});

it('a linked worktree uses its own HEAD', async () => {
  git(root, 'worktree', 'add', '--quiet', '-b', 'linked', at('wt'));
  root = at('wt');
  await change();
  commit();
  git(root, 'switch', '--quiet', 'other');
  expect((await look()).problems).toEqual([expect.stringContaining('was written on branch "linked", but branch "other"')]);
});

it('a rebase that takes the file back is reported with its commit', async () => {
  fs.writeFileSync(at('b.md'), 'three\n');
  commit();
  git(root, 'switch', '--quiet', 'other');
  fs.writeFileSync(at('b.md'), 'two\n');
  commit();
  await change();
  commit();
  // It stops at the first commit, which conflicts; the change belongs to the second one.
  expect(() => git(root, 'rebase', 'main')).toThrow();
  expect(await look()).toEqual({
    text: 'one\n',
    problems: [expect.stringMatching(/was written on branch "other", but commit [0-9a-f]{10} is checked out now/)],
  });
});

it.each([
  ['by a process that has ended', dying],
  ['by this one', edits],
])('late text in the file replaced %s is not brought into another branch', async (_, by) => {
  const fd = fs.openSync(at('a.md'), 'a');
  const own = by();
  await own.edit('a.md', sign, { what: () => 'the signature' });
  commit();
  git(root, 'switch', '--quiet', 'other');
  fs.writeSync(fd, 'late\n');
  fs.closeSync(fd);
  if (by === edits) await own.whenIdle();
  else await look();
  expect([read(), beside().map(read)]).toEqual(['one\n', ['one\nlate\n']]);
});
