import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { TextEdits } from '../../../../src/engine/files/second-look/text-edits.ts';
import { cstack } from '../../../../src/engine/index.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { nodeRuntime, type Runtime } from '../../../../src/engine/platform/runtime.ts';
import { temporaryFolder } from '../../../support/folders.ts';

let root: string;
const at = (name: string) => path.join(root, name);
const add = (edits: TextEdits, text: string) =>
  edits.append('a.md', () => ({ text, parts: [{ text, what: `the line ${JSON.stringify(text)}` }] }));

/** Counts the notes of changes that are opened, and the bytes that are read. */
function counting(changes: Partial<Runtime> = {}) {
  const counts = { notes: 0, bytes: 0 };
  const counted: Runtime['fs'] = {
    ...nodeFileSystem,
    openSync(file, ...rest) {
      if (`${file}`.includes('kept') && `${file}`.endsWith('.json')) counts.notes += 1;
      return nodeFileSystem.openSync(file, ...rest);
    },
    readSync(...args) {
      const count = nodeFileSystem.readSync(...args);
      counts.bytes += count;
      return count;
    },
  };
  return { counts, runtime: { ...nodeRuntime({}), fs: counted, ...changes } };
}

/** Never resolves for long pauses, so the second look never happens, as in a process that is still within its second. */
const sleep: Runtime['sleep'] = (ms) => (ms > 100 ? new Promise(() => undefined) : new Promise((resolve) => setTimeout(resolve, ms)));

beforeEach(() => {
  root = temporaryFolder();
});

describe('many additions within a second', () => {
  it('do not read the notes of earlier additions', async () => {
    const { counts, runtime } = counting({ sleep });
    const edits = new TextEdits(runtime, { root, local: '.local' });
    for (let n = 0; n < 40; n += 1) await add(edits, `line ${n}\n`);
    expect(counts.notes).toBe(0);
  });

  it('do not read notes when the library sends messages', async () => {
    await cstack.initStack(root);
    const { counts, runtime } = counting({ sleep });
    const message = { from: 'a', to: 'manager', type: 'update' };
    for (let n = 0; n < 40; n += 1) await cstack.sendMessage(root, { ...message, content: `message ${n}` }, runtime);
    expect(counts.notes).toBe(0);
    expect(await cstack.readInbox(root)).toHaveLength(40);
  });

  it('are not read whole at the second look when they are in place', async () => {
    fs.writeFileSync(at('a.md'), `${'x'.repeat(1_000_000)}\n`);
    const { counts, runtime } = counting();
    const edits = new TextEdits(runtime, { root, local: '.local' });
    for (let n = 0; n < 10; n += 1) await add(edits, `line ${n}\n`);
    counts.bytes = 0;
    await edits.whenIdle();
    expect(counts.bytes).toBeLessThan(100_000);
    expect(fs.readdirSync(at('.local/kept')).filter((name) => name !== 'clock')).toEqual([]);
  });

  it('are each restored when another program writes back a version from before the last one', async () => {
    const edits = new TextEdits(nodeRuntime({}), { root, local: '.local' });
    await add(edits, 'one\n');
    const read = fs.readFileSync(at('a.md'));
    await add(edits, 'two\n');
    fs.writeFileSync(at('a.md'), read);
    await edits.whenIdle();
    expect(fs.readFileSync(at('a.md'), 'utf8')).toBe('one\ntwo\n');
    expect(edits.problems).toEqual([]);
  });

  it('are reported when one is removed before the next, even if the file has the same length', async () => {
    const edits = new TextEdits(nodeRuntime({}), { root, local: '.local' });
    await add(edits, 'one\n');
    fs.writeFileSync(at('a.md'), 'uno\n');
    await add(edits, 'two\n');
    await edits.whenIdle();
    const beside = fs.readdirSync(root).filter((name) => name.startsWith('a.md.kept-'));
    expect([fs.readFileSync(at('a.md'), 'utf8'), beside.map((name) => fs.readFileSync(at(name), 'utf8'))]).toEqual([
      'uno\ntwo\n',
      ['one\n'],
    ]);
    expect(edits.problems).toEqual([expect.stringContaining('the line "one\\n" is no longer in the file as written')]);
  });

  it('of a process that died are marked as missing all the same', async () => {
    const doomed = new TextEdits({ ...nodeRuntime({}), sleep }, { root, local: '.local' });
    await add(doomed, 'one\n');
    await add(doomed, 'two\n');
    fs.writeFileSync(at('a.md'), 'uno\ntwo\n');
    await add(doomed, 'three\n');
    const notes = fs.readdirSync(at('.local/kept')).filter((name) => name.endsWith('.json'));
    const missed = notes.map((name) => JSON.parse(fs.readFileSync(at(`.local/kept/${name}`), 'utf8'))).filter(({ isMissed }) => isMissed);
    expect(missed.map(({ addition }) => addition.parts[0].text)).toEqual(['one\n']);
  });
});
