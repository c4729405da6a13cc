import * as z from 'zod';
import { CortexError, fileError } from '../kernel/errors.ts';
import type { CortexIO } from './cortex-io.ts';
import {
  type AcquireOutput,
  acquireInput,
  breakInput,
  type HeldOutput,
  type ListOutput,
  releaseInput,
  renewInput,
} from './operations/locks.ts';
import {
  type AssignOutput,
  assignInput,
  type ClaimOutput,
  type CompleteOutput,
  claimInput,
  completeInput,
  createInput,
  type FailOutput,
  failInput,
  type RecruitOutput,
  type RetireOutput,
  recruitInput,
  retireInput,
  type StartOutput,
  type StatusOutput,
  startInput,
  type UsageOutput,
  usageInput,
} from './operations/swarm.ts';
import { type MergePolicy, mergePolicySchema, type SwarmManifest } from './schema.ts';
import { SwarmStore } from './store.ts';
import { checkSchema } from './stored-content.ts';
import type { BudgetLimits } from './swarm/budget.ts';
import { readDecomposition } from './swarm/decomposition.ts';
import { DEFAULT_MERGE_POLICY, newBudgetSchema } from './swarm/defaults.ts';
import type { Timeline } from './timeline/timeline.ts';
import { beginSwarm } from './use-cases/begin-swarm.ts';
import type { SwarmDesk, SwarmUseCase } from './use-cases/desk.ts';
import { acquireLocks, breakLock, listLocks, releaseLocks, renewLocks } from './use-cases/locks.ts';
import * as tasks from './use-cases/swarm.ts';

/** A new swarm. What is left out of the budget has the limits of `DEFAULT_BUDGET`. */
export interface NewSwarm extends Partial<BudgetLimits> {
  /** What the swarm is to achieve. */
  readonly task: string;
  readonly coordinatorId: string;
  readonly strategy: z.infer<typeof createInput>['strategy'];
  readonly mergePolicy?: MergePolicy;
  /** A TaskNode (`readDecomposition` says what may be left out); without it the whole is one task. */
  readonly decomposition?: unknown;
}

const newSwarmSchema = z.object({
  task: createInput.shape.task,
  coordinatorId: createInput.shape.coordinator,
  strategy: createInput.shape.strategy,
  mergePolicy: z.object(mergePolicySchema.shape).default(DEFAULT_MERGE_POLICY),
  decomposition: z.unknown().optional(),
  ...newBudgetSchema.shape,
});

const heartbeatSchema = z.object({ agent: z.string() });

/** @throws CortexError `invalid-input` naming the first value that is not allowed */
function parse<Input extends z.ZodObject>(schema: Input, value: z.input<Input>): z.output<Input> {
  checkSchema(schema, value, 'Correct the value; nothing was changed.');
  return schema.parse(value);
}

/**
 * Multi-agent coordination with task decomposition, file locking, and budget tracking (seed 1, "Classes"): what the command line
 * does, for programs. The files are opened by the first call and let go of by `close`, which is the end.
 *
 * All methods throw a CortexError when something is refused or cannot be written: then it did not happen. `claim` and `acquire`
 * answer no instead. A program cannot act as a person.
 *
 * @example
 * const io = new CortexIO('/path/to/project');
 * const swarm = new SwarmProtocol(io, new Timeline(io));
 * await swarm.create({ task: 'Release 1.0', coordinatorId: 'queen', strategy: 'parallel', decomposition });
 * await swarm.recruit({ agent: 'ann', role: 'coder' });
 * const { task } = await swarm.claim({ agent: 'ann' });
 * await swarm.close();
 */
export class SwarmProtocol {
  #store: Promise<SwarmStore> | null = null;
  readonly #closing = new AbortController();
  #closed: Promise<void> | null = null;
  /** What is being done now. */
  readonly #running = new Set<Promise<unknown>>();

  /** @param timeline is flushed before the swarm's own entries, so that the two stay in order */
  constructor(
    private readonly io: CortexIO,
    private readonly timeline: Timeline,
  ) {}

