import path from 'node:path';
import * as z from 'zod';
import { WorkerProcess } from '../support/worker-process.ts';
import type { Case, Figures } from './compare.ts';
import type { Measurement } from './measurements.ts';

const eventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('ready') }),
  z.object({ event: z.literal('measured'), figures: z.record(z.string(), z.number()) }),
]);
type Event = z.infer<typeof eventSchema>;

/** A project with a swarm of some size, and a process of its own that measures on it: what one size leaves in memory is no other's. */
export class SwarmProcess {
  readonly #worker: WorkerProcess<Event>;
  #answer: (event: Event) => void = () => {};

  private constructor(
    program: string,
    readonly root: string,
    private readonly agents: number,
  ) {
    this.#worker = new WorkerProcess(`${agents} agents`, [program, root, String(agents)], eventSchema, (_, event) => this.#answer(event));
  }

  /** @param program the bundled worker @param folder for the project @throws Error when the swarm could not be made */
  static async start(program: string, folder: string, agents: number): Promise<SwarmProcess> {
    const started = new SwarmProcess(program, path.join(folder, `swarm-of-${agents}`), agents);
    await started.#next();
    return started;
  }

  /** @throws Error with what the process said when it ended instead */
  async ask(what: Measurement): Promise<Figures> {
    const next = this.#next();
    this.#worker.say(what);
    const event = await next;
    return event.event === 'measured' ? event.figures : {};
  }

  /** The measurement as one of those that are compared. */
  asCase(what: Measurement): Case {
    return { name: `${this.agents.toLocaleString('en')} agents`, measure: () => this.ask(what) };
  }

  kill(): void {
    this.#worker.kill();
  }

  #next(): Promise<Event> {
    return new Promise((resolve, reject) => {
      this.#answer = resolve;
      void this.#worker.exited.then(() => reject(new Error(`the process for ${this.#worker.name} ended:\n${this.#worker.errors}`)));
    });
  }
}
