import { parentPort, workerData } from 'node:worker_threads';
import { FileReader } from './file-reader.ts';
import type { Job, Message, WorkerData } from './messages.ts';
import { SourceParser } from './source-parser.ts';

// Entry point of a parse worker. It reads batches of files in turn, and sends one outcome for each file. After an internal error
// tree-sitter cannot be used again: the exception ends the worker, which reports the error to the parent.

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
