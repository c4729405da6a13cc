import type { TaskNode } from '../../src/engine/crtx/schema.ts';
import { type BudgetWarning, toMicros } from '../../src/engine/crtx/swarm/budget.ts';

type Status = TaskNode['status'];

interface Leafy {
  readonly node: TaskNode;
  readonly above: readonly TaskNode[];
}

/** What a command answers, cut down to what decides: its outcome, the task, and who has it. */
export type Outcome = string;

/** The rules of a swarm again, as plainly as they can be said: everything is looked up and counted anew each time. */
export class SwarmModel {
  readonly root: TaskNode;
  readonly strategy: 'parallel' | 'hierarchical';
  readonly maxTokens: number;
  readonly maxAgents: number;
  readonly left = new Map<string, boolean>();
  readonly used = new Map<string, number>();
  readonly told = new Set<string>();
  tokens = 0;
  micros = 0;

  constructor(root: TaskNode, strategy: 'parallel' | 'hierarchical', maxTokens: number, maxAgents: number) {
    this.root = structuredClone(root);
    this.strategy = strategy;
    this.maxTokens = maxTokens;
    this.maxAgents = maxAgents;
    this.#skip();
  }

  tasks(node = this.root, above: readonly TaskNode[] = []): Leafy[] {
    return [{ node, above }, ...node.children.flatMap((child) => this.tasks(child, [node, ...above]))];
  }

  leaves(): Leafy[] {
    return this.tasks().filter(({ node }) => node.children.length === 0);
  }

  find(id: string): Leafy | undefined {
    return this.tasks().find(({ node }) => node.id === id);
  }

  status(node: TaskNode): Status {
    if (node.children.length === 0) return node.status;
    const below = node.children.map((child) => this.status(child));
    if (below.includes('active')) return 'active';
    if (below.includes('pending')) return 'pending';
    if (below.includes('failed')) return 'failed';
    return below.includes('done') ? 'done' : 'skipped';
  }

  /** Everything that a task waits for, its own and what it inherits. */
  dependencies({ node, above }: Leafy): TaskNode[] {
    return [node, ...above].flatMap(({ dependencies }) => dependencies).map((id) => this.find(id)?.node ?? node);
  }

  isReady(task: Leafy): boolean {
    return task.node.status === 'pending' && this.dependencies(task).every((dependency) => this.status(dependency) === 'done');
  }

