import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CortexError } from '../../../../src/engine/platform/errors.ts';
import { type FileSystem, nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { nodeRuntime, type Runtime } from '../../../../src/engine/platform/runtime.ts';
import { toFileIdentity } from '../../../../src/engine/vault/cache/file-identity.ts';
import { readNoteFile } from '../../../../src/engine/vault/notes/note-file.ts';
import { VaultStore } from '../../../../src/engine/vault/store.ts';
import type { VaultOptions } from '../../../../src/engine/vault/vault-options.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { makeNamedPipe } from '../../../support/named-pipe.ts';
import { vaultConfig } from '../../../support/vault-config.ts';
import { changeCache } from './change-cache.ts';

const DERIVED = ['manifest', 'by_project', 'by_type', 'by_tag', 'graph'].map((name) => `index/${name}.json`);
const FILES = [...DERIVED, ...['hot', 'warm', 'cold'].map((name) => `layers/${name}.json`)];

let root: string;
const stores: VaultStore[] = [];
beforeEach(() => {
  root = temporaryFolder();
});
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

const noteText = (name: string, body = 'Body.') => `---\nname: ${name}\nproject: ops\nupdated: 2026-04-12\n---\n${body}\n`;

/** Writes a file. @param age of the file, in seconds */
function put(file: string, text: string | Buffer, age = 3_600): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
  const at = Date.now() / 1_000 - age;
  fs.utimesSync(path.join(root, file), at, at);
}

async function open(runtime: Partial<Runtime> = {}, options: VaultOptions = {}, config = vaultConfig({ root })): Promise<VaultStore> {
  const store = await VaultStore.open({ ...nodeRuntime({}), ...runtime }, config, options);
  stores.push(store);
  return store;
}

const namesIn = (store: VaultStore) => Array.from(store.index.notes(), ({ path: file, name }) => `${file} ${name}`);

/** Returns the real file system, with a record of opened notes and listed folders. */
function counting(): { readonly fs: FileSystem; readonly opened: string[]; readonly listed: string[] } {
  const opened: string[] = [];
  const listed: string[] = [];
  const openSync: FileSystem['openSync'] = (file, ...rest) => {
    if (file.endsWith('.md')) opened.push(path.relative(root, file));
    return nodeFileSystem.openSync(file, ...rest);
  };
  const listSync: FileSystem['listSync'] = (folder) => {
    listed.push(path.relative(root, folder));
    return nodeFileSystem.listSync(folder);
  };
  return { fs: { ...nodeFileSystem, openSync, listSync }, opened, listed };
}

/** Returns all paths below the vault's folder. */
const everything = () => fs.readdirSync(root, { recursive: true }).map(String).sort();

async function codeOf(work: () => unknown): Promise<string> {
  const failed = await Promise.resolve()
    .then(work)
    .then(
      () => null,
      (error: CortexError) => error,
    );
  return failed?.code ?? 'nothing failed';
}

