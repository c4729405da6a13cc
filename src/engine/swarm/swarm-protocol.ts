import * as z from 'zod';
import type { CortexIO } from '../crtx/cortex-io.ts';
import { type MergePolicy, mergePolicySchema, type SwarmManifest } from '../crtx/schema.ts';
import type { Checked } from '../platform/on-demand.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { BudgetLimits } from './budget.ts';
import { DEFAULT_MERGE_POLICY, newBudgetSchema } from './defaults.ts';
import { control } from './operations/control.ts';
import { decisions } from './operations/decisions.ts';
import { locks } from './operations/locks.ts';
import { members, tasks } from './operations/swarm.ts';
import type { DecomposeOutput } from './schemas/control.ts';
import type { ListOutput } from './schemas/locks.ts';
import { type ReplayOutput, replayInput } from './schemas/replay.ts';
import { createInput, statusInput } from './schemas/swarm.ts';
import type { StatusOutput } from './schemas/swarm-state.ts';
import { parse, SwarmAccess } from './swarm-access.ts';
import type { SwarmOperation } from './swarm-operation.ts';
import { readChildren, readDecomposition } from './tasks/decomposition.ts';
import { beginSwarm } from './use-cases/begin-swarm.ts';
import { splitInto } from './use-cases/control.ts';
import { listLocks } from './use-cases/locks/locks.ts';
import { replaySwarm } from './use-cases/replay.ts';
import { showStatus } from './use-cases/swarm.ts';

/** A new swarm. Omitted limits of the budget are those of `DEFAULT_BUDGET`. */
export interface NewSwarm extends Partial<BudgetLimits> {
  /** What the swarm is to achieve. */
  readonly task: string;
  readonly coordinatorId: string;
  readonly strategy: Checked<typeof createInput>['strategy'];
  readonly mergePolicy?: MergePolicy;
  /** A TaskNode (see `readDecomposition` for optional fields); without it the whole is one task. */
  readonly decomposition?: unknown;
  /** How long an agent may be silent before it loses its tasks, in milliseconds; default: half an hour. */
  readonly vanishAfterMs?: number;
  /** Whether the locks of members outlive the swarm; default: its end releases them. */
  readonly keepLocks?: boolean;
  /** `coordinator`: recruited agents wait until the coordinator or a person admits them. */
  readonly admission?: 'open' | 'coordinator';
}

const newSwarmSchema = z.object({
  task: createInput().shape.task,
  coordinatorId: createInput().shape.coordinator,
  strategy: createInput().shape.strategy,
  mergePolicy: z.object(mergePolicySchema().shape).default(DEFAULT_MERGE_POLICY),
  decomposition: z.unknown().optional(),
  vanishAfterMs: createInput().shape.vanishAfter,
  ...createInput().pick({ keepLocks: true, admission: true }).shape,
  ...newBudgetSchema().shape,
});

