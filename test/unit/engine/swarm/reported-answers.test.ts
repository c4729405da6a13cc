import fs from 'node:fs';
import type { Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import type { RecordFor } from '../../../../src/engine/swarm/state/records.ts';
import { SwarmStore } from '../../../../src/engine/swarm/store.ts';
import { falseLeader } from '../../../support/false-leader.ts';

const runtime = nodeRuntime({});

let root = '';
let server: Server | null = null;
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-told-')));
  fs.mkdirSync(path.join(root, '.cortex'));
});
afterEach(() => {
  server?.close();
  fs.rmSync(root, { recursive: true, force: true });
});

/** Starts a false leader that gives the same answer to every question. */
async function impostor(answer: string): Promise<void> {
  const directory = path.join(root, '.cortex/.local/swarm');
  const [, first = ''] = fs.readFileSync(path.join(directory, '000001.jsonl'), 'utf8').split('\n');
  const welcome = { lineage: /"id":"(rec_\w+)"/.exec(first)?.[1], pinned: false, segment: '000001.jsonl' };
  server = await falseLeader(directory, ({ ask, proof }, socket) => {
    const found = `{"ordinal":7,"time":7,"changed":true,"answer":${answer}}`;
    socket.write(`${ask === undefined ? JSON.stringify({ proof, ...welcome }) : `{"id":"${ask}","shown":0,"found":${found}}`}\n`);
  });
}

const acquire = (agent: string): RecordFor<'lock.acquire'> => ({
  op: 'lock.acquire',
  agent,
  paths: ['a.ts'],
  type: 'exclusive',
  ttlMs: 60_000,
  waitMs: 0,
  reason: '',
});

it.each([
  ['nothing', 'null'],
  ['of another operation', '{"op":"tick","result":null}'],
  ['of an operation that nobody knows', '{"op":"__proto__","result":null}'],
  ['without a result', '{"op":"lock.acquire","result":null}'],
  ['without a status', '{"op":"lock.acquire","result":{}}'],
  ['without locks', '{"op":"lock.acquire","result":{"status":"granted"}}'],
  ['with a lock that is none', '{"op":"lock.acquire","result":{"status":"granted","locks":[{"path":1}]}}'],
])('rejects an answer %s, and reads the log instead', async (_what, answer) => {
  const before = await SwarmStore.open(runtime, root);
  await before.transact(acquire('first'));
  await before.close();
  await impostor(answer);
  const store = await SwarmStore.join(runtime, root);
  const { result } = await store.transact(acquire('second'));
  expect(result).toMatchObject({ status: 'denied', blockedBy: [{ agentId: 'first' }] });
  await store.close();
});
