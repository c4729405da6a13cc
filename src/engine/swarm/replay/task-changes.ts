import type { Swarm } from '../state/swarm.ts';
import type { Task } from '../tasks/task.ts';
import type { ChangeDraft, TaskSummary } from './change.ts';

function summarizeTask({ status, holders }: Task): TaskSummary {
  return { status, agents: holders.map(({ agent }) => agent) };
}

/** The state of a task before its first change. */
const UNTOUCHED: TaskSummary = { status: 'pending', agents: [] };

function sameAgents({ agents: one }: TaskSummary, { agents: other }: TaskSummary): boolean {
  return one.length === other.length && one.every((agent, place) => agent === other[place]);
}

function describeTransition(from: TaskSummary, to: TaskSummary): string {
  const withAgents = ({ status, agents }: TaskSummary) => (agents.length === 0 ? status : `${status} (${agents.join(', ')})`);
  return sameAgents(from, to) ? `${from.status} → ${to.status}` : `${withAgents(from)} → ${withAgents(to)}`;
}

/** Remembers the state of each task, so that the cost of a record depends on the tasks that it touches. */
export class TaskWatch {
  #swarm: string | null = null;
  readonly #known = new Map<string, TaskSummary>();

  /** Takes the current state of the tasks. @param tasks all tasks of the swarm */
  begin({ id }: Swarm, tasks: Iterable<Task>): void {
    this.#swarm = id;
    this.#known.clear();
    for (const task of tasks) this.#known.set(task.id, summarizeTask(task));
  }

  /**
   * Returns the task changes of a record in document order. A new swarm reports none, because all its tasks were created together.
   * @param touched the tasks that the record may have changed
   * @param authorOf returns the author of a task's change
   */
  changes(swarm: Swarm, touched: ReadonlySet<Task>, authorOf: (task: Task) => string | null): ChangeDraft[] {
    if (swarm.id !== this.#swarm) {
      this.begin(swarm, touched);
      return [];
    }
    const found: ChangeDraft[] = [];
    for (const task of [...touched].sort((one, other) => one.order - other.order)) {
      const from = this.#known.get(task.id) ?? UNTOUCHED;
      const to = summarizeTask(task);
      this.#known.set(task.id, to);
      if (from.status === to.status && sameAgents(from, to)) continue;
      found.push({ kind: 'task', agent: authorOf(task), subject: task.id, detail: describeTransition(from, to), from, to });
    }
    return found;
  }
}
