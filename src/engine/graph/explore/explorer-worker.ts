import { parentPort, workerData } from 'node:worker_threads';
import { createBirpc } from 'birpc';
import { Answering } from './answering.ts';
import type { ExplorerData, ExplorerEvents, ExplorerFunctions } from './messages.ts';

// The program of the explorer's thread: reading a graph and laying out a scene take longer than whoever asks may be kept busy.

function begin(data: ExplorerData): void {
  const answering = new Answering(data, () => void rpc.renewed.asEvent());
  const functions: ExplorerFunctions = {
    answer: (request) => answering.reply(request),
    follow: (paths) => answering.follow(paths),
  };
  const rpc = createBirpc<ExplorerEvents, ExplorerFunctions>(functions, {
    post: (message) => parentPort?.postMessage(message),
    on: (receive) => void parentPort?.on('message', receive),
  });
}

begin(workerData);
