import { parentPort, workerData } from 'node:worker_threads';
import { createBirpc } from 'birpc';
import { toReply } from '../../platform/answering-thread.ts';
import { nodeRuntime } from '../../platform/runtime.ts';
import type { TimelineData, TimelineEvents, TimelineFunctions } from './messages.ts';
import { TimelineReading } from './timeline-reading.ts';

// Program of the timeline's thread. The index of a million entries needs more memory than the process that shows them may use.

function begin(data: TimelineData): void {
  const reading = new TimelineReading(nodeRuntime(), data, () => void rpc.renewed.asEvent());
  const functions: TimelineFunctions = {
    look: (request) => toReply(() => reading.look(request)),
    newest: (query, limit) => toReply(() => reading.newest(query, limit)),
    changed: () => reading.changed(),
  };
  const rpc = createBirpc<TimelineEvents, TimelineFunctions>(functions, {
    post: (message) => parentPort?.postMessage(message),
    on: (receive) => void parentPort?.on('message', receive),
  });
}

begin(workerData);
