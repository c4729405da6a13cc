import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PublishedLog } from '../../../../src/engine/log/publishing/published-log.ts';
import { LogReader } from '../../../../src/engine/log/segments/reader.ts';
import { readText, syncPath } from '../../../support/fault-fs/files.ts';
import { FaultFileSystem, SimulatedCrash, seededChoices } from '../../../support/fault-fs.ts';
import { type Note, type Notes, type NotesFile, notesMachine, parseNotes } from '../../../support/notes.ts';
import { DIRECTORY, PUBLISHED, quiet, ROOT, SimulatedTime, simulatedRuntime } from '../../../support/simulation.ts';
import { editByRename, editInPlace, exists, note, openPublished, sealAndSweep } from './others.ts';

const PROCESSES = 4;

type Step =
  | { readonly do: 'append' | 'sync' | 'close' | 'kill'; readonly by: number }
  | { readonly do: 'die in append'; readonly by: number; readonly after: number }
  | { readonly do: 'power loss'; readonly seed: number }
  | { readonly do: 'edit' | 'replace' | 'quiet' | 'sweep' }
  | { readonly do: 'wait'; readonly ms: number };

interface Process {
  readonly fs: FaultFileSystem;
  readonly log: PublishedLog<Note, Notes, number, NotesFile>;
}

/** The machine with its processes, and its invariants. */
class World {
  readonly time = new SimulatedTime();
  #disk = new FaultFileSystem();
  #processes: (Process | null)[] = Array.from({ length: PROCESSES }, () => null);
  #boot = 1;
  #made = 0;
  /** Acknowledged texts, in order. */
  #said: string[] = [];
  #foreign: string[] = [];
  /** How many texts of both lists also survive power loss. */
  #durable = { said: 0, foreign: 0 };
  #highest = 0;

  constructor() {
    this.#disk.mkdirSync(`${ROOT}/.cortex`, { recursive: true });
    this.#disk.syncAll();
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'append':
        return this.#append(this.#process(step.by));
      case 'die in append':
        return this.#dieInAppend(step.by, step.after);
      case 'sync':
        return this.#sync(this.#process(step.by));
      case 'close':
        return this.#close(step.by);
      case 'kill':
        this.#processes[step.by]?.fs.kill();
        this.#processes[step.by] = null;
        return;
      case 'power loss':
        return this.#powerLoss(step.seed);
      case 'edit':
      case 'replace':
        return this.#edit(step.do === 'edit' ? editInPlace : editByRename);
      case 'quiet':
        return quiet();
      case 'sweep':
        return this.#sweep();
      case 'wait':
        this.time.advance(this.#disk, step.ms);
    }
  }

  async end(): Promise<void> {
    for (const by of this.#processes.keys()) await this.#close(by);
    this.time.advance(this.#disk, 10_000);
    await this.#append(this.#process(0));
    await this.#close(0);
    const { seen } = parseNotes(readText(this.#disk, PUBLISHED));
    expect([...new Set(seen)], 'no duplicates').toEqual(seen);
    const said = new Set(this.#said);
    expect(
      seen.filter((text) => said.has(text)),
      'all acknowledged texts, in order',
    ).toEqual(this.#said);
    expect(
      this.#foreign.filter((text) => !seen.includes(text)),
      'all texts of foreign programs',
    ).toEqual([]);
    const [newest, oldest] = (['newest', 'oldest'] as const).map((from) => this.#read(from));
    expect(newest, 'all processes agree').toEqual(oldest);
  }

  #read(from: 'newest' | 'oldest'): string {
    const reader = new LogReader(simulatedRuntime(this.#disk.processView(), this.#options()), {
      directory: DIRECTORY,
      machine: notesMachine,
      from,
    });
    reader.refresh();
    reader.close();
    return reader.snapshot();
  }

  #options() {
    this.#made += 1;
    return { time: this.time, seed: this.#made, boot: `boot-${this.#boot}` };
  }

  #process(by: number): Process {
    const fs = this.#disk.processView();
    const process = this.#processes[by] ?? { fs, log: openPublished(fs, this.#options(), 1_500) };
    this.#processes[by] = process;
    return process;
  }

  async #append({ log }: Process): Promise<void> {
    this.#made += 1;
    const text = `n${this.#made}`;
    const { place } = await log.transact(note(text));
    expect(place.ordinal, 'fencing tokens only grow').toBeGreaterThan(this.#highest);
    this.#highest = place.ordinal;
    this.#said.push(text);
  }

  /** Dies at some call of an append, or of the publication after it. */
  async #dieInAppend(by: number, after: number): Promise<void> {
    const process = this.#process(by);
    const last = after + [...process.fs.hits.values()].reduce((sum, hits) => sum + hits, 0);
    process.fs.onCall = ({ index }) => (index >= last ? 'crash' : 'proceed');
    try {
      await this.#append(process);
      await process.log.close();
    } catch (error) {
      if (!(error instanceof SimulatedCrash) && process.fs.crash === undefined) throw error;
    }
    process.fs.kill();
    this.#processes[by] = null;
  }

  #sweep(): void {
    sealAndSweep(this.#disk.processView(), this.#options());
    this.#disk.syncAll();
    this.#durable = { ...this.#durable, said: this.#said.length };
  }

  /** A sync makes durable what the process has read and written. */
  async #sync({ log }: Process): Promise<void> {
    const kind = await log.read();
    await log.sync();
    this.#durable = { said: this.#said.length, foreign: kind === 'ours' ? this.#foreign.length : this.#durable.foreign };
  }

  async #close(by: number): Promise<void> {
    const process = this.#processes[by];
    if (process === null || process === undefined) return;
    this.#processes[by] = null;
    await process.log.close();
    expect(process.log.problems.filter((problem) => !problem.includes('damaged'))).toEqual([]);
    expect(process.fs.openCount, 'open descriptors').toBe(0);
  }

  async #edit(edit: (fs: FaultFileSystem, text: string) => void): Promise<void> {
    if (!exists(this.#disk, PUBLISHED)) return;
    this.#made += 1;
    const text = `foreign ${this.#made}`;
    edit(this.#disk, text);
    this.#foreign.push(text);
    await syncPath(this.#disk, PUBLISHED);
  }

  async #powerLoss(seed: number): Promise<void> {
    const disk = this.#disk.powerLoss(seededChoices(seed));
    for (const process of this.#processes) process?.fs.kill();
    await quiet();
    this.#processes = this.#processes.map(() => null);
    this.#disk = disk;
    this.#boot += 1;
    this.#said = this.#said.slice(0, this.#durable.said);
    this.#foreign = this.#foreign.slice(0, this.#durable.foreign);
    this.time.advance(disk, 6_000);
  }
}

const by = fc.nat(PROCESSES - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('append' as const), by }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('close' as const), by }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('sync' as const, 'kill' as const), by }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('die in append' as const), by, after: fc.nat(160) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('edit' as const, 'replace' as const, 'quiet' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('power loss' as const), seed: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sweep' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.oneof(fc.nat(3_000), fc.nat(31 * 86_400_000)) }) },
);

async function play(steps: readonly Step[]): Promise<void> {
  const world = new World();
  for (const each of steps) await world.take(each);
  await world.end();
}

test.each([1, 2, 3, undefined])('processes in any order of steps lose, duplicate and reorder nothing (seed %s)', async (seed) => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 45 }), play), {
    ...(seed !== undefined && { seed }),
    numRuns: 60,
    interruptAfterTimeLimit: 3_500,
  });
});
