import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useStore } from '../../../../src/engine/crtx/store-life.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import type { WindowRequest } from '../../../../src/engine/timeline/reading/messages.ts';
import { TimelineReader, type TimelineReaderOptions } from '../../../../src/engine/timeline/reading/timeline-reader.ts';
import { TimelineStore } from '../../../../src/engine/timeline/store.ts';
import { waitFor } from '../../../harness/wait.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { entryOf, makeProject } from './make.ts';

// explorer.test.ts covers threads that die, hang or cannot be started.

const ALL: WindowRequest = { query: {}, rows: { from: 0, count: 50 }, chosen: null, held: false };

function readerOf(options: Partial<TimelineReaderOptions> & { readonly root: string }): TimelineReader {
  const reader = new TimelineReader({ read: 'log', ...options });
  onTestFinished(() => reader.dispose());
  return reader;
}

test('a timeline is read in a thread, and again after changed()', async () => {
  const { root } = await makeProject();
  const tell = async (id: string) =>
    useStore(await TimelineStore.open(nodeRuntime(), root), (store) =>
      store.recordAll([entryOf(id, { context: { files: ['a.ts'], state: {} } })]),
    );
  await tell('first');
  let renewed = 0;
  const reader = readerOf({
    root,
    renewed: () => {
      renewed += 1;
    },
  });
  expect(await reader.look({ ...ALL, chosen: 'first' })).toMatchObject({ total: 1, detail: { row: { id: 'first' } } });
  // Precedents are searched after the answer.
  await waitFor('the precedents', async () => renewed > 0 && (await reader.look({ ...ALL, chosen: 'first' })).detail?.precedents !== null);
  await tell('second');
  expect(await reader.look(ALL)).toMatchObject({ total: 1 });
  reader.changed();
  expect(await reader.look(ALL)).toMatchObject({ total: 2, rows: [{ id: 'second' }, { id: 'first' }] });
});

test('an unreadable file is reported with its position, and a closed reader rejects', async () => {
  const project = await makeProject();
  fs.writeFileSync(project.file, '{ "header": ');
  const reader = readerOf({ root: project.root, read: 'files' });
  expect(await reader.look(ALL)).toMatchObject({ total: 0, problems: [expect.stringContaining(`${project.file}:1:`)] });
  await reader.dispose();
  await expect(reader.look(ALL)).rejects.toMatchObject({ code: 'io' });
  await expect(readerOf({ root: project.root, folder: temporaryFolder() }).look(ALL)).rejects.toMatchObject({ code: 'io' });
});

/** A worker that answers, and dies on the next message. */
const DYING = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ i, m }) => {
  if (m === 'changed') throw new Error('out of memory');
  parentPort.postMessage({ t: 's', i, r: { ok: true, answer: 'some of it' } });
  if (process.env.DIE_AT_ONCE === 'yes') throw new Error('out of memory');
});`;

function dyingReader() {
  const { root, folder } = { root: temporaryFolder(), folder: temporaryFolder() };
  fs.writeFileSync(path.join(folder, 'timeline-worker.cjs'), DYING);
  let renewed = 0;
  const count = () => {
    renewed += 1;
  };
  return { reader: readerOf({ root, folder, renewed: count }), isTold: () => renewed > 0 };
}

test('the death of a thread after its answer is reported, and the next request starts another thread', async () => {
  const { reader, isTold } = dyingReader();
  expect(await reader.look(ALL)).toBe('some of it');
  reader.changed();
  await waitFor('the death to be told', async () => isTold());
  await expect(reader.look(ALL)).rejects.toMatchObject({ code: 'io', message: expect.stringContaining('out of memory') });
  expect(await reader.look(ALL)).toBe('some of it');
});

test('if answer and death arrive together, either the request fails or the death is reported', async () => {
  vi.stubEnv('DIE_AT_ONCE', 'yes');
  onTestFinished(() => void vi.unstubAllEnvs());
  for (let n = 0; n < 5; n += 1) {
    const { reader, isTold } = dyingReader();
    const asked = reader.look(ALL).then(
      () => 'answered',
      () => 'told',
    );
    // Blocks this thread until the worker has ended.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    if ((await asked) === 'answered') await waitFor('the death to be told', async () => isTold());
    else expect(isTold()).toBe(false);
  }
});
