import { compareTasks, isEnded, type Task } from './task.ts';
import { TaskHeap } from './task-heap.ts';

/** What an agent has on its hands: the tasks assigned to it that have not ended, parents too. */
interface Hand {
  readonly tasks: Set<Task>;
  readonly active: Set<Task>;
  /** Pending leaves, those that are ready first. */
  readonly pending: TaskHeap;
}

function readyFirst(one: Task, other: Task): number {
  return Number(other.isReady) - Number(one.isReady) || compareTasks(one, other);
}

/** Who has which tasks, and which can be given out next. Kept up to date task by task. */
export class ReadyTasks {
  /** Ready leaves that nobody is assigned to. */
  readonly #free = new TaskHeap(compareTasks);
  /** Leaves that somebody works on or could begin at once: whoever finds nothing waits for these. */
  readonly #inHand = new TaskHeap(compareTasks);
  readonly #hands = new Map<string, Hand>();
  readonly #holders = new Map<Task, string>();

  /** Takes note of how a task stands now; to be called after every change of its status, readiness or assignment. */
  update(task: Task): void {
    this.#forget(task);
    if (isEnded(task.status)) return;
    const { assignedTo, isReady } = task;
    if (assignedTo !== null) this.#hold(task, assignedTo);
    else if (isReady) this.#free.add(task);
    if (task.isLeaf && (task.status === 'active' || (isReady && assignedTo !== null))) this.#inHand.add(task);
  }

  #forget(task: Task): void {
    this.#free.delete(task);
    this.#inHand.delete(task);
    const holder = this.#holders.get(task);
    const hand = holder === undefined ? undefined : this.#hands.get(holder);
    if (holder === undefined || hand === undefined) return;
    this.#holders.delete(task);
    hand.tasks.delete(task);
    hand.active.delete(task);
    hand.pending.delete(task);
    if (hand.tasks.size === 0) this.#hands.delete(holder);
  }

  #hold(task: Task, agent: string): void {
    let hand = this.#hands.get(agent);
    if (hand === undefined) {
      hand = { tasks: new Set(), active: new Set(), pending: new TaskHeap(readyFirst) };
      this.#hands.set(agent, hand);
    }
    this.#holders.set(task, agent);
    hand.tasks.add(task);
    if (!task.isLeaf) return;
    if (task.status === 'active') hand.active.add(task);
    else hand.pending.add(task);
  }

  /** The unassigned task that comes first in the ruling's order. */
  firstFree(): Task | undefined {
    return this.#free.first;
  }

  /** The pending leaf of an agent that comes first: a ready one, or if there is none, one that waits. */
  firstAssigned(agent: string): Task | undefined {
    return this.#hands.get(agent)?.pending.first;
  }

  /** What an agent works on. */
  activeOf(agent: string): ReadonlySet<Task> {
    return this.#hands.get(agent)?.active ?? new Set();
  }

  /** Everything that is assigned to an agent and has not ended, in document order. */
  heldBy(agent: string): Task[] {
    return [...(this.#hands.get(agent)?.tasks ?? [])].sort((one, other) => one.order - other.order);
  }

  /** The first few of the leaves that others work on or could begin at once. */
  inHand(most: number): Task[] {
    return this.#inHand.peek(most);
  }
}