  /** Begins a swarm, in place of one that has finished; the timeline is told of the delegation. */
  create(input: NewSwarm): Promise<SwarmManifest> {
    return this.#atDesk(async (desk) => {
      const { task, coordinatorId: coordinator, strategy, mergePolicy, decomposition: typed, ...budget } = parse(newSwarmSchema, input);
      const decomposition = readDecomposition(typed ?? { id: 'root', description: task });
      await this.timeline.flush();
      await beginSwarm(desk, { task, coordinator, strategy, decomposition, mergePolicy, budget });
      return desk.store.manifest();
    });
  }

  recruit(input: z.input<typeof recruitInput>): Promise<RecruitOutput> {
    return this.#do(recruitInput, tasks.recruitAgent, input);
  }

  /** What the agent had is pending again. */
  retire(input: z.input<typeof retireInput>): Promise<RetireOutput> {
    return this.#do(retireInput, tasks.retireAgent, input);
  }

  assign(input: z.input<typeof assignInput>): Promise<AssignOutput> {
    return this.#do(assignInput, tasks.assignTask, input);
  }

  /** The next task, or none and why. */
  claim(input: z.input<typeof claimInput>): Promise<ClaimOutput> {
    return this.#do(claimInput, tasks.claimTask, input);
  }

  start(input: z.input<typeof startInput>): Promise<StartOutput> {
    return this.#do(startInput, tasks.startTask, input);
  }

  complete(input: z.input<typeof completeInput>): Promise<CompleteOutput> {
    return this.#do(completeInput, tasks.completeTask, input);
  }

  fail(input: z.input<typeof failInput>): Promise<FailOutput> {
    return this.#do(failInput, tasks.failTask, input);
  }

  /** Tokens and US dollars since the last report. */
  usage(input: z.input<typeof usageInput>): Promise<UsageOutput> {
    return this.#do(usageInput, tasks.reportUsage, input);
  }

  /** A sign of life of an agent that has nothing else to say. */
  heartbeat(agent: string): Promise<void> {
    return this.#atDesk((desk) => tasks.noteActivity(desk, parse(heartbeatSchema, { agent }).agent));
  }

  /** Takes all locks or none; `granted` says which. */
  acquire(input: z.input<typeof acquireInput>): Promise<AcquireOutput> {
    return this.#do(acquireInput, acquireLocks, input);
  }

  renew(input: z.input<typeof renewInput>): Promise<HeldOutput> {
    return this.#do(renewInput, renewLocks, input);
  }

  release(input: z.input<typeof releaseInput>): Promise<HeldOutput> {
    return this.#do(releaseInput, releaseLocks, input);
  }

  /** For the coordinator; the timeline is told. */
  break(input: z.input<typeof breakInput>): Promise<HeldOutput> {
    return this.#do(breakInput, breakLock, input);
  }

  /** What is locked, and who waits. */
  locks(): Promise<ListOutput> {
    return this.#atDesk(async (desk) => {
      await desk.store.refresh();
      return (await listLocks(desk)).output;
    });
  }

  /** The manifest, or `null` without a swarm, and the progress. */
  status(): Promise<StatusOutput> {
    return this.#atDesk(async (desk) => {
      await desk.store.refresh();
      return (await tasks.showStatus(desk)).output;
    });
  }

  /**
   * Ends what is still waited for, sees everything published, also what the timeline holds back, and lets go of all files. A second
   * time it answers the same.
   * @throws CortexError when the timeline cannot be flushed; the files are let go of all the same
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

  #do<Schema extends z.ZodObject, Output>(
    schema: Schema,
    useCase: SwarmUseCase<z.output<Schema>, Output>,
    input: z.input<Schema>,
  ): Promise<Output> {
    return this.#atDesk(async (desk) => (await useCase(desk, parse(schema, input))).output);
  }

  async #atDesk<T>(work: (desk: SwarmDesk) => Promise<T>): Promise<T> {
    if (this.#closed !== null) throw new CortexError('denied', 'this swarm was closed', { next: 'Make another SwarmProtocol.' });
    const running = this.#desk().then(work);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async #desk(): Promise<SwarmDesk> {
    this.#store ??= this.#open().catch((error) => {
      this.#store = null;
      throw error;
    });
    const store = await this.#store;
    const place = { root: store.root, tree: store.root, folder: null };
    return { store, place, interactive: false, signal: this.#closing.signal };
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
