import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Job, Outcome } from '../../../../../src/engine/graph/parse/messages.ts';
import { type ParseOrder, ParsePool } from '../../../../../src/engine/graph/parse/parse-pool.ts';
import { WORKER_FILE } from '../../../../../src/engine/graph/parse/worker-file.ts';
import { programFolder } from '../../../../../src/engine/platform/program-folder.ts';
import { temporaryFolder } from '../../../../support/folders.ts';

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});

/** A worker that fails at files by their names, like the real one if tree-sitter has a defect. */
const FAILING = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', (jobs) => {
  for (const { path } of jobs) {
    if (path.includes('throws')) throw new Error('memory access out of bounds');
    if (path.includes('exits')) process.exit(3);
    if (path.includes('hangs')) for (;;);
    parentPort.postMessage({ kind: 'outcome', outcome: { kind: 'gone' } });
  }
});
parentPort.postMessage({ kind: 'ready' });`;

function folderWith(program: string): string {
  const folder = temporaryFolder();
  fs.writeFileSync(path.join(folder, WORKER_FILE), program);
  return folder;
}

interface Run extends Partial<ParseOrder> {
  readonly folder?: string;
  readonly patienceMs?: number;
}

async function run(names: readonly string[], { folder = programFolder('graph'), patienceMs, ...order }: Run) {
  const outcomes = new Map<string, Outcome>();
  const jobs = names.map((name): Job => ({ path: name, size: 100_000, hash: null }));
  const pool = new ParsePool({ root, folder }, false, patienceMs);
  await pool.read({ jobs, onOutcome: ({ path: name }, outcome) => outcomes.set(name, outcome), ...order });
  return outcomes;
}

const ports = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;

test('a worker that dies or hangs fails only its current file, and no worker is leaked', async () => {
  const before = ports();
  const names = Array.from({ length: 40 }, (_, n) => `${n}.ts`);
  names[3] = 'throws.ts';
  names[11] = 'exits.ts';
  names[12] = 'hangs.ts';
  names[39] = 'hangs-too.ts';
  const outcomes = await run(names, { folder: folderWith(FAILING), patienceMs: 10_000 });
  expect(outcomes.size).toBe(40);
  const failed = [...outcomes].flatMap(([name, outcome]) => (outcome.kind === 'failed' ? [`${name}: ${outcome.why}`] : []));
  expect(failed.sort()).toEqual([
    'exits.ts: it could not be parsed: the parser exited',
    'hangs-too.ts: it could not be parsed: the parser did not finish within 10 s',
    'hangs.ts: it could not be parsed: the parser did not finish within 10 s',
    'throws.ts: it could not be parsed: memory access out of bounds',
  ]);
  expect(ports()).toBe(before);
});

test('rejects if no worker can be started', async () => {
  const missing = run(['a.ts', 'b.ts'], { folder: temporaryFolder() });
  await expect(missing).rejects.toMatchObject({ code: 'io', message: expect.stringContaining('Cannot find module') });
  const broken = run(['a.ts'], { folder: folderWith('throw new Error("no");') });
  await expect(broken).rejects.toMatchObject({ code: 'io', message: expect.stringMatching(/cannot start a thread .*: no$/) });
});

test('an abort stops running workers, and no worker is leaked', async () => {
  const before = ports();
  const aborter = new AbortController();
  let seen = 0;
  const onOutcome = () => {
    seen += 1;
    if (seen === 2) aborter.abort(new Error('enough'));
  };
  const names = Array.from({ length: 30 }, (_, n) => (n > 20 ? `hangs-${n}.ts` : `${n}.ts`));
  await expect(run(names, { folder: folderWith(FAILING), signal: aborter.signal, onOutcome })).rejects.toThrow('enough');
  expect(seen).toBeLessThan(30);
  expect(ports()).toBe(before);
});

test('a pool that keeps a worker reuses it for the next order, and replaces one that died', async () => {
  const before = ports();
  const pool = new ParsePool({ root, folder: folderWith(FAILING) }, true);
  const outcomes: string[] = [];
  const read = (name: string) =>
    pool.read({ jobs: [{ path: name, size: 1, hash: null }], onOutcome: (_, { kind }) => outcomes.push(kind) });
  const [first] = [pool.takeWorker()];
  await pool.returnWorker(first, true);
  await read('a.ts');
  await read('b.ts');
  expect(pool.takeWorker()).toBe(first);
  await pool.returnWorker(first, true);
  await read('throws.ts');
  await read('c.ts');
  expect(outcomes).toEqual(['gone', 'gone', 'failed', 'gone']);
  await pool.close();
  expect(ports()).toBe(before);
});
