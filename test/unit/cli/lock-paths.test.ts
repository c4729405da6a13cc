import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { cortexFile, runProcess } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';

let base: string;
let root: string;
beforeEach(async () => {
  base = temporaryFolder();
  root = path.join(base, 'project');
  fs.mkdirSync(path.join(root, 'src/parser'), { recursive: true });
  await cortex(root, 'init');
});

/** Runs `cortex` in a folder. */
const cortex = (directory: string, ...words: string[]) => runProcess([cortexFile, ...words], directory);

/** Acquires locks in a folder, and returns their paths, sorted. */
async function locked(directory: string, ...typed: string[]): Promise<string[]> {
  const { out } = await cortex(path.resolve(root, directory), 'lock', 'acquire', ...typed, '--agent', 'ann', '--json');
  return JSON.parse(out)
    .locks.map((lock: { path: string }) => lock.path)
    .sort();
}

describe('a path that is typed in a subfolder of the project', () => {
  test('is relative to that folder, with dots, slashes and patterns as in git', async () => {
    const typed = ['lexer.ts', './a/b.ts', '../main.ts', '../../README.md', 'gen/', '*.tsx', '{x,y}.md'];
    const found = ['src/parser/lexer.ts', 'src/parser/a/b.ts', 'src/main.ts', 'README.md', 'src/parser/gen/', 'src/parser/*.tsx'];
    expect(await locked('src/parser', ...typed)).toEqual([...found, 'src/parser/{x,y}.md'].sort());
  });

  test('may be a pattern that is longer than a file name', async () => {
    const many = Array.from({ length: 30 }, (_, n) => `component-${n}.ts`).join(',');
    expect(await locked('.', `src/{${many}}`)).toEqual([`src/{${many}}`]);
    expect((await cortex(root, 'lock', 'check', 'src/component-7.ts', '--agent', 'bob')).code).toBe(1);
    expect((await cortex(root, 'lock', 'check', 'src/component-77.ts', '--agent', 'bob')).code).toBe(0);
  });

  test('means the folder itself with a dot, and its parent with two', async () => {
    expect(await locked('src/parser', '.')).toEqual(['src/parser/']);
    expect(await locked('src/parser', '..')).toEqual(['src/']);
  });

  test('is renewed, released and broken with the same arguments', async () => {
    const parser = path.join(root, 'src/parser');
    await cortex(root, 'swarm', 'create', '--task', 't', '--coordinator', 'lead');
    await locked('src/parser', 'lexer.ts', 'tokens.ts');
    expect(await cortex(parser, 'lock', 'renew', 'lexer.ts', '--agent', 'ann')).toMatchObject({ code: 0 });
    expect(await cortex(parser, 'lock', 'release', 'lexer.ts', '--agent', 'ann')).toMatchObject({ code: 0 });
    expect(await cortex(parser, 'lock', 'break', 'tokens.ts', '--by', 'lead', '--reason', 'r')).toMatchObject({ code: 0 });
    expect(JSON.parse((await cortex(root, 'lock', 'list', '--json')).out).locks).toEqual([]);
  });

  test('has the pattern characters in the name of that folder escaped', async () => {
    fs.mkdirSync(path.join(root, 'app/[id]'), { recursive: true });
    fs.writeFileSync(path.join(root, 'app/[id]/[tab].tsx'), '');
    expect(await locked('app/[id]', 'page.tsx', '*.css', '[tab].tsx')).toEqual([
      'app/[[]id]/*.css',
      'app/[[]id]/[[]tab].tsx',
      'app/[[]id]/page.tsx',
    ]);
  });

  test('gets a suggestion if it exists only relative to the root', async () => {
    fs.writeFileSync(path.join(root, 'src/app.ts'), '');
    const src = path.join(root, 'src');
    const first = await cortex(src, 'lock', 'acquire', 'src/app.ts', '--agent', 'ann');
    const command = 'cortex lock acquire app.ts --agent ann';
    expect(first).toMatchObject({
      code: 0,
      err: expect.stringContaining(`"src/src/app.ts" does not exist, but "src/app.ts" does; to use that one, run: ${command}`),
    });
    const again = await cortex(src, ...command.split(' ').slice(1), '--json');
    expect(again.err).toBe('');
    expect(JSON.parse(again.out)).toMatchObject({ locks: [{ path: 'src/app.ts' }] });
    const shared = await cortex(src, 'lock', 'acquire', 'src/*.ts', '--agent', 'bob', '--shared');
    expect(shared.err).toContain('run: cortex lock acquire "*.ts" --agent bob --shared');
  });

  test.each([
    ['a/src/app.ts', 'src/app.ts'],
    ['b/src/app.ts:12', 'src/app.ts'],
    ['a/src/parser', 'src/parser/'],
  ])('gets a suggestion without the prefix of a diff: %s', async (typed, meant) => {
    fs.writeFileSync(path.join(root, 'src/app.ts'), '');
    const run = await cortex(root, 'lock', 'acquire', typed, '--agent', 'ann');
    expect(run.err).toContain(`but "${meant}" does; to use that one, run: cortex lock acquire ${meant} --agent ann`);
  });

  test('gets no suggestion if it exists, is new in both places, or begins with a dot', async () => {
    for (const file of ['a/src/app.ts', 'src/app.ts', 'src/src/app.ts']) {
      fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), '');
    }
    const run = await cortex(root, 'lock', 'acquire', 'a/src/app.ts', 'a/new.ts', '--agent', 'ann');
    const below = await cortex(path.join(root, 'src'), 'lock', 'acquire', 'src/app.ts', 'new.ts', './a/src/app.ts', '--agent', 'ann');
    expect([run.err, below.err]).toEqual(['', '']);
  });

  test('gets the suggestion from every command that takes files', async () => {
    fs.writeFileSync(path.join(root, 'src/app.ts'), '');
    const src = path.join(root, 'src');
    await cortex(root, 'swarm', 'create', '--task', 't', '--coordinator', 'lead');
    await cortex(root, 'swarm', 'recruit', 'ann', '--role', 'r');
    const { task } = JSON.parse((await cortex(root, 'swarm', 'claim', '--agent', 'ann', '--json')).out);
    const said = ['--action', 'a', '--reasoning', 'r', '--agent', 'ann', '--type', 'decision'];
    for (const words of [
      ['timeline', 'query'],
      ['timeline', 'precedents'],
      ['timeline', 'add', ...said],
      ['reasoning', 'add', task.id, ...said],
      ['swarm', 'complete', task.id, '--agent', 'ann'],
    ]) {
      const run = await cortex(src, ...words, '--file', 'src/app.ts');
      expect(run, words.join(' ')).toMatchObject({
        code: ['query', 'precedents'].includes(words[1] ?? '') ? 1 : 0,
        err: expect.stringContaining('"src/app.ts" does; to use that one, use app.ts'),
      });
    }
  });

  test('must be inside the project', async () => {
    const run = await cortex(path.join(root, 'src'), 'lock', 'acquire', '../../x', '--agent', 'ann');
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toContain('the path is outside the project (got "../../x"');
  });

  test('resolves ".." after names as git does, but not after a link or a pattern', async () => {
    fs.symlinkSync('parser', path.join(root, 'src/link'));
    expect(await locked('src', 'parser/../x.ts', 'new/./a/../../y.ts', 'parser/../../z.ts')).toEqual(['src/x.ts', 'src/y.ts', 'z.ts']);
    for (const typed of ['link/../x.ts', '*/../x.ts']) {
      const run = await cortex(path.join(root, 'src'), 'lock', 'acquire', typed, '--agent', 'ann');
      expect(run).toMatchObject({ code: 2, out: '' });
      expect(run.err).toContain(`must not contain ".."; in the project this is "src/${typed}" (got "${typed}"`);
    }
  });

  test.each([
    ['a:b.ts', 'that names a drive (got "a:b.ts"'],
    ['\\[id].ts', `must not be absolute (got ${JSON.stringify('\\[id].ts')}`],
    ['~/x', 'must not begin in a home folder (got "~/x"'],
    ['a[', 'has a "[" without its "]" (got "a["'],
  ])('is shown as typed in an error: %s', async (typed, words) => {
    const run = await cortex(path.join(root, 'src'), 'lock', 'acquire', typed, '--agent', 'ann');
    expect(run.out).toBe('');
    expect(run.err).toContain(words);
    expect(run.err).not.toContain('relative to the project root');
  });

  test.each([
    ['lock', 'acquire'],
    ['lock', 'renew'],
    ['timeline', 'add'],
  ])('is explained by --help: %s %s', async (...words) => {
    const { out } = await cortex(root, ...words, '--help');
    expect(out.replace(/\s+/g, ' ')).toMatch(/relative to the current folder \(with --root: to that folder\)/);
  });

  test('is relative to --root', async () => {
    const { out } = await cortex(path.join(root, 'src'), 'lock', 'acquire', 'a.ts', '--agent', 'ann', '--json', '--root', root);
    expect(JSON.parse(out).locks).toMatchObject([{ path: 'a.ts' }]);
  });

  test('is relative to the current folder in timeline entries, too', async () => {
    const entry = ['timeline', 'add', '--agent', 'ann', '--type', 'decision', '--action', 'a', '--reasoning', 'r', '--json'];
    const files = ['--file', 'a.ts', '--file', '../b.ts', '--file', path.join(root, 'c.ts')];
    const { out } = await cortex(path.join(root, 'src'), ...entry, ...files);
    expect(JSON.parse(out).entry.context.files).toEqual(['src/a.ts', 'b.ts', 'c.ts']);
  });
});

