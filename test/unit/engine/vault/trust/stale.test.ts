import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { nodeFileSystem } from '../../../../../src/engine/platform/file-system.ts';
import type { Note } from '../../../../../src/engine/vault/notes/note.ts';
import { findStaleCitations } from '../../../../../src/engine/vault/trust/stale.ts';
import { temporaryFolder } from '../../../../support/folders.ts';
import { makeNote } from '../make-note.ts';
import { makeVault } from '../make-vault.ts';

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});

/** Times on the day of the notes, and on a later day. */
const BEFORE = '2026-04-10T09:00:00Z';
const AFTER = '2026-04-12T09:00:00Z';

function write(file: string, text = 'text', time = AFTER): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
  fs.utimesSync(path.join(root, file), new Date(time), new Date(time));
}

function git(time: string, ...args: string[]): void {
  const author = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.com' };
  const env = { ...process.env, ...author, GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time, GIT_CONFIG_GLOBAL: '/dev/null' };
  execFileSync('git', ['-C', root, ...args], { stdio: 'pipe', env });
}

function commit(time: string): void {
  git(time, 'add', '--all');
  git(time, 'commit', '--quiet', '--message', 'change');
}

const citing = (...files: string[]) => files.map((file) => ({ path: file, line: null, at: 1 }));

function note(files: readonly string[], parts: Partial<Note> = {}): Note {
  return makeNote('note.md', { updated: '2026-04-10', citations: citing(...files), ...parts });
}

/** Returns the stale citations of these notes, and the problem. */
async function staleOf(...notes: Note[]) {
  const { stale, problem } = await findStaleCitations(
    makeVault(notes).index,
    { vault: path.join(root, 'vault'), repository: root },
    { fs: nodeFileSystem },
    'UTC',
  );
  return { stale: stale.map(({ citation, reason, changed }) => [citation.path, reason, changed]), problem };
}

describe('citations outside of inline code', () => {
  const cited = (form: 'prose' | 'link', file: string, more: Partial<Note> = {}) =>
    makeNote('rules/note.md', { updated: '2026-04-10', citations: [{ path: file, line: 1, at: 1, form }], ...more });

  test('are checked by content, and links start at the folder of the note, else at the root', async () => {
    write('src/a.ts', 'new', BEFORE);
    const recorded = { cited: ['src/a.ts:1 0123456789abcdef'] };
    for (const [form, file] of [
      ['prose', 'src/a.ts'],
      ['link', '../../src/a.ts'],
      ['link', 'src/a.ts'],
      ['link', '/src/a.ts'],
    ] as const) {
      expect((await staleOf(cited(form, file, recorded))).stale).toEqual([['src/a.ts', 'changed', null]]);
      expect((await staleOf(cited(form, file))).stale).toEqual([]);
    }
  });

  test('of files that do not exist may be something else, unless they were recorded', async () => {
    expect((await staleOf(cited('prose', 'no/such.ts'), cited('link', '../no/such.ts'))).stale).toEqual([]);
    const { stale } = await staleOf(cited('prose', 'src/a.ts', { cited: ['src/a.ts:1 0123456789abcdef'] }));
    expect(stale).toEqual([['src/a.ts', 'gone', null]]);
  });
});

