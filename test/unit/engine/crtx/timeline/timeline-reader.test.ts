import fs from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { using } from '../../../../../src/engine/crtx/store-life.ts';
import type { SightRequest } from '../../../../../src/engine/crtx/timeline/reading/sight.ts';
import { TimelineReader, type TimelineReaderOptions } from '../../../../../src/engine/crtx/timeline/reading/timeline-reader.ts';
import { TimelineStore } from '../../../../../src/engine/crtx/timeline/store.ts';
import { nodeRuntime } from '../../../../../src/engine/kernel/runtime.ts';
import { waitFor } from '../../../../harness/wait.ts';
import { temporaryFolder } from '../../../../support/folders.ts';
import { entryOf, makeProject } from './make.ts';

// What becomes of a thread that dies, hangs or cannot be started is the same for all of them: explorer.test.ts.

const ALL: SightRequest = { query: {}, rows: { from: 0, count: 50 }, chosen: null, held: false };

function readerOf(options: Partial<TimelineReaderOptions> & { readonly root: string }): TimelineReader {
  const reader = new TimelineReader({ read: 'log', ...options });
  onTestFinished(() => reader.dispose());
  return reader;
}

test('a timeline is read in a thread, and read anew when it is said to have changed', async () => {
  const { root } = await makeProject();
  const tell = async (id: string) =>
    using(await TimelineStore.open(nodeRuntime(), root), (store) => store.tell([entryOf(id, { context: { files: ['a.ts'], state: {} } })]));
  await tell('first');
  let renewed = 0;
  const reader = readerOf({
    root,
    renewed: () => {
      renewed += 1;
    },
  });
  expect(await reader.look({ ...ALL, chosen: 'first' })).toMatchObject({ total: 1, detail: { row: { id: 'first' } } });
  // What had been tried before is looked for behind the answer.
  await waitFor('the precedents', async () => renewed > 0 && (await reader.look({ ...ALL, chosen: 'first' })).detail?.precedents !== null);
  await tell('second');
  expect(await reader.look(ALL)).toMatchObject({ total: 1 });
  reader.changed();
  expect(await reader.look(ALL)).toMatchObject({ total: 2, rows: [{ id: 'second' }, { id: 'first' }] });
});

test('what cannot be read is told with its place, and a reader that is closed answers no more', async () => {
  const project = await makeProject();
  fs.writeFileSync(project.file, '{ "header": ');
  const reader = readerOf({ root: project.root, read: 'files' });
  expect(await reader.look(ALL)).toMatchObject({ total: 0, problems: [expect.stringContaining(`${project.file}:1:`)] });
  await reader.dispose();
  await expect(reader.look(ALL)).rejects.toMatchObject({ code: 'io' });
  await expect(readerOf({ root: project.root, folder: temporaryFolder() }).look(ALL)).rejects.toMatchObject({ code: 'io' });
});
