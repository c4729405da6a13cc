import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { listSources } from '../../../../src/engine/graph/sources.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { temporaryFolder } from '../../../support/folders.ts';

const runtime = nodeRuntime({});
let root: string;
beforeEach(() => {
  root = temporaryFolder();
});

function write(file: string, text: string | Buffer = 'x'): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
}

const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { stdio: 'pipe' });

async function listed() {
  const { files, configs, problems, leftOut } = await listSources(runtime, root);
  const names = (list: typeof files) => list.map((each) => each.path);
  return { files: names(files), configs: names(configs), problems: problems.map((each) => `${each.path}: ${each.message}`), leftOut };
}

describe('in a repository', () => {
  beforeEach(() => git('init', '--quiet'));

  test('lists sources and configuration that git tracks or does not ignore, sorted', async () => {
    write('.gitignore', 'ignored/\n*.log.ts\n');
    for (const file of ['b.ts', 'a/z.py', 'a/ü ö.go', 'ignored/x.ts', 'x.log.ts', 'gone.rs', 'readme.md', 'Makefile', '.hidden/a.js'])
      write(file);
    for (const file of ['package.json', 'a/tsconfig.build.json', 'go.mod', '.github/workflows/ci.yml', 'other/ci.yml', 'compose.yaml'])
      write(file);
    git('add', 'b.ts', 'gone.rs');
    fs.rmSync(path.join(root, 'gone.rs'));
    expect(await listed()).toEqual({
      files: ['.hidden/a.js', 'a/z.py', 'a/ü ö.go', 'b.ts'],
      configs: ['.github/workflows/ci.yml', 'a/tsconfig.build.json', 'compose.yaml', 'go.mod', 'package.json'],
      problems: [],
      leftOut: 0,
    });
    const { paths } = await listSources(runtime, root);
    const there = ['readme.md', 'Makefile', 'b.ts', 'package.json', 'x.log.ts', 'ignored/'];
    expect([...there, 'gone.rs', 'ignored/x.ts'].filter((file) => paths.has(file))).toEqual(there);
  });

  test('returns the size and modification time of each file', async () => {
    write('a.ts', 'twelve bytes');
    fs.utimesSync(path.join(root, 'a.ts'), 1, 1);
    expect((await listSources(runtime, root)).files).toEqual([{ path: 'a.ts', size: 12, mtimeNs: 1_000_000_000n }]);
  });

  test('omits and reports symlinks and large files, and follows nothing out of the project', async () => {
    const outside = temporaryFolder();
    fs.writeFileSync(path.join(outside, 'secret.ts'), 'x');
    write('folder/secret.ts');
    write('a.ts');
    git('add', '.');
    fs.rmSync(path.join(root, 'folder'), { recursive: true });
    fs.symlinkSync(outside, path.join(root, 'folder'));
    fs.symlinkSync(path.join(outside, 'secret.ts'), path.join(root, 'link.ts'));
    fs.symlinkSync('nowhere', path.join(root, 'nowhere.ts'));
    write('large.ts', Buffer.alloc(1_048_577, 'x'));
    write('fits.ts', Buffer.alloc(1_048_576, 'x'));
    expect(await listed()).toEqual({
      files: ['a.ts', 'fits.ts'],
      configs: [],
      problems: [
        'large.ts: skipped: it is larger than 1 MiB',
        'link.ts: skipped: it is a symbolic link',
        'nowhere.ts: skipped: it is a symbolic link',
        'folder/secret.ts: skipped: it is below a symbolic link',
      ],
      leftOut: 4,
    });
  });

  test('reports the first 20 files with the same problem, and counts the others', async () => {
    for (let n = 0; n < 25; n += 1) write(`${n}.go`, Buffer.alloc(1_048_577, 'x'));
    const { problems, leftOut } = await listed();
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toBe('null: 5 more files: skipped: it is larger than 1 MiB');
    expect(leftOut).toBe(25);
  });

  test('walks a project folder that git ignores', async () => {
    write('.gitignore', 'build/\n');
    write('build/package/a.ts');
    root = path.join(root, 'build', 'package');
    expect((await listed()).files).toEqual(['a.ts']);
  });
});

describe('without a repository', () => {
  test('skips build output and dependencies, and does not follow symlinks', async () => {
    for (const file of ['a.ts', 'src/b.ts', 'node_modules/x/c.ts', 'vendor/d.go', 'Dist/e.js', '.venv/f.py', '.github/workflows/ci.yml'])
      write(file);
    fs.symlinkSync(root, path.join(root, 'src', 'again'));
    expect(await listed()).toEqual({ files: ['a.ts', 'src/b.ts'], configs: ['.github/workflows/ci.yml'], problems: [], leftOut: 0 });
  });

  test('rejects when it is aborted', async () => {
    write('a.ts');
    await expect(listSources(runtime, root, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });

  test('returns nothing for an empty folder', async () => {
    expect(await listed()).toEqual({ files: [], configs: [], problems: [], leftOut: 0 });
  });
});
