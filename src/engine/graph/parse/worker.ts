import { parentPort, workerData } from 'node:worker_threads';
import { FileReader } from './file-reader.ts';
import type { Job, Message, WorkerData } from './messages.ts';
import { SourceParser } from './source-parser.ts';

// The program of a worker thread. It reads batches of files, one after the other, and says one outcome for each file. After a defect of
// tree-sitter nothing of it can be used again: what is thrown ends the worker, and whoever started it is told so by that.

const say = (message: Message) => parentPort?.postMessage(message);

async function readBatch(reader: FileReader, jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) say({ kind: 'outcome', outcome: await reader.read(job) });
}

async function begin(data: WorkerData): Promise<void> {
  const reader = new FileReader(data, await SourceParser.open(data.folder));
  parentPort?.on('message', (jobs: readonly Job[]) => void readBatch(reader, jobs));
  say({ kind: 'ready' });
}

void begin(workerData);