/** "é" as two code points, as some archives leave it on disks that do not normalize names. */
const DECOMPOSED = 'e\u0301';

describe('in a folder whose name is not in NFC', () => {
  let there: string;
  beforeEach(() => {
    there = path.join(root, DECOMPOSED);
    fs.mkdirSync(path.join(there, `sub-${DECOMPOSED}`), { recursive: true });
    fs.symlinkSync(base, path.join(there, 'out'));
  });

  test.each([DECOMPOSED, 'é'])('a folder is recognized in either form: %j', async (written) => {
    expect(await locked('.', `${written}/sub-${written}`)).toEqual(['é/sub-é/']);
    expect(await locked(there, `sub-${written}`)).toEqual(['é/sub-é/']);
  });

  test.each([DECOMPOSED, 'é'])('a link that leads out is detected, also before a pattern: %j', async (written) => {
    for (const typed of [`${written}/out/x`, `${written}/out/*.ts`]) {
      const run = await cortex(root, 'lock', 'acquire', typed, '--agent', 'ann');
      expect(run).toMatchObject({ code: 1, out: '' });
      expect(run.err).toContain('through a symbolic link (got ');
    }
  });
});

describe('an absolute path', () => {
  test('into the project is accepted in any folder, also through symlinks', async () => {
    const link = path.join(base, 'link');
    fs.symlinkSync(root, link);
    const inside = path.join(base, 'inside');
    fs.symlinkSync(path.join(root, 'src'), inside);
    const typed = [path.join(root, 'a.ts'), path.join(link, 'b/*.ts'), path.join(inside, 'c.ts'), `${root}/src/parser`];
    expect(await locked('src', ...typed)).toEqual(['a.ts', 'b/*.ts', 'src/c.ts', 'src/parser/']);
  });

  test.each(['/etc/passwd', '../project-b/a.ts'])('that leads outside is refused: %s', async (elsewhere) => {
    const run = await cortex(root, 'lock', 'acquire', path.resolve(root, elsewhere), '--agent', 'ann');
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toContain('the path is outside the project');
  });
});

