import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CortexError, describeError } from '../../../../src/engine/platform/errors.ts';
import { type FileSystem, nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { scanVault } from '../../../../src/engine/vault/cache/scan.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { makeNamedPipe } from '../../../support/named-pipe.ts';

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});

function put(...files: string[]): void {
  for (const file of files) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), 'text');
  }
}

const scan = (system: FileSystem = nodeFileSystem) => scanVault({ fs: system }, root);
const pathsOf = ({ files }: ReturnType<typeof scanVault>) => files.map((file) => file.path);

describe('the notes of a vault', () => {
  test('are its .md files, sorted by path in code point order', () => {
    put('b.md', 'a/z.md', 'a.md', 'a/B.md', 'B.md', '\u{1f600}.md', '\ue000.md', 'a/deep/er/x.md', 'new\nline.md');
    expect(pathsOf(scan())).toEqual([
      'B.md',
      'a.md',
      'a/B.md',
      'a/deep/er/x.md',
      'a/z.md',
      'b.md',
      'new\nline.md',
      '\ue000.md',
      '\u{1f600}.md',
    ]);
    expect(scan().problems).toEqual([]);
  });

  test('do not include files in excluded folders at any depth, and other files', () => {
    put('a/MEMORY.md', 'MEMORY.md', 'a.txt', 'b.MD', 'md', 'c.md.bak');
    for (const folder of ['.obsidian', '.git', '.local', 'node_modules', 'engine', 'cortex', 'index', 'layers', '__pycache__']) {
      put(`${folder}/a.md`, `atoms/deep/${folder}/a.md`);
    }
    put('indexes/a.md', 'atoms/index.md');
    expect(pathsOf(scan())).toEqual(['atoms/index.md', 'indexes/a.md']);
  });

  test('are not found through symlinks, including cyclic ones', () => {
    put('a/x.md');
    fs.symlinkSync('x.md', path.join(root, 'a', 'y.md'));
    fs.symlinkSync('..', path.join(root, 'a', 'up'));
    fs.symlinkSync('loop.md', path.join(root, 'loop.md'));
    fs.symlinkSync(temporaryFolder(), path.join(root, 'elsewhere'));
    expect(pathsOf(scan())).toEqual(['a/x.md']);
    expect(scan().problems).toEqual([]);
  });

  test('have the identity of their file, with nanoseconds', () => {
    put('a.md');
    const { size, mtimeNs, ino } = fs.statSync(path.join(root, 'a.md'), { bigint: true });
    expect(scan().files).toEqual([{ path: 'a.md', identity: { size: Number(size), mtimeNs: `${mtimeNs}`, ino: `${ino}` } }]);
  });

  test('are found in a vault whose own folder name is excluded, or that is a symlink', () => {
    const place = root;
    root = path.join(place, 'index');
    put('a.md');
    expect(pathsOf(scan())).toEqual(['a.md']);
    root = path.join(place, '.linked');
    fs.symlinkSync('index', root);
    expect(pathsOf(scan())).toEqual(['a.md']);
  });

  test('are found hundreds of folders deep', () => {
    const deep = 'd/'.repeat(400);
    put(`${deep}a.md`);
    expect(pathsOf(scan())).toEqual([`${deep}a.md`]);
  });
});

describe('problems of a scan', () => {
  const only = (system?: FileSystem) => scan(system).problems.map(({ path: where, error }) => [where, error.code]);
  /** Returns a file system that denies access to this path. */
  const refusing = (what: 'listSync' | 'lstatSync', place: string): FileSystem => {
    const refuse = (wanted: string) => {
      if (wanted === path.join(root, place)) throw Object.assign(new Error('not for you'), { code: 'EACCES' });
    };
    return {
      ...nodeFileSystem,
      listSync: (folder) => {
        if (what === 'listSync') refuse(folder);
        return nodeFileSystem.listSync(folder);
      },
      lstatSync: (file, options) => {
        if (what === 'lstatSync') refuse(file);
        return nodeFileSystem.lstatSync(file, options);
      },
    };
  };

  test('contain an unreadable path, and all other notes are found', () => {
    put('a/x.md', 'b/y.md', 'z.md');
    expect(only(refusing('listSync', 'a'))).toEqual([['a', 'read-only']]);
    expect(pathsOf(scan(refusing('listSync', 'a')))).toEqual(['b/y.md', 'z.md']);
    expect(only(refusing('lstatSync', 'b/y.md'))).toEqual([['b/y.md', 'read-only']]);
    expect(pathsOf(scan(refusing('lstatSync', 'b/y.md')))).toEqual(['a/x.md', 'z.md']);
  });

  test('contain a named pipe with the name of a note, which is not opened', () => {
    put('a.md');
    makeNamedPipe(path.join(root, 'pipe.md'));
    makeNamedPipe(path.join(root, 'pipe'));
    expect(pathsOf(scan())).toEqual(['a.md']);
    expect(only()).toEqual([['pipe.md', 'broken-file']]);
  });

  // Other systems do not allow such names.
  test.runIf(process.platform === 'linux')('contain a file whose name is not UTF-8', () => {
    fs.writeFileSync(Buffer.concat([Buffer.from(`${root}/bad`), Buffer.from([0xff]), Buffer.from('.md')]), '');
    put('a.md', '\ufffd.md');
    expect(pathsOf(scan())).toEqual(['a.md', '\ufffd.md']);
    expect(only()).toEqual([['bad\ufffd.md', 'broken-file']]);
  });

  test('do not include a missing vault or one that is a file, for which the scan throws', () => {
    const errorOf = (folder: string) => {
      try {
        return scanVault({ fs: nodeFileSystem }, path.join(root, folder)).files;
      } catch (error) {
        return error instanceof CortexError ? `${error.code} ${describeError(error).replaceAll(root, '')}` : error;
      }
    };
    put('file');
    const next = 'Set an existing folder with --vault, CORTEX_VAULT or [vault] path in cortex.toml';
    expect(errorOf('none')).toBe(`not-found /none: the vault does not exist. ${next}, or create it: mkdir -p /none`);
    expect(errorOf('file')).toBe(`broken-file /file: the vault is not a folder. ${next}.`);
    expect(fs.readdirSync(root)).toEqual(['file']);
  });
});
