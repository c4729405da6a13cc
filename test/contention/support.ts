import path from 'node:path';
import { expect } from 'vitest';
import type { LogRecord } from '../../src/engine/log/record.ts';
import { LogReader } from '../../src/engine/log/segments/reader.ts';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import { swarmMachine } from '../../src/engine/swarm/state/machine.ts';
import type { SwarmState } from '../../src/engine/swarm/state/state.ts';
import { waitFor } from '../harness/wait.ts';
import type { WorkerProcess } from '../support/worker-process.ts';

/** Waits until each process is ready, and fails with the errors of those that are not. */
export async function allReady(workers: readonly WorkerProcess<unknown>[]): Promise<void> {
  await waitFor('the processes to be ready', async () => workers.every(({ events, errors }) => events.length > 0 || errors !== ''));
  expect(workers.map(({ errors }) => errors).join('')).toBe('');
}

/** The complete history in a swarm's log. */
export interface History {
  /** Ordinals by record id. */
  readonly ordinals: ReadonlyMap<string, number>;
  /** The state after the last record. */
  readonly state: SwarmState;
}

/** @param visit called with each record and its ordinal */
export function history(root: string, visit: (record: LogRecord, ordinal: number) => void = () => {}): History {
  const ordinals = new Map<string, number>();
  const reader = new LogReader(nodeRuntime(), {
    directory: path.join(root, '.cortex', '.local', 'swarm'),
    machine: swarmMachine,
    from: 'oldest',
    observe: (record, { ordinal }) => {
      expect(ordinals.has(record.id), 'a record counts once').toBe(false);
      ordinals.set(record.id, ordinal);
      visit(record, ordinal);
    },
  });
  reader.refresh();
  reader.close();
  return { ordinals, state: reader.state };
}

/** Formats percentiles of the durations of one kind of operation. */
export function spread(kind: string, ms: readonly number[]): string {
  const sorted = [...ms].sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  return `${kind} p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms`;
}
