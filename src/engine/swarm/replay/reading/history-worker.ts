import { parentPort, workerData } from 'node:worker_threads';
import { createBirpc } from 'birpc';
import { toReply } from '../../../platform/answering-thread.ts';
import { nodeRuntime } from '../../../platform/runtime.ts';
import { HistoryReading } from './history-reading.ts';
import type { HistoryData, HistoryEvents, HistoryFunctions } from './past-view.ts';

// The program of the history thread: reading a million records takes too long for the thread of a user interface.

function begin({ root }: HistoryData): void {
  const reading = new HistoryReading(nodeRuntime(), root);
  const functions: HistoryFunctions = {
    burnDown: () => toReply(async () => reading.burnDown()),
    span: () => toReply(async () => reading.span()),
    at: (time) => toReply(async () => reading.at(time)),
    activity: () => toReply(async () => reading.activity()),
  };
  createBirpc<HistoryEvents, HistoryFunctions>(functions, {
    post: (message) => parentPort?.postMessage(message),
    on: (receive) => void parentPort?.on('message', receive),
  });
}

begin(workerData);
