import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { markRead, markUnread, readMarks } from '../../../../src/engine/stack/messages/read-marks.ts';
import { StackStore } from '../../../../src/engine/stack/store.ts';
import { bundle } from '../../../support/bundle.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { folderWith, stackRuntime } from '../../../support/stack-project.ts';

const message = (id: string) => `\n---\nID: ${id}\nFrom: ann\nType: task\n---\ntext of ${id}\n`;
const ids = (count: number) => Array.from({ length: count }, (_, n) => `msg-${n}`);

/** Creates a stack with messages of these ids in its INBOX. */
function stackWith(...wanted: string[]): StackStore {
  return new StackStore(stackRuntime, folderWith({ 'INBOX.md': wanted.map(message).join('') }));
}

const marksFile = ({ directory }: StackStore) => path.join(directory, '.local', 'read.json');
const marksOf = (store: StackStore) => [...readMarks(store)].sort();

describe('read marks', () => {
  it('are empty at first, and can be set and removed', async () => {
    const store = stackWith('a', 'b', 'c');
    expect(marksOf(store)).toEqual([]);
    await markRead(store, ['a', 'c']);
    await markRead(store, ['a', 'b']);
    expect(marksOf(store)).toEqual(['a', 'b', 'c']);
    await markUnread(store, ['c', 'nobody']);
    expect(marksOf(store)).toEqual(['a', 'b']);
    expect(JSON.parse(fs.readFileSync(marksFile(store), 'utf8'))).toEqual({ read: ['a', 'b'] });
  });

  it('are written without changing INBOX, and ignored by git', async () => {
    const store = stackWith('a');
    await markRead(store, ['a']);
    expect(store.text('INBOX.md')).toBe(message('a'));
    expect(fs.readFileSync(path.join(store.directory, '.local', '.gitignore'), 'utf8')).toBe('*\n');
  });

  it('of messages that left the INBOX are removed on the next write', async () => {
    const store = stackWith('a', 'b');
    await markRead(store, ['a', 'unknown']);
    expect(marksOf(store)).toEqual(['a']);
    fs.writeFileSync(path.join(store.directory, 'INBOX.md'), message('b'));
    await markRead(store, ['b']);
    expect(marksOf(store)).toEqual(['b']);
  });

  it.each(['', '{', '[]', 'null', '{"read": "a"}', '{"read": [1, null]}', '\ud800', '{"read": {"length": 1}}'])(
    'are empty for a file with %j, which can be overwritten',
    async (text) => {
      const store = stackWith('a');
      fs.mkdirSync(path.dirname(marksFile(store)));
      fs.writeFileSync(marksFile(store), text);
      expect(marksOf(store)).toEqual([]);
      await markRead(store, ['a']);
      expect(marksOf(store)).toEqual(['a']);
    },
  );

  it('keep other keys of the file', async () => {
    const store = stackWith('a');
    fs.mkdirSync(path.dirname(marksFile(store)));
    fs.writeFileSync(marksFile(store), '{"pinned": ["x"], "read": []}');
    await markRead(store, ['a']);
    expect(JSON.parse(fs.readFileSync(marksFile(store), 'utf8'))).toEqual({ pinned: ['x'], read: ['a'] });
  });

  it('of concurrent writers are all stored', async () => {
    const all = ids(12);
    const store = stackWith(...all);
    await Promise.all(all.map((id) => markRead(new StackStore(stackRuntime, store.directory), [id])));
    expect(marksOf(store)).toEqual(all.sort());
  });

  it('of several processes are all stored', async () => {
    const all = ids(12);
    const store = stackWith(...all);
    const worker = fileURLToPath(new URL('../../../contention/workers/read-marker.ts', import.meta.url));
    const program = await bundle(worker, temporaryFolder());
    const shares = [0, 1, 2].map((n) => all.filter((_, k) => k % 3 === n));
    const runs = shares.map((share) => promisify(execFile)(process.execPath, [program, store.directory, ...share]));
    await Promise.all(runs);
    expect(marksOf(store)).toEqual(all.sort());
  });

  it('are not accessed through a link that leads out of the stack', async () => {
    const store = stackWith('a');
    const outside = temporaryFolder();
    fs.symlinkSync(outside, path.join(store.directory, '.local'));
    fs.writeFileSync(path.join(outside, 'read.json'), '{"read": ["a"]}');
    expect(() => readMarks(store)).toThrow(expect.objectContaining({ code: 'outside-root' }));
    await expect(markRead(store, ['a'])).rejects.toMatchObject({ code: 'outside-root' });
    expect(fs.readdirSync(outside)).toEqual(['read.json']);
  });
});
