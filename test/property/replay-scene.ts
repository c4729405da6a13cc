import { Log } from '../../src/engine/log/log.ts';
import type { Runtime } from '../../src/engine/platform/runtime.ts';
import { toManifest } from '../../src/engine/swarm/projection.ts';
import { swarmMachine } from '../../src/engine/swarm/state/machine.ts';
import type { SwarmRecord } from '../../src/engine/swarm/state/records.ts';
import { canonicalJson } from '../../src/engine/text/json/canonical-json.ts';
import { FaultFileSystem } from '../support/fault-fs.ts';
import { DIRECTORY, ROOT, SimulatedTime, simulatedRuntime } from '../support/simulation.ts';
import { createRecord, recordOf, type Settings, type Step } from './replay-steps.ts';

/** A swarm's observed state in canonical JSON, because the order of keys may differ. */
interface Seen {
  readonly ordinal: number;
  readonly time: number;
  readonly state: string;
  readonly manifest: string;
}

const MONTH = 31 * 24 * 3_600_000;

/** A swarm's log with frequent seals and occasional sweeps, written by two processes, and the states that they observed. */
export class Scene {
  readonly fs = new FaultFileSystem();
  readonly time = new SimulatedTime();
  readonly directory = DIRECTORY;
  /** After each operation. */
  readonly states: Seen[] = [];
  /** Between operations, at the time of the observation. */
  readonly looks: Seen[] = [];
  #seeds = 0;
  #logs = [this.#open(), this.#open()];
  #made = 0;

  constructor(private readonly settings: Settings) {
    this.fs.mkdirSync(ROOT, { recursive: true });
  }

  /** Runtime of another process, which only reads. */
  get reader(): Runtime {
    this.#seeds += 1;
    return simulatedRuntime(this.fs, { time: this.time, seed: this.#seeds });
  }

  #open() {
    this.#seeds += 1;
    const runtime = simulatedRuntime(this.fs, { time: this.time, seed: this.#seeds });
    return new Log(runtime, { directory: DIRECTORY, root: ROOT, machine: swarmMachine, segmentBytes: 1_500 });
  }

  async run(steps: readonly Step[]): Promise<void> {
    await this.#append(createRecord(this.settings, 'swm_0'));
    for (const agent of ['a', 'b', 'c', 'queen']) await this.#append({ op: 'swarm.recruit', agent, role: 'worker', expertise: [] });
    for (const step of steps) await this.#do(step);
    for (const log of this.#logs) log.close();
  }

  async #do(step: Step): Promise<void> {
    if ('ms' in step) this.time.advance(this.fs, step.ms);
    else if (step.op === 'month') this.time.advance(this.fs, MONTH);
    else if (step.op === 'reopen') {
      for (const log of this.#logs) log.close();
      this.#logs = [this.#open(), this.#open()];
    } else {
      const [log] = this.#logs;
      log?.refresh();
      const record = log === undefined ? null : recordOf(step, log.state, this.settings, this.#made);
      if (record !== null) await this.#append(record);
    }
    this.#look();
  }

  async #append(record: SwarmRecord): Promise<void> {
    this.#made += 1;
    const log = this.#logs[this.#made % 2];
    if (log === undefined) return;
    log.refresh();
    const { place } = log.append(record.op === 'adopt' ? Object.assign(record, { after: log.core.adopted }) : record);
    this.states.push(seen(log.state, place.ordinal, place.time));
    await log.maintain();
  }

  #look(): void {
    const [log] = this.#logs;
    log?.refresh();
    // Other records may follow at the same time; the last observation of a time counts.
    if (this.looks.at(-1)?.time === this.time.now) this.looks.pop();
    if (log !== undefined) this.looks.push(seen(log.state, log.core.ordinal, this.time.now));
  }
}

function seen(state: ReturnType<typeof swarmMachine.create>, ordinal: number, time: number): Seen {
  const canonical = (value: unknown) => canonicalJson(JSON.parse(JSON.stringify(value)));
  return { ordinal, time, state: canonical(swarmMachine.snapshot(state)), manifest: canonical(toManifest(state, time)) };
}

/** Returns a state in the form that a scene stores. */
export const shown = (state: ReturnType<typeof swarmMachine.create>): string => seen(state, 0, 0).state;
