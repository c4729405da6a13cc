import type { CoreOperation } from '../../../../../src/engine/log/core-operations.ts';
import { Log } from '../../../../../src/engine/log/log.ts';
import { listChanges } from '../../../../../src/engine/swarm/replay/change-list.ts';
import type { ChangeQuery } from '../../../../../src/engine/swarm/replay/change-page.ts';
import type { Moment } from '../../../../../src/engine/swarm/replay/moment.ts';
import { type PastState, stateAt } from '../../../../../src/engine/swarm/replay/past.ts';
import { swarmMachine } from '../../../../../src/engine/swarm/state/machine.ts';
import type { SwarmRecord } from '../../../../../src/engine/swarm/state/records.ts';
import { FaultFileSystem } from '../../../../support/fault-fs.ts';
import { DIRECTORY, ROOT, SimulatedTime, START, simulatedRuntime } from '../../../../support/simulation.ts';
import { creation, root, task } from '../make.ts';

type Acquire = Extract<SwarmRecord, { op: 'lock.acquire' }>;

/** A swarm's log for tests, and its history. Times are in milliseconds since the start of the test. */
export class PastLog {
  readonly fs = new FaultFileSystem();
  readonly time = new SimulatedTime();
  readonly directory = DIRECTORY;
  /** Ordinal of the last record. */
  last = 0;
  #log: Log<SwarmRecord, ReturnType<typeof swarmMachine.create>, ReturnType<typeof swarmMachine.apply>['answer']>;
  #seed = 1;

  constructor(private readonly pinned = false) {
    this.fs.mkdirSync(ROOT, { recursive: true });
    this.#log = this.#open();
  }

  get runtime() {
    this.#seed += 1;
    return simulatedRuntime(this.fs, { time: this.time, seed: this.#seed, pinned: this.pinned });
  }

  #open() {
    return new Log(this.runtime, { directory: DIRECTORY, root: ROOT, machine: swarmMachine, segmentBytes: 1 });
  }

  /** Advances the clock to this time. */
  at(ms: number): this {
    this.time.advance(this.fs, START + ms - this.time.now);
    return this;
  }

  /** Writes records. @returns the ordinal of the last one */
  write(...records: readonly (SwarmRecord | CoreOperation)[]): number {
    for (const record of records) this.last = this.#log.append(record).place.ordinal;
    return this.last;
  }

  /** Seals the current segment. */
  seal(): Promise<void> {
    return this.#log.maintain();
  }

  /** Creates a swarm with the members a, b and c, and the tasks x, y (depends on x) and z. */
  create(): number {
    const decomposition = root(task('x'), task('y', { dependencies: ['x'] }), task('z'));
    const recruits = ['a', 'b', 'c'].map((agent): SwarmRecord => ({ op: 'swarm.recruit', agent, role: 'worker', expertise: [] }));
    return this.write({ op: 'swarm.create', ...creation(decomposition) }, ...recruits);
  }

  lock(agent: string, path: string, more: Partial<Acquire> = {}): number {
    return this.write({ op: 'lock.acquire', agent, paths: [path], type: 'exclusive', ttlMs: 1_000, waitMs: 0, reason: '', ...more });
  }

  state(moment: Moment): PastState {
    return stateAt(this.runtime, DIRECTORY, moment);
  }

  page(query: Partial<ChangeQuery> = {}) {
    return listChanges(this.runtime, DIRECTORY, { from: null, to: null, after: null, limit: 100, ...query });
  }

  /** Returns the changes as `time kind subject agent detail`. The time is in milliseconds since the start of the test. */
  told(query: Partial<ChangeQuery> = {}): string[] {
    return this.page(query).changes.map(({ time, kind, subject, agent, detail }) => {
      return [time - START, kind, subject, agent ?? '-', detail].join(' ').trimEnd();
    });
  }

  /** Starts a new log, as after its folder was deleted. */
  async forget(): Promise<void> {
    await this.seal();
    this.#log.close();
    for (const name of this.fs.readdirSync(DIRECTORY)) this.fs.unlinkSync(`${DIRECTORY}/${name}`);
    this.#log = this.#open();
  }
}

/** Returns a time as a moment, in milliseconds since the start of the test. */
export const since = (ms: number): Moment => ({ time: START + ms });
