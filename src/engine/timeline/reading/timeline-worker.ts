import { parentPort, workerData } from 'node:worker_threads';
import { createBirpc } from 'birpc';
import { replyOf } from '../../platform/answering-thread.ts';
import { nodeRuntime } from '../../platform/runtime.ts';
import type { TimelineData, TimelineEvents, TimelineFunctions } from './messages.ts';
import { TimelineReading } from './timeline-reading.ts';

// The program of the timeline's thread: what is known of a million entries is more than whoever shows them may hold.

function begin(data: TimelineData): void {
  const reading = new TimelineReading(nodeRuntime(), data, () => void rpc.renewed.asEvent());
  const functions: TimelineFunctions = {
    look: (request) => replyOf(() => reading.look(request)),
    newest: (query, limit) => replyOf(() => reading.newest(query, limit)),
    changed: () => reading.changed(),
  };
  const rpc = createBirpc<TimelineEvents, TimelineFunctions>(functions, {
    post: (message) => parentPort?.postMessage(message),
    on: (receive) => void parentPort?.on('message', receive),
  });
}

begin(workerData);
