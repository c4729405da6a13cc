import { parentPort, workerData } from 'node:worker_threads';
import { createBirpc } from 'birpc';
import type { ExplorerData, ExplorerEvents, ExplorerFunctions } from './messages.ts';
import { QuestionAnswerer } from './question-answerer.ts';

// Entry point of the explorer's thread. Reading a graph and laying out a scene would block the main thread for too long.

function begin(data: ExplorerData): void {
  const answering = new QuestionAnswerer(data, () => void rpc.renewed.asEvent());
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