describe('opened vault', () => {
  test('contains its notes, and reads their current bodies', async () => {
    put('atoms/a.md', noteText('A'));
    put('b.md', '\ufeffNo header.\r\n');
    const store = await open();
    expect(namesIn(store)).toEqual(['atoms/a.md A', 'b.md b']);
    expect(store.problems).toEqual([]);
    put('atoms/a.md', noteText('A', 'Another body.'));
    expect(store.body('atoms/a.md')).toBe('Another body.\n');
    expect(store.body('b.md')).toBe('No header.\r\n');
    fs.rmSync(path.join(root, 'b.md'));
    expect([await codeOf(() => store.body('b.md')), await codeOf(() => store.body('../b.md'))]).toEqual(['not-found', 'not-found']);
  });

  test('is not created if it does not exist, and reading writes nothing', async () => {
    expect(await codeOf(() => VaultStore.open(nodeRuntime({}), vaultConfig({ root: path.join(root, 'none') })))).toBe('not-found');
    put('a.md', noteText('A'));
    const store = await open();
    store.body('a.md');
    await store.refresh();
    await store.close();
    expect(everything()).toEqual(['a.md']);
  });

  test('has one problem for each unreadable note, and all other notes', async () => {
    put('a.md', noteText('A'));
    put('bytes.md', Buffer.from([0x2d, 0xff, 0xfe]));
    put('large.md', '');
    fs.truncateSync(path.join(root, 'large.md'), 50 * 1_048_576);
    put('refused.md', noteText('R'));
    makeNamedPipe(path.join(root, 'pipe.md'));
    const openSync: FileSystem['openSync'] = (file, ...rest) => {
      if (file.endsWith('refused.md')) throw Object.assign(new Error('not for you'), { code: 'EACCES' });
      return nodeFileSystem.openSync(file, ...rest);
    };
    const store = await open({ fs: { ...nodeFileSystem, openSync } });
    const problems = Array.from(store.index.notes(), ({ path: file, problems: found }) => [file, ...found.map(({ code }) => code)]);
    expect(problems).toEqual([['a.md'], ['bytes.md', 'not-utf8'], ['large.md', 'too-large'], ['refused.md', 'unreadable']]);
    expect(store.unread).toBe(2);
    expect(store.problems.map(({ path: file }) => file)).toEqual(['pipe.md']);
    expect(await store.refresh()).toEqual({ changed: [], removed: [] });
  });

  test('does not read outside the vault if a note is replaced by a symlink after the scan', () => {
    const elsewhere = path.join(temporaryFolder(), 'secret.md');
    fs.writeFileSync(elsewhere, noteText('Secret'));
    put('a.md', noteText('A'));
    const found = toFileIdentity(fs.lstatSync(path.join(root, 'a.md'), { bigint: true }));
    fs.rmSync(path.join(root, 'a.md'));
    fs.symlinkSync(elsewhere, path.join(root, 'a.md'));
    const read = readNoteFile(nodeRuntime({}), vaultConfig({ root }), 'a.md', found);
    expect(read?.note).toMatchObject({ name: 'a', problems: [{ code: 'unreadable' }] });
  });
});

describe('refresh', () => {
  test('returns added, removed and changed notes, and notifies listeners', async () => {
    for (const name of ['a', 'b', 'c']) put(`${name}.md`, noteText(name));
    const store = await open();
    const told: unknown[] = [];
    const listening = store.onChange((changes) => told.push(changes));
    put('b.md', noteText('another'));
    put('z/new.md', noteText('new'));
    fs.rmSync(path.join(root, 'c.md'));
    const changes = { changed: ['b.md', 'z/new.md'], removed: ['c.md'] };
    expect(await store.refresh()).toEqual(changes);
    expect(namesIn(store)).toEqual(['a.md a', 'b.md another', 'z/new.md new']);
    expect(await store.refresh()).toEqual({ changed: [], removed: [] });
    listening.dispose();
    put('a.md', noteText('unheard'));
    await store.refresh();
    expect(told).toEqual([changes]);
  });

  test('detects a change with equal size, time and inode if the file was recent when it was read', async () => {
    const now = Date.now() / 1_000;
    const rewrite = (file: string, at: number, name: string) => {
      fs.writeFileSync(path.join(root, file), noteText(name));
      fs.utimesSync(path.join(root, file), at, at);
    };
    rewrite('young.md', now, 'one');
    rewrite('old.md', now - 60, 'one');
    const store = await open();
    rewrite('young.md', now, 'two');
    rewrite('old.md', now - 60, 'two');
    // The change of the old file is undetectable without reading every file.
    expect(await store.refresh()).toEqual({ changed: ['young.md'], removed: [] });
    expect(store.index.get('young.md')?.name).toBe('two');
  });

  test('detects a replacement file with equal size and time', async () => {
    const at = Date.now() / 1_000 - 60;
    for (const [file, name] of [
      ['a.md', 'one'],
      ['.b.md.new', 'two'],
    ] as const) {
      fs.writeFileSync(path.join(root, file), noteText(name));
      fs.utimesSync(path.join(root, file), at, at);
    }
    const store = await open();
    fs.renameSync(path.join(root, '.b.md.new'), path.join(root, 'a.md'));
    expect((await store.refresh()).changed).toEqual(['a.md']);
    expect(namesIn(store)).toEqual(['a.md two']);
  });

  test('removes a problem when it is fixed', async () => {
    put('atoms/a.md', noteText('A'));
    makeNamedPipe(path.join(root, 'pipe.md'));
    let refused = true;
    const listSync: FileSystem['listSync'] = (folder) => {
      if (refused && folder.endsWith('atoms')) throw Object.assign(new Error('not for you'), { code: 'EACCES' });
      return nodeFileSystem.listSync(folder);
    };
    const store = await open({ fs: { ...nodeFileSystem, listSync } });
    expect([store.problems.map(({ path: file }) => file), namesIn(store)]).toEqual([['atoms', 'pipe.md'], []]);
    fs.rmSync(path.join(root, 'pipe.md'));
    refused = false;
    expect((await store.refresh()).changed).toEqual(['atoms/a.md']);
    expect(store.problems).toEqual([]);
  });

  test('removes all notes and reports a problem if the vault is gone, and recovers', async () => {
    put('v/a.md', noteText('A'));
    root = path.join(root, 'v');
    const store = await open();
    fs.renameSync(root, `${root}2`);
    expect((await store.refresh()).removed).toEqual(['a.md']);
    expect(store.problems.map(({ path: file, error }) => [file, error.code])).toEqual([['', 'not-found']]);
    fs.renameSync(`${root}2`, root);
    expect((await store.refresh()).changed).toEqual(['a.md']);
    expect(store.problems).toEqual([]);
  });
});

