import * as z from 'zod';
import type { CortexIO } from '../crtx/cortex-io.ts';
import { type MergePolicy, mergePolicySchema, type SwarmManifest } from '../crtx/schema.ts';
import type { Checked } from '../platform/on-demand.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { BudgetLimits } from './budget.ts';
import { DEFAULT_MERGE_POLICY, newBudgetSchema } from './defaults.ts';
import {
  approveInput,
  type MergeOutput,
  mergeInput,
  type ProposeOutput,
  proposeInput,
  type VoteOutput,
  voteInput,
} from './schemas/deciding.ts';
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
} from './schemas/steering.ts';
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
  type UsageOutput,
  usageInput,
} from './schemas/swarm.ts';
import type { StatusOutput } from './schemas/swarm-state.ts';
import { parse, SwarmAccess } from './swarm-access.ts';
import { readChildren, readDecomposition } from './tasks/decomposition.ts';
import { beginSwarm } from './use-cases/begin-swarm.ts';
import { claimTask } from './use-cases/claim.ts';
import * as decisions from './use-cases/deciding.ts';
import { acquireLocks, breakLock, listLocks, releaseLocks, renewLocks } from './use-cases/locks.ts';
import { replaySwarm } from './use-cases/replay.ts';
import * as steering from './use-cases/steering.ts';
import * as tasks from './use-cases/swarm.ts';

/** A new swarm. What is left out of the budget has the limits of `DEFAULT_BUDGET`. */
export interface NewSwarm extends Partial<BudgetLimits> {
  /** What the swarm is to achieve. */
  readonly task: string;
  readonly coordinatorId: string;
  readonly strategy: Checked<typeof createInput>['strategy'];
  readonly mergePolicy?: MergePolicy;
  /** A TaskNode (`readDecomposition` says what may be left out); without it the whole is one task. */
  readonly decomposition?: unknown;
  /** After how long without a sign of life an agent loses its tasks, milliseconds; default: half an hour. */
  readonly vanishAfterMs?: number;
  /** Whether its members' locks outlive it; default: its end releases them. */
  readonly keepLocks?: boolean;
  /** `coordinator`: who is recruited waits until the coordinator or a person admits it. */
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
  readonly #access: SwarmAccess;

  /** @param timeline is flushed before the swarm's own entries, so that the two stay in order */
  constructor(
    private readonly io: CortexIO,
    private readonly timeline: Timeline,
  ) {
    this.#access = new SwarmAccess(io, timeline);
  }

