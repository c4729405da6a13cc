import { parentPort, workerData } from 'node:worker_threads';
import { createBirpc } from 'birpc';
import { replyOf } from '../../platform/answering-thread.ts';
import { nodeRuntime } from '../../platform/runtime.ts';
import { shortPairs } from '../trust/short-notes.ts';
import type { VaultThreadData, VaultThreadEvents, VaultThreadFunctions } from './messages.ts';
import { examineFromEnd, planFromEnd, readFromEnd } from './vault-work.ts';

// Program of the thread that shares the processing of all notes of a vault: docs/decisions/0014-indexing-in-two-threads.md

function begin(data: VaultThreadData): void {
  const runtime = nodeRuntime();
  const functions: VaultThreadFunctions = {
    read: (paths, claims) => replyOf(async () => readFromEnd(runtime, data, { paths, claims, tell: rpc.read.asEvent })),
    planLinks: (notes, claims) => replyOf(async () => planFromEnd(runtime, data, { notes, claims, tell: rpc.planned.asEvent })),
    deadParts: (notes, claims) => replyOf(async () => examineFromEnd(runtime, data, { notes, claims, tell: rpc.examined.asEvent })),
    shortPairs: (notes) => replyOf(async () => shortPairs(notes)),
  };
  const rpc = createBirpc<VaultThreadEvents, VaultThreadFunctions>(functions, {
    post: (message) => parentPort?.postMessage(message),
    on: (receive) => void parentPort?.on('message', receive),
  });
}

begin(workerData);