/**
 * Multi-agent coordination with task decomposition, file locking, and budget tracking (seed 1, "Classes"): the commands of the command
 * line, for programs. The first call opens the files; `close` closes them and ends the access.
 *
 * All methods throw a CortexError when something is refused or cannot be written; it has no effect then. `claim` and `acquire` return a
 * negative answer instead. A program cannot act as a person.
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
  readonly #access: SwarmAccess;

  /** @param timeline is flushed before the swarm's own entries, so that the two stay in order */
  constructor(
    private readonly io: CortexIO,
    private readonly timeline: Timeline,
  ) {
    this.#access = new SwarmAccess(io, timeline);
  }

  /** Creates a swarm, replacing one that has finished. The timeline records the delegation. */
  create(input: NewSwarm): Promise<SwarmManifest> {
    return this.#access.inSwarm(async (context) => {
      const {
        task,
        coordinatorId: coordinator,
        strategy,
        mergePolicy,
        decomposition: typed,
        keepLocks,
        admission,
        ...budget
      } = parse(newSwarmSchema, input);
      const decomposition = readDecomposition(typed ?? { id: 'root', description: task });
      await this.timeline.flush();
      const rules = admission === 'coordinator' ? { admission } : {};
      await beginSwarm(context, { task, coordinator, strategy, decomposition, mergePolicy, budget, ...rules }, keepLocks);
      return context.store.manifest();
    });
  }

  readonly recruit = this.#command(members.recruit);

  /** For the coordinator: admits or refuses an agent that waits to join. */
  readonly admit = this.#command(members.admit);

  /** Retires an agent. Its tasks are pending again. */
  readonly retire = this.#command(members.retire);

  readonly assign = this.#command(tasks.assign);

  /** Returns the next task, or the reason why there is none. */
  readonly claim = this.#command(tasks.claim);

  readonly start = this.#command(tasks.start);

  readonly complete = this.#command(tasks.complete);

  readonly fail = this.#command(tasks.fail);

  /** Reports tokens and US dollars used since the last report. */
  readonly usage = this.#command(members.usage);

  /** Sends a heartbeat for an agent. Returns what the agent lost since its last activity. */
  heartbeat(agent: string) {
    return this.#access.do(members.heartbeat, { agent });
  }

  /** Acquires all locks or none; see `granted`. */
  readonly acquire = this.#command(locks.acquire);

  readonly renew = this.#command(locks.renew);

  readonly release = this.#command(locks.release);

  /** For the coordinator: breaks a lock. The timeline records it. */
  readonly break = this.#command(locks.break);

  /** Returns the locks and the waiting requests. */
  locks(): Promise<ListOutput> {
    return this.#access.inSwarm(async (context) => {
      await context.store.refresh();
      return (await listLocks(context)).output;
    });
  }

  /** Returns the manifest, or `null` without a swarm, the progress, and the tasks that the input selects. */
  status(input: z.input<ReturnType<typeof statusInput>> = {}): Promise<StatusOutput> {
    return this.#access.inSwarm(async (context) => {
      await context.store.refresh();
      return (await showStatus(context, parse(statusInput(), input))).output;
    });
  }

  /** Returns the swarm at a moment, or its changes between two, from the current log. Without a log there are no changes. */
  async replay(input: z.input<ReturnType<typeof replayInput>> = {}): Promise<ReplayOutput> {
    const { runtime, root: directory } = this.io;
    // Creates the folder if it is missing, like every other method.
    if (!this.io.exists()) await this.io.init();
    return (await replaySwarm({ runtime, directory, exactDirectory: true }, parse(replayInput(), input))).output;
  }

  /** Proposes how to do a task and all tasks below it. */
  readonly propose = this.#command(decisions.propose);

  readonly vote = this.#command(decisions.vote);

  /** For the coordinator: decides between results, or ends a contest with the current candidates. */
  readonly merge = this.#command(decisions.merge);

  /** For the coordinator: approves or refuses merged results. */
  readonly approve = this.#command(decisions.approve);

  /** For the coordinator: stops the assignment of tasks until `resume`. */
  readonly pause = this.#command(control.pause);

  readonly resume = this.#command(control.resume);

  /** For the coordinator: aborts the swarm. */
  readonly abort = this.#command(control.abort);

  /** For the coordinator: changes the given limits. Without any, returns the budget. */
  budget(input: z.input<ReturnType<typeof control.budget.input>> = {}) {
    return this.#access.do(control.budget, input);
  }

  /** Retries a failed task, and the tasks that were skipped because of it. */
  readonly retry = this.#command(control.retry);

  /** Splits a task. @param children TaskNodes (see `readDecomposition` for optional fields) */
  decompose({
    task,
    by,
    children,
  }: {
    readonly task: string;
    readonly by: string;
    readonly children: readonly unknown[];
  }): Promise<DecomposeOutput> {
    return this.#access.inSwarm(async (context) => (await splitInto(context, { task, by }, readChildren(children))).output);
  }

  /** Returns a method that runs an operation like its command. */
  #command<Input extends z.ZodObject, Output>(operation: SwarmOperation<Input, Output>) {
    return (input: z.input<Input>): Promise<Output> => this.#access.do(operation, input);
  }

  /**
   * Ends waits, publishes everything including buffered timeline entries, and closes all files. Idempotent.
   * @throws CortexError when the timeline cannot be flushed; the files are closed anyway
   */
  close(): Promise<void> {
    return this.#access.close();
  }
}