describe('in a linked worktree', () => {
  let tree: string;
  beforeEach(() => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e', ...args], { cwd: root, stdio: 'ignore' });
    git('init');
    git('commit', '--allow-empty', '--message', 'first');
    tree = path.join(root, 'trees/wt');
    git('worktree', 'add', tree);
    fs.mkdirSync(path.join(tree, 'src/new'), { recursive: true });
  });

  test('a path is relative to the folder within the worktree, also when it is absolute', async () => {
    expect(await locked(path.join(tree, 'src'), 'a.ts', path.join(tree, 'b.ts'), path.join(root, 'c.ts'))).toEqual([
      'b.ts',
      'c.ts',
      'src/a.ts',
    ]);
  });

  test('a folder that exists only there is a folder, and a link that exists only there is followed', async () => {
    fs.symlinkSync('src', path.join(tree, 'link'));
    expect(await locked(tree, 'src/new', 'link/a.ts')).toEqual(['src/a.ts', 'src/new/']);
  });

  test('a link that exists only there and leads out is refused', async () => {
    fs.symlinkSync(base, path.join(tree, 'out'));
    const run = await cortex(tree, 'lock', 'acquire', 'out/x', '--agent', 'ann');
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toContain('leads out of its root folder through a symbolic link');
  });
});
