import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { bundle } from '../support/bundle.ts';
import { temporaryFolder } from '../support/folders.ts';
import { WorkerProcess } from '../support/worker-process.ts';
import { allReady } from './support.ts';

const PROCESSES = 4;
const FOLDERS = 5_000;

it('processes that create the same folders at the same time do not fail each other', async () => {
  const program = await bundle(fileURLToPath(new URL('workers/folder-maker.ts', import.meta.url)), temporaryFolder());
  const root = temporaryFolder();
  const event = z.object({ kind: z.enum(['ready', 'made']) });
  const workers = Array.from({ length: PROCESSES }, (_, n) => new WorkerProcess(`maker ${n}`, [program, root, String(FOLDERS)], event));
  onTestFinished(() => {
    for (const worker of workers) worker.kill();
  });
  await allReady(workers);
  for (const worker of workers) worker.say('go');
  await Promise.all(workers.map(({ exited }) => exited));
  expect(workers.map(({ errors }) => errors).join('')).toBe('');
  expect(workers.map(({ events }) => events.at(-1)?.kind)).toEqual(workers.map(() => 'made'));
});
