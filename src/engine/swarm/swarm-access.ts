import type * as z from 'zod';
import type { CortexIO } from '../crtx/cortex-io.ts';
import { checkSchema } from '../crtx/stored-content.ts';
import { CortexError, fileError } from '../platform/errors.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { SwarmStore } from './store.ts';
import type { SwarmOperation } from './swarm-operation.ts';
import type { OpenSwarm } from './use-cases/context.ts';

/** @throws CortexError `invalid-input` that names the first invalid value */
export function parse<Input extends z.ZodObject>(schema: Input, value: z.input<Input>): z.output<Input> {
  checkSchema(schema, value, 'Correct the value; nothing was changed.');
  return schema.parse(value);
}

/** The swarm's use cases for a program. The first call opens the files; `close` closes them and ends the access. */
export class SwarmAccess {
  #store: Promise<SwarmStore> | null = null;
  readonly #closing = new AbortController();
  #closed: Promise<void> | null = null;
  /** Calls in progress. */
  readonly #running = new Set<Promise<unknown>>();

  /** @param timeline is flushed on close */
  constructor(
    private readonly io: CortexIO,
    private readonly timeline: Timeline,
  ) {}

  /**
   * Ends waits, publishes everything including buffered timeline entries, and closes all files. Idempotent.
   * @throws CortexError when the timeline cannot be flushed; the files are closed anyway
   */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
    try {
      await this.timeline.flush();
    } finally {
      await (await this.#store)?.close();
    }
  }

  /** Runs an operation like its command. @throws CortexError when it is refused; a program cannot act as a person */
  do<Input extends z.ZodObject, Output>({ input: schema, useCase }: SwarmOperation<Input, Output>, input: z.input<Input>): Promise<Output> {
    return this.inSwarm(async (context) => {
      const parsed = parse(schema(), input);
      return (await (await useCase())(context, parsed)).output;
    });
  }

  /** Runs `work` on the open swarm. @throws CortexError after `close` */
  async inSwarm<T>(work: (context: OpenSwarm) => Promise<T>): Promise<T> {
    if (this.#closed !== null) throw new CortexError('denied', 'this swarm was closed', { next: 'Make another SwarmProtocol.' });
    const running = this.#opened().then(work);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async #opened(): Promise<OpenSwarm> {
    this.#store ??= this.#open().catch((error) => {
      this.#store = null;
      throw error;
    });
    const store = await this.#store;
    const place = { root: store.root, tree: store.root, folder: null };
    return { store, place, interactive: false, person: null, named: null, signal: this.#closing.signal };
  }

  async #open(): Promise<SwarmStore> {
    const { runtime, root } = this.io;
    if (!this.io.exists()) await this.io.init();
    try {
      return await SwarmStore.open(runtime, runtime.fs.realpathSync(root));
    } catch (error) {
      throw fileError(error, root, 'open the project', 'read');
    }
  }
}
