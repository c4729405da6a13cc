import * as z from 'zod';
import type { SwarmAnswer } from '../../src/engine/swarm/answers.ts';
import type { SwarmRecord } from '../../src/engine/swarm/state/records.ts';
import { waitFor } from '../harness/wait.ts';
import { WorkerProcess } from '../support/worker-process.ts';

const eventSchema = z.object({
  id: z.string().optional(),
  answer: z.custom<SwarmAnswer>((value) => typeof value === 'object').optional(),
  swarm: z.unknown().optional(),
  locks: z.unknown().optional(),
  problems: z.array(z.string()).optional(),
});
export type Said = z.infer<typeof eventSchema>;

export type Command =
  | { readonly do: 'open'; readonly root: string }
  | { readonly do: 'transact'; readonly record: SwarmRecord }
  | { readonly do: 'look' }
  | { readonly do: 'close' }
  | { readonly do: 'write'; readonly file: string; readonly text: string };

/** A process that runs one command after the other and may be killed at any time. Another one then replaces it. */
export class Peer {
  #worker: WorkerProcess<Said>;
  readonly #waiting: { readonly resolve: (said: Said | null) => void }[] = [];

  constructor(
    readonly name: string,
    private readonly program: string,
  ) {
    this.#worker = this.#start();
  }

  #start(): WorkerProcess<Said> {
    const ready = this.#next();
    void ready;
    const worker = new WorkerProcess(this.name, [this.program], eventSchema, (_, said) => this.#waiting.shift()?.resolve(said));
    void worker.exited.then(() => {
      // Commands without an answer may or may not have been applied.
      if (worker === this.#worker) for (const { resolve } of this.#waiting.splice(0)) resolve(null);
    });
    return worker;
  }

  #next(): Promise<Said | null> {
    return new Promise((resolve) => this.#waiting.push({ resolve }));
  }

  /** Sends a command. Resolves with `null` if the process died before its answer. */
  ask(command: Command): Promise<Said | null> {
    const said = this.#next();
    this.#worker.say(JSON.stringify(command));
    return said;
  }

  /** Like `ask`, for a process that is not expected to die. */
  async askSafely(command: Command): Promise<Said> {
    const said = await this.ask(command);
    if (said === null) throw new Error(`${this.name} has died: ${this.#worker.errors}`);
    return said;
  }

  /** Kills the process at any point, and starts a new one. */
  async replace(): Promise<void> {
    this.#worker.kill();
    await this.#worker.exited;
    await waitFor('everything that it was asked to be given up', async () => this.#waiting.length === 0);
    this.#worker = this.#start();
  }

  end(): void {
    this.#worker.kill();
  }
}