describe('in a repository', () => {
  beforeEach(() => {
    git(BEFORE, 'init', '--quiet', '--initial-branch=main');
    for (const file of ['src/same.ts', 'src/later.ts', 'src/edited.ts', 'src/moved.ts']) write(file);
    commit(BEFORE);
  });

  test('code committed after the day of the note is changed; file times of a checkout are ignored', async () => {
    write('src/later.ts', 'other');
    commit(AFTER);
    const { stale, problem } = await staleOf(note(['src/same.ts', 'src/later.ts', './src//later.ts']));
    expect(stale).toEqual([
      ['src/later.ts', 'changed', '2026-04-12'],
      ['./src//later.ts', 'changed', '2026-04-12'],
    ]);
    expect(problem).toBeNull();
  });

  test('citations of notes of the vault are ignored, but not those of other texts', async () => {
    write('docs/guide.md', 'new', AFTER);
    const other = makeNote('ops/budget.md', { updated: '2026-04-10' });
    const { stale } = await staleOf(note(['ops/budget.md', './ops/budget.md', 'budget.md', 'docs/guide.md', 'docs/gone.md']), other);
    expect(stale).toEqual([
      ['docs/guide.md', 'changed', '2026-04-12'],
      ['docs/gone.md', 'gone', null],
    ]);
  });

  test('uncommitted code is changed at the time of its file, including new files', async () => {
    write('src/edited.ts', 'other', '2026-04-11T09:00:00Z');
    write('src/staged.ts', 'new');
    git(AFTER, 'add', 'src/staged.ts');
    write('src/new.ts', 'new');
    write('src/old.ts', 'new', BEFORE);
    expect((await staleOf(note(['src/edited.ts', 'src/staged.ts', 'src/new.ts', 'src/old.ts', 'src/same.ts']))).stale).toEqual([
      ['src/edited.ts', 'changed', '2026-04-11'],
      ['src/staged.ts', 'changed', '2026-04-12'],
      ['src/new.ts', 'changed', '2026-04-12'],
    ]);
  });

  test('files from a merged branch are changed at the time of the merge, and others are not', async () => {
    git(BEFORE, 'switch', '--quiet', '--create', 'side');
    write('src/later.ts', 'other', BEFORE);
    commit(BEFORE);
    git(BEFORE, 'switch', '--quiet', 'main');
    write('src/edited.ts', 'other', BEFORE);
    commit(BEFORE);
    git(AFTER, 'merge', '--quiet', '--no-ff', '--message', 'merge', 'side');
    expect((await staleOf(note(['src/later.ts', 'src/edited.ts', 'src/same.ts']))).stale).toEqual([
      ['src/later.ts', 'changed', '2026-04-12'],
    ]);
  });

  test('a file of a missing folder is gone; a link in place of the folder may lead elsewhere', async () => {
    fs.symlinkSync('nowhere', path.join(root, 'dangling'));
    fs.symlinkSync('src', path.join(root, 'linked'));
    const { stale } = await staleOf(note(['lib/a.ts', 'lib/deep/b.ts', 'dangling/a.ts', 'linked/same.ts', 'linked/no.ts', '../lib/a.ts']));
    expect(stale.map(([file, reason]) => [file, reason])).toEqual([
      ['lib/a.ts', 'gone'],
      ['lib/deep/b.ts', 'gone'],
      ['linked/same.ts', 'changed'],
      ['linked/no.ts', 'gone'],
    ]);
  });

  test('code that was deleted or moved is gone', async () => {
    fs.renameSync(path.join(root, 'src/moved.ts'), path.join(root, 'src/to.ts'));
    expect((await staleOf(note(['src/moved.ts', 'src/moved.ts/x.ts'], { updated: null }))).stale).toEqual([
      ['src/moved.ts', 'gone', null],
      ['src/moved.ts/x.ts', 'gone', null],
    ]);
  });

  test('handles more files than fit on a command line, and names with patterns or line breaks', async () => {
    const many = Array.from({ length: 1_500 }, (_, n) => `src/${'folder'.repeat(3)}/file-${n}.ts`);
    const odd = ['src/a*.ts', 'src/\nb.ts', '-x/c.ts'];
    for (const file of [...many, ...odd]) write(file, 'x', BEFORE);
    commit(AFTER);
    const { stale } = await staleOf(note([...many, ...odd, 'src/same.ts']));
    expect(stale.map(([file]) => file)).toEqual([...many, ...odd]);
    expect((await staleOf(note(odd))).stale.map(([file]) => file)).toEqual(odd);
  });
});

test('without a repository, file times are used and a problem is returned', async () => {
  write('src/later.ts');
  write('src/same.ts', 'text', BEFORE);
  const { stale, problem } = await staleOf(note(['src/later.ts', 'src/same.ts']));
  expect(stale).toEqual([['src/later.ts', 'changed', '2026-04-12']]);
  expect(problem).toBe('the project is not in a git repository');
});

test('in a repository without commits, file times are used and a problem is returned', async () => {
  git(BEFORE, 'init', '--quiet');
  write('src/later.ts');
  const { stale, problem } = await staleOf(note(['src/later.ts']));
  expect([stale.length, problem]).toEqual([1, 'the git repository has no commits yet']);
});

describe('not reported as stale', () => {
  test.each([
    ['a path out of the repository', '../elsewhere.ts'],
    ['an absolute path', '/etc/hosts.conf'],
    ['a folder', 'src/folder.d'],
    ['a link that leads out', 'src/link.ts'],
    ['a name alone of what is somewhere else', 'store.ts'],
  ])('%s', async (_what, file) => {
    fs.mkdirSync(path.join(root, 'src/folder.d'), { recursive: true });
    fs.symlinkSync('/etc/hostname', path.join(root, 'src/link.ts'));
    expect((await staleOf(note([file]))).stale).toEqual([]);
  });

  test.each([
    ['a note without a day', { updated: null }],
    ['an archived note', { status: 'archived' }],
    ['a superseded note', { status: 'superseded' }],
    ['a note of the same day', { updated: '2026-04-12' }],
  ])('%s', async (_what, parts) => {
    write('src/later.ts');
    expect((await staleOf(note(['src/later.ts'], parts))).stale).toEqual([]);
  });
});

test('days are in the time zone of the vault, and a note without an update uses its creation day', async () => {
  write('src/later.ts', 'text', '2026-04-10T23:30:00Z');
  const { index } = makeVault([note(['src/later.ts'], { updated: null, created: '2026-04-10' })]);
  const daysIn = async (timeZone: string) =>
    (await findStaleCitations(index, { vault: path.join(root, 'vault'), repository: root }, { fs: nodeFileSystem }, timeZone)).stale.map(
      ({ changed }) => changed,
    );
  expect(await daysIn('UTC')).toEqual([]);
  expect(await daysIn('Asia/Tokyo')).toEqual(['2026-04-11']);
});
