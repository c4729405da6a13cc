import type { SwarmAgent, SwarmManifest, TaskNode } from '../../crtx/schema.ts';
import { addMicros, addTokens, toMicros, toUsd } from '../budget.ts';
import { createOutline } from '../tasks/outline.ts';
import type { TaskStatus } from '../tasks/task.ts';

/** A copy of a manifest to which changes are applied one by one. Its parent tasks keep the status from before the changes. */
export class Draft {
  readonly manifest: SwarmManifest;
  readonly tasks = new Map<string, TaskNode>();
  readonly agents: Map<string, SwarmAgent>;
  /** Number of tasks that each agent works on. */
  readonly #active = new Map<string, number>();

  /** @param manifest is modified in place */
  constructor(manifest: SwarmManifest) {
    this.manifest = manifest;
    this.agents = new Map(manifest.agents.map((agent) => [agent.id, agent]));
    this.addTasks(manifest.decomposition);
  }

  /** Registers a task and all tasks below it. */
  addTasks(root: TaskNode): void {
    for (const node of createOutline(root).nodes) {
      this.tasks.set(node.id, node);
      this.#count(node, 1);
    }
  }

  /** Reports whether an agent works on any task. */
  works(agent: string): boolean {
    return (this.#active.get(agent) ?? 0) > 0;
  }

  /** Sets a task's status and assignee, and removes it from the list of a previous assignee. */
  move(node: TaskNode, status: TaskStatus, assignedTo: string | null): void {
    this.#count(node, -1);
    const before = node.assignedTo === assignedTo ? undefined : this.agents.get(node.assignedTo ?? '');
    if (before !== undefined) before.assignedTasks = before.assignedTasks.filter((id) => id !== node.id);
    node.status = status;
    if (assignedTo === null) delete node.assignedTo;
    else node.assignedTo = assignedTo;
    this.#count(node, 1);
  }

  /** Adds to the swarm's spending. @param costUsd US dollars */
  spend(tokens: number, costUsd: number): void {
    const { spent } = this.manifest.budget;
    spent.tokens = addTokens(spent.tokens, tokens);
    spent.costUsd = addUsd(spent.costUsd, costUsd);
  }

  #count({ status, assignedTo, children }: TaskNode, by: number): void {
    if (status !== 'active' || assignedTo === undefined || children.length > 0) return;
    this.#active.set(assignedTo, (this.#active.get(assignedTo) ?? 0) + by);
  }
}

/** Adds US dollars without binary rounding errors. */
export function addUsd(usd: number, more: number): number {
  return toUsd(addMicros(toMicros(usd), toMicros(more)));
}
