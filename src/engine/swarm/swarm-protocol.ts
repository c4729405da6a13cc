import * as z from 'zod';
import type { CortexIO } from '../crtx/cortex-io.ts';
import { type MergePolicy, mergePolicySchema, type SwarmManifest } from '../crtx/schema.ts';
import type { Checked } from '../platform/on-demand.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { BudgetLimits } from './budget.ts';
import { DEFAULT_MERGE_POLICY, newBudgetSchema } from './defaults.ts';
import {
  type AbortOutput,
  abortInput,
  type BudgetOutput,
  budgetInput,
  type DecomposeOutput,
  type PauseOutput,
  pauseInput,
  type ResumeOutput,
  type RetryOutput,
  resumeInput,
  retryInput,
} from './schemas/control.ts';
import {
  approveInput,
  type MergeOutput,
  mergeInput,
  type ProposeOutput,
  proposeInput,
  type VoteOutput,
  voteInput,
} from './schemas/decisions.ts';
import {
  type AcquireOutput,
  acquireInput,
  breakInput,
  type HeldOutput,
  type ListOutput,
  releaseInput,
  renewInput,
} from './schemas/locks.ts';
import { type ReplayOutput, replayInput } from './schemas/replay.ts';
import {
  type AdmitOutput,
  type AssignOutput,
  admitInput,
  assignInput,
  type ClaimOutput,
  type CompleteOutput,
  claimInput,
  completeInput,
  createInput,
  type FailOutput,
  failInput,
  type HeartbeatOutput,
  heartbeatInput,
  type RecruitOutput,
  type RetireOutput,
  recruitInput,
  retireInput,
  type StartOutput,
  startInput,
  statusInput,
  type UsageOutput,
  usageInput,
} from './schemas/swarm.ts';
import type { StatusOutput } from './schemas/swarm-state.ts';
import { parse, SwarmAccess } from './swarm-access.ts';
import { readChildren, readDecomposition } from './tasks/decomposition.ts';
import { beginSwarm } from './use-cases/begin-swarm.ts';
import { claimTask } from './use-cases/claim.ts';
import * as steering from './use-cases/control.ts';
import * as decisions from './use-cases/decisions.ts';
import { acquireLocks, breakLock, listLocks, releaseLocks, renewLocks } from './use-cases/locks/locks.ts';
import { replaySwarm } from './use-cases/replay.ts';
import * as tasks from './use-cases/swarm.ts';

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

  recruit(input: z.input<ReturnType<typeof recruitInput>>): Promise<RecruitOutput> {
    return this.#access.do(recruitInput(), tasks.recruitAgent, input);
  }

  /** For the coordinator: admits or refuses an agent that waits to join. */
  admit(input: z.input<ReturnType<typeof admitInput>>): Promise<AdmitOutput> {
    return this.#access.do(admitInput(), tasks.admitAgent, input);
  }

  /** Retires an agent. Its tasks are pending again. */
  retire(input: z.input<ReturnType<typeof retireInput>>): Promise<RetireOutput> {
    return this.#access.do(retireInput(), tasks.retireAgent, input);
  }

  assign(input: z.input<ReturnType<typeof assignInput>>): Promise<AssignOutput> {
    return this.#access.do(assignInput(), tasks.assignTask, input);
  }

  /** Returns the next task, or the reason why there is none. */
  claim(input: z.input<ReturnType<typeof claimInput>>): Promise<ClaimOutput> {
    return this.#access.do(claimInput(), claimTask, input);
  }

  start(input: z.input<ReturnType<typeof startInput>>): Promise<StartOutput> {
    return this.#access.do(startInput(), tasks.startTask, input);
  }

  complete(input: z.input<ReturnType<typeof completeInput>>): Promise<CompleteOutput> {
    return this.#access.do(completeInput(), tasks.completeTask, input);
  }

  fail(input: z.input<ReturnType<typeof failInput>>): Promise<FailOutput> {
    return this.#access.do(failInput(), tasks.failTask, input);
  }

  /** Reports tokens and US dollars used since the last report. */
  usage(input: z.input<ReturnType<typeof usageInput>>): Promise<UsageOutput> {
    return this.#access.do(usageInput(), tasks.reportUsage, input);
  }

  /** Sends a heartbeat for an agent. Returns what the agent lost since its last activity. */
  heartbeat(agent: string): Promise<HeartbeatOutput> {
    return this.#access.do(heartbeatInput(), tasks.recordHeartbeat, { agent });
  }

  /** Acquires all locks or none; see `granted`. */
  acquire(input: z.input<ReturnType<typeof acquireInput>>): Promise<AcquireOutput> {
    return this.#access.do(acquireInput(), acquireLocks, input);
  }

  renew(input: z.input<ReturnType<typeof renewInput>>): Promise<HeldOutput> {
    return this.#access.do(renewInput(), renewLocks, input);
  }

  release(input: z.input<ReturnType<typeof releaseInput>>): Promise<HeldOutput> {
    return this.#access.do(releaseInput(), releaseLocks, input);
  }

  /** For the coordinator: breaks a lock. The timeline records it. */
  break(input: z.input<ReturnType<typeof breakInput>>): Promise<HeldOutput> {
    return this.#access.do(breakInput(), breakLock, input);
  }

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
      return (await tasks.showStatus(context, parse(statusInput(), input))).output;
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
  propose(input: z.input<ReturnType<typeof proposeInput>>): Promise<ProposeOutput> {
    return this.#access.do(proposeInput(), decisions.proposeApproach, input);
  }

  vote(input: z.input<ReturnType<typeof voteInput>>): Promise<VoteOutput> {
    return this.#access.do(voteInput(), decisions.castVote, input);
  }

  /** For the coordinator: decides between results, or ends a contest with the current candidates. */
  merge(input: z.input<ReturnType<typeof mergeInput>>): Promise<MergeOutput> {
    return this.#access.do(mergeInput(), decisions.mergeResults, input);
  }

  /** For the coordinator: approves or refuses merged results. */
  approve(input: z.input<ReturnType<typeof approveInput>>): Promise<MergeOutput> {
    return this.#access.do(approveInput(), decisions.approveMerge, input);
  }

  /** For the coordinator: stops the assignment of tasks until `resume`. */
  pause(input: z.input<ReturnType<typeof pauseInput>>): Promise<PauseOutput> {
    return this.#access.do(pauseInput(), steering.pauseSwarm, input);
  }

  resume(input: z.input<ReturnType<typeof resumeInput>>): Promise<ResumeOutput> {
    return this.#access.do(resumeInput(), steering.resumeSwarm, input);
  }

  /** For the coordinator: aborts the swarm. */
  abort(input: z.input<ReturnType<typeof abortInput>>): Promise<AbortOutput> {
    return this.#access.do(abortInput(), steering.abortSwarm, input);
  }

  /** For the coordinator: changes the given limits. Without any, returns the budget. */
  budget(input: z.input<ReturnType<typeof budgetInput>> = {}): Promise<BudgetOutput> {
    return this.#access.do(budgetInput(), steering.setBudget, input);
  }

  /** Retries a failed task, and the tasks that were skipped because of it. */
  retry(input: z.input<ReturnType<typeof retryInput>>): Promise<RetryOutput> {
    return this.#access.do(retryInput(), steering.retryTask, input);
  }

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
    return this.#access.inSwarm(async (context) => (await steering.splitInto(context, { task, by }, readChildren(children))).output);
  }

  /**
   * Ends waits, publishes everything including buffered timeline entries, and closes all files. Idempotent.
   * @throws CortexError when the timeline cannot be flushed; the files are closed anyway
   */
  close(): Promise<void> {
    return this.#access.close();
  }
}