  #skip(): void {
    const lost = (status: Status) => status === 'failed' || status === 'skipped';
    for (;;) {
      const next = this.leaves().find(
        (task) => task.node.status === 'pending' && this.dependencies(task).some((node) => lost(this.status(node))),
      );
      if (next === undefined) return;
      next.node.status = 'skipped';
    }
  }

  criticalPath({ node, above }: Leafy): number {
    const line = new Set([node, ...above]);
    const after = this.leaves().filter((other) => this.dependencies(other).some((dependency) => line.has(dependency)));
    return Math.max(1, node.estimatedTokens) + Math.max(0, ...after.map((other) => this.criticalPath(other)));
  }

  inOrder(tasks: readonly Leafy[]): Leafy[] {
    // The sort keeps document order where the rest is equal.
    return tasks.toSorted((one, other) => one.node.priority - other.node.priority || this.criticalPath(other) - this.criticalPath(one));
  }

  isFinished(): boolean {
    return ['done', 'failed', 'skipped'].includes(this.status(this.root));
  }

  isMember(agent: string): boolean {
    return this.left.get(agent) === false;
  }

  #refuseAgent(agent: string): Outcome | null {
    if (!this.left.has(agent)) return 'unknown-agent';
    return this.isMember(agent) ? null : 'retired';
  }

  recruit(agent: string): Outcome {
    if (this.left.size >= this.maxAgents && !this.left.has(agent)) return 'full';
    this.left.set(agent, false);
    return 'ok';
  }

  retire(agent: string): Outcome {
    if (!this.left.has(agent)) return 'unknown-agent';
    this.left.set(agent, true);
    for (const { node } of this.tasks()) {
      if (node.assignedTo !== agent || !['pending', 'active'].includes(this.status(node))) continue;
      delete node.assignedTo;
      if (node.children.length === 0) node.status = 'pending';
    }
    this.#skip();
    return 'ok';
  }

  assign(id: string, agent: string, by: string): Outcome {
    const task = this.find(id);
    if (task === undefined) return 'unknown-task';
    if (by !== 'queen' && !task.above.some(({ assignedTo }) => assignedTo === by)) return 'not-coordinator';
    const refused = this.#refuseAgent(agent);
    if (refused !== null) return refused;
    const { node } = task;
    const status = this.status(node);
    if (!['pending', 'active'].includes(status)) return 'already-ended';
    if (node.children.length === 0 && status === 'active' && node.assignedTo !== agent) return `in-work ${node.assignedTo}`;
    node.assignedTo = agent;
    return 'ok';
  }

  #begin(node: TaskNode, agent: string): Outcome {
    node.status = 'active';
    node.assignedTo = agent;
    return `ok ${node.id}`;
  }

  isOver(): boolean {
    return this.tokens >= this.maxTokens;
  }

  take(id: string, agent: string, mayTakeFree: boolean): Outcome {
    const refused = this.#refuseAgent(agent);
    if (refused !== null) return refused;
    const task = this.find(id);
    if (task === undefined) return 'unknown-task';
    const { node } = task;
    if (node.children.length > 0) return 'not-a-leaf';
    if (node.status === 'active') return node.assignedTo === agent ? `ok ${id}` : `not-yours ${node.assignedTo}`;
    if (node.status !== 'pending') return 'already-ended';
    if (node.assignedTo === undefined && !mayTakeFree) return 'not-assigned';
    if (node.assignedTo !== undefined && node.assignedTo !== agent) return `not-yours ${node.assignedTo}`;
    if (this.isOver()) return 'over-budget';
    return this.isReady(task) ? this.#begin(node, agent) : 'waits-for';
  }

  claim(agent: string): Outcome {
    const refused = this.#refuseAgent(agent);
    if (refused !== null) return refused;
    const [unfinished] = this.inOrder(this.leaves().filter(({ node }) => node.status === 'active' && node.assignedTo === agent));
    if (unfinished !== undefined) return `ok ${unfinished.node.id}`;
    if (this.isFinished()) return 'all-done';
    if (this.isOver()) return 'over-budget';
    const pending = this.leaves().filter(({ node }) => node.status === 'pending');
    const own = pending.filter(({ node }) => node.assignedTo === agent);
    const free = this.strategy === 'parallel' ? pending.filter(({ node }) => node.assignedTo === undefined) : [];
    const ready = [own, free].flatMap((tasks) => this.inOrder(tasks.filter((task) => this.isReady(task))));
    if (ready[0] !== undefined) return this.#begin(ready[0].node, agent);
    return this.strategy === 'hierarchical' && own.length === 0 ? 'nothing-assigned' : 'nothing-ready';
  }

  end(id: string, agent: string, status: 'done' | 'failed'): Outcome {
    const refused = this.#refuseAgent(agent);
    if (refused !== null) return refused;
    const node = this.find(id)?.node;
    if (node === undefined) return 'unknown-task';
    if (node.children.length > 0) return 'not-a-leaf';
    if (!['pending', 'active'].includes(node.status)) return node.assignedTo === agent && node.status === status ? 'ok' : 'already-ended';
    if (node.assignedTo !== agent) return `not-yours ${node.assignedTo ?? 'nobody'}`;
    if (node.status === 'pending') return 'not-started';
    node.status = status;
    this.#skip();
    return 'ok';
  }

  usage(agent: string, tokens: number, costUsd: number): Outcome {
    const refused = this.#refuseAgent(agent);
    if (refused !== null) return refused;
    const active = this.leaves().filter(({ node }) => node.status === 'active' && node.assignedTo === agent);
    const [only] = active;
    if (only !== undefined && active.length === 1) only.node.actualTokens = (only.node.actualTokens ?? 0) + tokens;
    this.used.set(agent, (this.used.get(agent) ?? 0) + tokens);
    this.tokens += tokens;
    this.micros += toMicros(costUsd);
    return 'ok';
  }

  /** The warnings that are due now, as `limit percent`. */
  warnings(): string[] {
    const shares = { agents: this.left.size / this.maxAgents, tokens: this.tokens / this.maxTokens };
    return Object.entries(shares).flatMap(([limit, share]) => {
      const due = share >= 1 ? `${limit} 100` : share >= 0.8 ? `${limit} 80` : null;
      if (due === null || this.told.has(due)) return [];
      this.told.add(due);
      return [due];
    });
  }
}

export function warningText({ limit, percent }: BudgetWarning): string {
  return `${limit} ${percent}`;
}
