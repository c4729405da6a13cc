import type { MergePolicy, SwarmAgent, SwarmLock, SwarmManifest, SwarmStrategy } from '../schema.ts';
import { addMicros, addTokens, Budget, toMicros, toUsd, type Warned } from './budget.ts';
import { Member } from './members.ts';
import { ReadyTasks } from './ready-tasks.ts';
import type { Rest } from './rest.ts';
import { isEnded, type Task } from './task.ts';
import { TaskTree } from './task-tree.ts';

/** What the manifest has no field for. */
export interface Unpublished {
  /** Time of the last record of each agent of the manifest, in its order, milliseconds; where it is missing: now. */
  readonly activity: readonly number[];
  readonly warned: Warned;
}

/** A swarm of which nothing is known but its manifest. */
export const NOTHING_UNPUBLISHED: Unpublished = { activity: [], warned: { agents: 0, tokens: 0, cost: 0, duration: 0 } };

/**
 * One swarm from its creation to its end: everything in its manifest but the locks. It is made from a manifest, whether that was typed,
 * logged, or written by another program; where a manifest contradicts itself, leaves win over parents, and tasks over agents.
 */
export class SwarmRun {
  readonly id: string;
  /** What the swarm is to achieve. */
  readonly goal: string;
  readonly created: number;
  readonly coordinator: string;
  readonly strategy: SwarmStrategy;
  readonly mergePolicy: MergePolicy;
  readonly ready = new ReadyTasks();
  readonly tree: TaskTree;
  /** In the order in which they joined. */
  readonly members = new Map<string, Member>();
  readonly budget: Budget;
  readonly #rest: Rest;

  /**
   * @param manifest its decomposition has no problems (`decompositionProblems`)
   * @param at effective time, milliseconds since 1970 UTC
   */
  constructor(manifest: SwarmManifest, at: number, { activity, warned }: Unpublished) {
    const { id, task, created, coordinator, strategy, agents, locks: _locks, decomposition, mergePolicy, budget, ...rest } = manifest;
    this.id = id;
    this.goal = task;
    this.created = created;
    this.coordinator = coordinator;
    this.strategy = strategy;
    this.mergePolicy = mergePolicy;
    this.#rest = rest;
    this.tree = new TaskTree(decomposition, (changed) => this.ready.update(changed));
    for (const [index, agent] of agents.entries()) {
      if (!this.members.has(agent.id)) this.members.set(agent.id, new Member(agent, activity[index] ?? at));
    }
    this.budget = new Budget(withSums(manifest, this.members.size), created, warned);
    for (const agent of agents) this.#takeOverAssignments(agent);
    if (this.isFinished) this.budget.end(created + budget.spent.durationMs);
  }

  /** True when there is nothing left to do: the root is done, failed or skipped. */
  get isFinished(): boolean {
    return isEnded(this.tree.root.status);
  }

  /** Assigns a task, or takes it from whoever had it. Its status is the caller's to change. */
  assign(task: Task, agent: string | null): void {
    task.assignedTo = agent;
    this.ready.update(task);
  }

  /** Takes everything from an agent: what it worked on is pending again. Gives the tasks in document order. */
  releaseAll(agent: string): Task[] {
    const held = this.ready.heldBy(agent);
    for (const task of held) {
      this.assign(task, null);
      if (task.isLeaf && task.status === 'active') this.tree.release(task);
    }
    return held;
  }

  /** An agent that left has nothing; a task that only the agent's list names is assigned to it. */
  #takeOverAssignments({ id, assignedTasks }: SwarmAgent): void {
    if (this.members.get(id)?.left !== null) {
      this.releaseAll(id);
      return;
    }
    // Several agents of a competitive swarm have the same task, which assignedTo cannot say.
    if (this.strategy === 'competitive') return;
    for (const name of assignedTasks) {
      const task = this.tree.get(name);
      if (task?.isLeaf && task.status === 'pending' && task.assignedTo === null) this.assign(task, id);
    }
  }

  /** @param now effective time, milliseconds since 1970 UTC */
  toManifest(locks: readonly SwarmLock[], now: number): SwarmManifest {
    const assigned = new Map<string, string[]>();
    for (const { id, assignedTo, status } of this.tree.tasks) {
      if (assignedTo === null || isEnded(status)) continue;
      const tasks = assigned.get(assignedTo);
      if (tasks === undefined) assigned.set(assignedTo, [id]);
      else tasks.push(id);
    }
    return {
      id: this.id,
      task: this.goal,
      created: this.created,
      coordinator: this.coordinator,
      strategy: this.strategy,
      agents: [...this.members.values()].map((member) => member.toAgent(assigned.get(member.id) ?? [], this.works(member.id))),
      locks: [...locks],
      decomposition: this.tree.toNode(),
      mergePolicy: this.mergePolicy,
      budget: this.budget.toBudget(now),
      ...this.#rest,
    };
  }

  works(agent: string): boolean {
    return this.ready.activeOf(agent).size > 0;
  }
}

/** The budget with at least what the agents have spent together: `spent` is derived, never typed in. */
function withSums({ agents, budget }: SwarmManifest, joined: number): SwarmManifest['budget'] {
  const { spent } = budget;
  let tokens = 0;
  let micros = 0;
  for (const agent of agents) {
    tokens = addTokens(tokens, agent.tokensUsed);
    micros = addMicros(micros, toMicros(agent.costUsd));
  }
  return {
    ...budget,
    spent: {
      ...spent,
      agents: Math.max(spent.agents, joined),
      tokens: Math.max(spent.tokens, tokens),
      costUsd: toUsd(Math.max(toMicros(spent.costUsd), micros)),
    },
  };
}