  /** Creates a swarm, in place of one that has finished; the timeline is told of the delegation. */
  create(input: NewSwarm): Promise<SwarmManifest> {
    return this.#access.inSwarm(async (desk) => {
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
      await beginSwarm(desk, { task, coordinator, strategy, decomposition, mergePolicy, budget, ...rules }, keepLocks);
      return desk.store.manifest();
    });
  }

  recruit(input: z.input<ReturnType<typeof recruitInput>>): Promise<RecruitOutput> {
    return this.#access.do(recruitInput(), tasks.recruitAgent, input);
  }

  /** For the coordinator: lets an agent that waits join, or sends it away. */
  admit(input: z.input<ReturnType<typeof admitInput>>): Promise<AdmitOutput> {
    return this.#access.do(admitInput(), tasks.admitAgent, input);
  }

  /** What the agent had is pending again. */
  retire(input: z.input<ReturnType<typeof retireInput>>): Promise<RetireOutput> {
    return this.#access.do(retireInput(), tasks.retireAgent, input);
  }

  assign(input: z.input<ReturnType<typeof assignInput>>): Promise<AssignOutput> {
    return this.#access.do(assignInput(), tasks.assignTask, input);
  }

  /** The next task, or none and why. */
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

  /** Tokens and US dollars since the last report. */
  usage(input: z.input<ReturnType<typeof usageInput>>): Promise<UsageOutput> {
    return this.#access.do(usageInput(), tasks.reportUsage, input);
  }

  /** A sign of life of an agent that has nothing else to say; gives what it lost meanwhile. */
  heartbeat(agent: string): Promise<HeartbeatOutput> {
    return this.#access.do(heartbeatInput(), tasks.noteActivity, { agent });
  }

  /** Takes all locks or none; `granted` says which. */
  acquire(input: z.input<ReturnType<typeof acquireInput>>): Promise<AcquireOutput> {
    return this.#access.do(acquireInput(), acquireLocks, input);
  }

  renew(input: z.input<ReturnType<typeof renewInput>>): Promise<HeldOutput> {
    return this.#access.do(renewInput(), renewLocks, input);
  }

  release(input: z.input<ReturnType<typeof releaseInput>>): Promise<HeldOutput> {
    return this.#access.do(releaseInput(), releaseLocks, input);
  }

  /** For the coordinator; the timeline is told. */
  break(input: z.input<ReturnType<typeof breakInput>>): Promise<HeldOutput> {
    return this.#access.do(breakInput(), breakLock, input);
  }

  /** What is locked, and who waits. */
  locks(): Promise<ListOutput> {
    return this.#access.inSwarm(async (desk) => {
      await desk.store.refresh();
      return (await listLocks(desk)).output;
    });
  }

  /** The manifest, or `null` without a swarm, and the progress. */
  status(): Promise<StatusOutput> {
    return this.#access.inSwarm(async (desk) => {
      await desk.store.refresh();
      return (await tasks.showStatus(desk)).output;
    });
  }

  /** The swarm as it was at a moment, or what changed between two, as the log has it now; without a log nothing changed. */
  async replay(input: z.input<ReturnType<typeof replayInput>> = {}): Promise<ReplayOutput> {
    const { runtime, root: directory } = this.io;
    // As for every other method.
    if (!this.io.exists()) await this.io.init();
    return (await replaySwarm({ runtime, directory, exactDirectory: true }, parse(replayInput(), input))).output;
  }

  /** Proposes how a task should be done, and all below it. */
  propose(input: z.input<ReturnType<typeof proposeInput>>): Promise<ProposeOutput> {
    return this.#access.do(proposeInput(), decisions.proposeApproach, input);
  }

  vote(input: z.input<ReturnType<typeof voteInput>>): Promise<VoteOutput> {
    return this.#access.do(voteInput(), decisions.giveVoice, input);
  }

  /** For the coordinator: decides between results, or with the candidates that there are. */
  merge(input: z.input<ReturnType<typeof mergeInput>>): Promise<MergeOutput> {
    return this.#access.do(mergeInput(), decisions.mergeResults, input);
  }

  /** For the coordinator: approves what was put together, or refuses it. */
  approve(input: z.input<ReturnType<typeof approveInput>>): Promise<MergeOutput> {
    return this.#access.do(approveInput(), decisions.approveMerge, input);
  }

  /** For the coordinator: nothing is given out any more until `resume`. */
  pause(input: z.input<ReturnType<typeof pauseInput>>): Promise<PauseOutput> {
    return this.#access.do(pauseInput(), steering.pauseSwarm, input);
  }

  resume(input: z.input<ReturnType<typeof resumeInput>>): Promise<ResumeOutput> {
    return this.#access.do(resumeInput(), steering.resumeSwarm, input);
  }

  /** For the coordinator: ends the swarm before its end. */
  abort(input: z.input<ReturnType<typeof abortInput>>): Promise<AbortOutput> {
    return this.#access.do(abortInput(), steering.abortSwarm, input);
  }

  /** For the coordinator: changes what the swarm may use; without a limit it answers what that is. */
  budget(input: z.input<ReturnType<typeof budgetInput>> = {}): Promise<BudgetOutput> {
    return this.#access.do(budgetInput(), steering.setBudget, input);
  }

  /** Lets a task that failed be tried again, and what was skipped for it. */
  retry(input: z.input<ReturnType<typeof retryInput>>): Promise<RetryOutput> {
    return this.#access.do(retryInput(), steering.retryTask, input);
  }

  /** Divides a task. @param children TaskNodes (`readDecomposition` says what may be left out) */
  decompose({
    task,
    by,
    children,
  }: {
    readonly task: string;
    readonly by: string;
    readonly children: readonly unknown[];
  }): Promise<DecomposeOutput> {
    return this.#access.inSwarm(async (desk) => (await steering.divideInto(desk, { task, by }, readChildren(children))).output);
  }

  /**
   * Ends what is still waited for, sees everything published, also what the timeline holds back, and lets go of all files. A second
   * time it answers the same.
   * @throws CortexError when the timeline cannot be flushed; the files are let go of all the same
   */
  close(): Promise<void> {
    return this.#access.close();
  }
}
