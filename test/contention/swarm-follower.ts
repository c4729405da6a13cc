import path from 'node:path';
import { expect } from 'vitest';
import type { SwarmManifest } from '../../src/engine/crtx/schema.ts';
import { LogReader } from '../../src/engine/log/segments/reader.ts';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import type { SwarmAnswer } from '../../src/engine/swarm/answers.ts';
import { NO_SWARM, toManifest } from '../../src/engine/swarm/projection.ts';
import { swarmMachine } from '../../src/engine/swarm/state/machine.ts';
import type { SwarmRecord } from '../../src/engine/swarm/state/records.ts';
import type { SwarmState } from '../../src/engine/swarm/state/state.ts';
import type { Invariants } from '../property/swarm-invariants.ts';
import { LogModel, outcomeOf, type Place } from '../property/swarm-log-model.ts';

/** Reads a growing swarm log from its beginning, and compares each record with the expectation of the reference model. */
export class FollowerClient {
  readonly #model = new LogModel();
  readonly #outcomes = new Map<string, string>();
  readonly #reader: LogReader<SwarmRecord, SwarmState, SwarmAnswer>;
  readonly #invariants: Invariants;
  readonly foreignLocks = new Set<string>();
  #before: SwarmManifest | null = null;

  constructor(root: string, invariants: Invariants) {
    this.#invariants = invariants;
    this.#reader = new LogReader(nodeRuntime(), {
      directory: path.join(root, '.cortex', '.local', 'swarm'),
      machine: swarmMachine,
      from: 'oldest',
      observe: (_, place, operation) => {
        if (operation !== null) this.#follow(structuredClone(operation), place);
      },
    });
  }

  #follow(operation: SwarmRecord, place: Place): void {
    expect(this.#outcomes.has(place.id), 'a record counts once').toBe(false);
    this.#outcomes.set(place.id, this.#model.apply(operation, place));
    if (operation.op === 'adopt') for (const lock of operation.locks) this.foreignLocks.add(lock.path);
    const { manifest } = this;
    if (manifest === null) return;
    const { locks, ...shown } = manifest;
    expect([operation.op, shown]).toEqual([operation.op, this.#model.swarm.manifest()]);
    expect(locks).toEqual(this.#model.shownLocks(place.time));
    this.#invariants.check(operation.op, this.#before, structuredClone(manifest));
    this.#before = structuredClone(manifest);
  }

  /** Reads new records. Returns their number. */
  read(): number {
    const { size } = this.#outcomes;
    this.#reader.refresh();
    return this.#outcomes.size - size;
  }

  get state(): { readonly swarm: unknown; readonly locks: unknown } {
    const { swarm, locks } = this.#reader.state;
    return JSON.parse(JSON.stringify({ swarm, locks }));
  }

  /** The expected content of the file, or `null` without a swarm. */
  get manifest(): SwarmManifest | null {
    const manifest = toManifest(this.#reader.state);
    return manifest.id === NO_SWARM ? null : manifest;
  }

  /** Expects that a process's answer follows from its record's place in the log. */
  agrees(id: string, answer: SwarmAnswer): void {
    expect([id, outcomeOf(answer)]).toEqual([id, this.#outcomes.get(id) ?? 'lost']);
  }

  close(): void {
    this.#reader.close();
  }
}
