import { parentPort, workerData } from 'node:worker_threads';
import { createBirpc } from 'birpc';
import { Answering } from './answering.ts';
import type { ExplorerData, ExplorerFunctions } from './messages.ts';

// The program of the explorer's thread: reading a graph and laying out a scene take longer than whoever asks may be kept busy.

function begin({ root }: ExplorerData): void {
  const answering = new Answering(root);
  const functions: ExplorerFunctions = { answer: (request) => answering.reply(request) };
  createBirpc<Record<string, never>, ExplorerFunctions>(functions, {
    post: (message) => parentPort?.postMessage(message),
    on: (receive) => void parentPort?.on('message', receive),
  });
}

begin(workerData);
