import * as z from 'zod';
import { WorkerProcess } from '../support/worker-process.ts';
import type { Case, Figures } from './compare.ts';
import type { Measurement, Subject } from './measurements.ts';

const eventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('ready') }),
  z.object({ event: z.literal('measured'), figures: z.record(z.string(), z.number()) }),
]);
type Event = z.infer<typeof eventSchema>;

export interface BenchProject<S extends Subject> {
  readonly subject: S;
  readonly root: string;
  /** In agents, entries, notes, messages, stacks, agents with as many projects, or nodes. */
  readonly size: number;
}

const UNITS: Readonly<Record<Subject, string>> = {
  swarm: 'agents',
  timeline: 'entries',
  vault: 'notes',
  inbox: 'messages',
  stacks: 'stacks',
  team: 'agents and as many projects',
  graph: 'nodes and four times as many edges',
};

/** What a project is to a person. */
export function nameOf({ subject, size }: BenchProject<Subject>): string {
  return `${size.toLocaleString('en')} ${UNITS[subject]}`;
}

/** A project of some size, and a process of its own that measures on it: what one size leaves in memory is no other's. */
export class BenchProcess<S extends Subject> {
  readonly #worker: WorkerProcess<Event>;
  #answer: (event: Event) => void = () => {};

  private constructor(
    program: string,
    readonly project: BenchProject<S>,
  ) {
    const { subject, root, size } = project;
    const args = [program, subject, root, String(size)];
    this.#worker = new WorkerProcess(nameOf(project), args, eventSchema, (_, event) => this.#answer(event));
  }

  /** @param program the bundled worker @throws Error when the project could not be made */
  static async start<S extends Subject>(program: string, project: BenchProject<S>): Promise<BenchProcess<S>> {
    const started = new BenchProcess(program, project);
    await started.#next();
    return started;
  }

  /** @throws Error with what the process said when it ended instead */
  async ask(what: Measurement<S>): Promise<Figures> {
    const next = this.#next();
    this.#worker.say(what);
    const event = await next;
    return event.event === 'measured' ? event.figures : {};
  }

  /** The measurement as one of those that are compared. */
  asCase(what: Measurement<S>): Case {
    return { name: nameOf(this.project), measure: () => this.ask(what) };
  }

  /** Resolves when it has ended. */
  kill(): Promise<unknown> {
    this.#worker.kill();
    return this.#worker.exited;
  }

  #next(): Promise<Event> {
    return new Promise((resolve, reject) => {
      this.#answer = resolve;
      void this.#worker.exited.then(() => reject(new Error(`the process for ${this.#worker.name} ended:\n${this.#worker.errors}`)));
    });
  }
}