describe('writeIndexes', () => {
  test('writes only the index files that are missing or wrong', async () => {
    put('a.md', noteText('A'));
    const store = await open();
    expect(await store.writeIndexes()).toEqual(FILES);
    expect(await store.writeIndexes()).toEqual([]);
    fs.writeFileSync(path.join(root, 'index/graph.json'), '{');
    fs.rmSync(path.join(root, 'layers/hot.json'));
    expect(await store.writeIndexes()).toEqual(['index/graph.json', 'layers/hot.json']);
    put('b.md', noteText('B'));
    await store.refresh();
    expect(await store.writeIndexes()).toContain('index/manifest.json');
    expect(fs.readFileSync(path.join(root, 'index/manifest.json'), 'utf8')).toContain('"name": "B"');
    expect(fs.readFileSync(path.join(root, '.local/.gitignore'), 'utf8')).toBe('*\n');
    expect(everything().filter((file) => file.includes('tmp'))).toEqual([]);
  });

  test('removes temporary files that are more than a day old, and keeps recent ones', async () => {
    put('a.md', noteText('A'));
    const folders = ['.local', 'index', 'layers'];
    for (const folder of folders) {
      for (const [name, time] of Object.entries({ '.tmp-dead': new Date(0), '.tmp-now': new Date() })) {
        put(`${folder}/${name}`, 'half');
        fs.utimesSync(path.join(root, folder, name), time, time);
      }
    }
    const later = { ...nodeRuntime({}).clock, now: () => Date.now() + 10_000 };
    await (await open({ clock: later })).writeIndexes();
    const left = folders.flatMap((folder) => fs.readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`));
    expect(left.filter((file) => file.includes('.tmp-'))).toEqual(folders.map((folder) => `${folder}/.tmp-now`));
    expect(left).toContain('.local/notes.jsonl');
  });

  test('does not write outside the vault', async () => {
    put('a.md', noteText('A'));
    const elsewhere = temporaryFolder();
    fs.symlinkSync(elsewhere, path.join(root, 'index'));
    expect(await codeOf(async () => (await open()).writeIndexes())).toBe('outside-root');
    fs.rmSync(path.join(root, 'index'));
    fs.symlinkSync(elsewhere, path.join(root, '.local'));
    expect(await codeOf(async () => (await open()).writeIndexes())).toBe('outside-root');
    expect(fs.readdirSync(elsewhere)).toEqual([]);
  });

  test.each(['index/manifest.json', 'layers/hot.json', '.local/notes.jsonl', '.local/.gitignore'])(
    'does not write through %s if it is a symlink to a note',
    async (name) => {
      const text = noteText('A');
      put('a.md', text);
      fs.mkdirSync(path.join(root, path.dirname(name)));
      fs.symlinkSync(path.join(root, 'a.md'), path.join(root, name));
      await codeOf(async () => (await open()).writeIndexes());
      expect(fs.readFileSync(path.join(root, 'a.md'), 'utf8')).toBe(text);
    },
  );

  test('stops at a file that cannot be written, and writes the missing files on the next call', async () => {
    put('a.md', noteText('A'));
    fs.mkdirSync(path.join(root, 'index/by_project.json'), { recursive: true });
    const store = await open();
    expect(await codeOf(() => store.writeIndexes())).toBe('broken-file');
    fs.rmdirSync(path.join(root, 'index/by_project.json'));
    const left = everything();
    expect(left.filter((file) => file.includes('tmp'))).toEqual([]);
    expect(left).toContain('index/manifest.json');
    expect(left).not.toContain('index/graph.json');
    expect(await store.writeIndexes()).toEqual(FILES.filter((file) => !left.includes(file)));
  });

  test('throws if the vault is read-only, which can still be opened', async () => {
    put('a.md', noteText('A'));
    const mkdirSync = () => {
      throw Object.assign(new Error('read-only'), { code: 'EROFS' });
    };
    const store = await open({ fs: { ...nodeFileSystem, mkdirSync } });
    expect(namesIn(store)).toEqual(['a.md A']);
    expect(await codeOf(() => store.writeIndexes())).toBe('read-only');
  });
});

describe('start with a cache', () => {
  test('reads only notes that differ from the cache', async () => {
    put('a.md', noteText('A'));
    put('b.md', noteText('B'));
    put('gone.md', noteText('gone'));
    const first = await open();
    await first.writeIndexes();
    fs.rmSync(path.join(root, 'gone.md'));
    put('b.md', noteText('B2'));
    put('c.md', noteText('C'));
    const { fs: system, opened } = counting();
    const second = await open({ fs: system });
    expect(namesIn(second)).toEqual(['a.md A', 'b.md B2', 'c.md C']);
    expect(opened).toEqual(['b.md', 'c.md']);
    expect(second.index.get('a.md')).toEqual(first.index.get('a.md'));
  });

  test('reads a note again that was recent when it was cached', async () => {
    put('old.md', noteText('old'));
    put('young.md', noteText('young'), 1);
    await (await open()).writeIndexes();
    const { fs: system, opened } = counting();
    await open({ fs: system });
    expect(opened).toEqual(['young.md']);
  });

  test('reads a note again that was cached with a fixed clock, as its age was unknown', async () => {
    put('a.md', noteText('A'));
    await (await open(nodeRuntime({ CORTEX_NOW: '2100-01-01' }))).writeIndexes();
    const { fs: system, opened } = counting();
    await open({ fs: system });
    expect(opened).toEqual(['a.md']);
  });

  test.each([
    ['cut short', (text: string) => text.slice(0, -20)],
    ['empty', () => ''],
    ['of another reader', (text: string) => text.replace('"version":', '"version":1')],
    ['made for another configuration', (text: string) => text.replace('"config":"d"', '"config":"e"')],
    ['full of something else', (text: string) => text.replace(',6,', ',"6",')],
    ['of lines that cannot be counted', (text: string) => text.replace(',6,', ',1e300,')],
    ['of half a line', (text: string) => text.replace(',6,', ',0.5,')],
    ['of a day that is a text', (text: string) => text.replace('"2026-04-12"', '"2026-04-12\\n## Forged"')],
    ['of a day that is a number', (text: string) => text.replace('"2026-04-12"', '20260412')],
    ['of a name that is none', (text: string) => text.replace('"A"', '{"toLowerCase":1}')],
    ['of a size below nothing', (text: string) => text.replace(/"a.md",\d+/, '"a.md",-1')],
    ['of tags that are no texts', (text: string) => text.replace(',[],""]]\n', ',[1],""]]\n')],
    ['of an id that is none', (text: string) => text.replace(',[],""]]\n', ',[],false]]\n')],
    ['without ids', (text: string) => text.replace(',[],""]]\n', ',[]]]\n')],
    ['of the previous reader', (text: string) => text.replace('"version":14', '"version":13').replace(',[],""]]\n', ',[]]]\n')],
    ['not an object', () => '[1]'],
    ['an object for each note', (text: string) => text.replace(/\n.*\n/, '\n[{"path":"a.md"}]\n')],
    ['one number', (text: string) => text.replace(/\n.*\n/, '\n1\n')],
    ['without its first lines', (text: string) => text.replace(/\n.*\n/, '\n')],
    ['without its last lines', (text: string) => text.replace(/\n.*\n$/, '\n')],
    ['a row too short', (text: string) => text.replace(/,[^,]*\n$/, ']]\n')],
    ['a row too few', (text: string) => text.replace(/\n[^\n]*\n$/, '\n[]\n')],
    ['of links that are none', (text: string) => text.replace(/,\[\],\[\]\]\]\n$/, ',[["b",1,"road"]],[]]]\n')],
    ['of citations that are no lists', (text: string) => text.replace(/\[\]\]\]\n$/, '[1]]]\n')],
    ['of problems that are no lists', (text: string) => text.replace(/\[\],""\]\](?=\n\[)/, '[],"",[[],[],[1],[],[]]]]')],
    [
      'of problems that nobody knows',
      (text: string) => text.replace(/\[\],""\]\](?=\n\[)/, '[],"",[[],[],[["constructor","m",1,1]],[],[]]]]'),
    ],
    ['of what it replaces in a text', (text: string) => text.replace(/\[\],""\]\](?=\n\[)/, '[],"",["b",[],[],[],[]]]]')],
    ['of other names that are none', (text: string) => text.replace(/\[\],""\]\](?=\n\[)/, '[],"",[[],[],[],[],[1]]]]')],
    ['of more that is nothing', (text: string) => text.replace(/\[\],""\]\](?=\n\[)/, '[],"",null]]')],
  ])('reads all notes if the cache is %s', async (_, change) => {
    put('a.md', noteText('A'));
    const first = await open();
    await first.writeIndexes();
    const [known] = first.index.notes();
    changeCache(root, change);
    const { fs: system, opened } = counting();
    const [note] = (await open({ fs: system })).index.notes();
    expect(note).toEqual(known);
    expect(opened).toEqual(['a.md']);
  });

  test('reads details that are missing in the cache from the current file, or returns none', async () => {
    for (const file of ['changed.md', 'gone.md']) put(file, noteText('A', '[[b]]'));
    await (await open()).writeIndexes();
    changeCache(root, (text) => text.replace(/\n.*\n$/, '\n'));
    const store = await open();
    put('changed.md', noteText('B', '[[c]] [[d]]'));
    fs.rmSync(path.join(root, 'gone.md'));
    const linksOf = (name: string) => [store.index.get(name)?.name, store.index.get(name)?.links.map(({ target }) => target)];
    expect([linksOf('changed.md'), linksOf('gone.md')]).toEqual([
      ['A', ['c', 'd']],
      ['A', []],
    ]);
    expect(await store.refresh()).toEqual({ changed: ['changed.md'], removed: ['gone.md'] });
    expect([linksOf('changed.md'), store.index.size]).toEqual([['B', ['c', 'd']], 1]);
  });

  test('resolves names from the cache without the other fields', async () => {
    put('a.md', noteText('A\nid: a\naliases: [Alpha]'));
    put('deep/b.md', noteText('B\nid: 20260412_b'));
    put('deep/c.md', noteText('C\nid: C'));
    await (await open()).writeIndexes();
    expect(fs.readFileSync(path.join(root, '.local/notes.jsonl'), 'utf8')).toContain(',[],true,[');
    changeCache(root, (text) => text.replace(/\n[^\n]*\n$/, '\n[]\n'));
    const { fs: system, opened } = counting();
    const { index } = await open({ fs: system });
    expect(Array.from(index.known(), ({ id }) => id)).toEqual(['a', '20260412_b', 'C']);
    const found = ['Alpha', '20260412_b', 'C'].map((target) => index.resolve(target));
    expect(found).toEqual(['a.md', 'deep/b.md', 'deep/c.md'].map((where) => ({ kind: 'found', path: where })));
    expect(index.knownAt('deep/b.md')?.name).toBe('B');
    expect(opened).toEqual([]);
    expect(index.byId('a')).toEqual([index.get('a.md')]);
    expect(opened).toEqual(['a.md']);
  });

  test('restores many notes equal to those read from files, one at a time and together', async () => {
    const name = (n: number) => `n${String(n).padStart(3, '0')}.md`;
    for (let n = 0; n < 150; n++)
      put(
        name(n),
        noteText(
          n % 3 === 0 ? `N${n}\nsupersedes: [b]\ntype: odd\naliases: [M${n}]` : `N${n}`,
          `[[${name(n + 1)}]] and \`src/a.ts:${n}\`, \u00e9\u{1f600}`,
        ),
      );
    const first = await open();
    await first.writeIndexes();
    const { fs: system, opened } = counting();
    const second = await open({ fs: system });
    expect(second.index.get(name(77))).toEqual(first.index.get(name(77)));
    expect(second.index.get(name(77))).toBe(second.index.get(name(77)));
    expect([...second.index.notes()]).toEqual([...first.index.notes()]);
    expect(second.index.backlinks(name(78))).toEqual(first.index.backlinks(name(78)));
    expect(opened).toEqual([]);
  });
});

test('a store that reads only names writes no indexes and no cache', async () => {
  put('a.md', noteText('One', 'Text [[b]].'));
  const store = await open({}, { part: 'names' });
  expect(namesIn(store)).toEqual(['a.md One']);
  await store.remember();
  await expect(store.writeIndexes()).rejects.toThrow(TypeError);
  expect(fs.readdirSync(root)).toEqual(['a.md']);
});
