import { compareTasks, isEnded, type Task, type TaskHolder } from './task.ts';
import { TaskHeap } from './task-heap.ts';

/** The tasks of one agent: those assigned to it that have not ended, including parents. */
interface Hand {
  readonly tasks: Set<Task>;
  readonly active: Set<Task>;
  /** Pending leaves, ready ones first. */
  readonly pending: TaskHeap;
}

/** Returns whether an assigned agent could begin the task. A candidate in a contest needs no further room. */
function canBegin({ isOpen, isReady, room }: Task): boolean {
  return isReady || (room !== null && isOpen);
}

function readyFirst(one: Task, other: Task): number {
  return Number(canBegin(other)) - Number(canBegin(one)) || compareTasks(one, other);
}

/** Index of the tasks of each agent, and of the tasks that can be assigned next. Updated task by task. */
export class ReadyTasks {
  /** Ready leaves that are not assigned. */
  readonly #listFree = new TaskHeap(compareTasks);
  /** Leaves that are in progress, or that their agents could begin at once. An agent that gets no task waits for these. */
  readonly #listInProgress = new TaskHeap(compareTasks);
  /** Leaves that could be assigned if a proposal were accepted. */
  readonly #listUnagreed = new TaskHeap(compareTasks);
  readonly #hands = new Map<string, Hand>();
  readonly #holders = new Map<Task, readonly TaskHolder[]>();
  #touched = new Set<Task>();
  #handed = new Set<string>();

  /** Updates the index for a task. Must be called after every change of its status, readiness or assignment. */
  update(task: Task): void {
    this.#touched.add(task);
    this.#forget(task);
    if (isEnded(task.status)) return;
    const { holders, isReady } = task;
    if (holders.length > 0) this.#hold(task, holders);
    if (isReady && (holders.length === 0 || task.room !== null)) this.#listFree.add(task);
    if (task.isUnagreed && task.isOpen && task.isUnstarted) this.#listUnagreed.add(task);
    if (task.isLeaf && (task.status === 'active' || (canBegin(task) && holders.length > 0))) this.#listInProgress.add(task);
  }

  /** Returns the tasks updated since the last call. */
  takeUpdated(): ReadonlySet<Task> {
    const touched = this.#touched;
    this.#touched = new Set();
    return touched;
  }

  /** Returns the agents that got a task since the last call. */
  takeAssignedAgents(): ReadonlySet<string> {
    const handed = this.#handed;
    if (handed.size > 0) this.#handed = new Set();
    return handed;
  }

  #forget(task: Task): void {
    for (const heap of [this.#listFree, this.#listInProgress, this.#listUnagreed]) heap.delete(task);
    for (const { agent } of this.#holders.get(task) ?? []) {
      const hand = this.#hands.get(agent);
      if (hand === undefined) continue;
      hand.tasks.delete(task);
      hand.active.delete(task);
      hand.pending.delete(task);
      if (hand.tasks.size === 0) this.#hands.delete(agent);
    }
    this.#holders.delete(task);
  }

  #hold(task: Task, holders: readonly TaskHolder[]): void {
    this.#holders.set(task, holders);
    for (const { agent, works } of holders) {
      const hand = this.#handOf(agent);
      this.#handed.add(agent);
      hand.tasks.add(task);
      if (!task.isLeaf) continue;
      if (works) hand.active.add(task);
      else hand.pending.add(task);
    }
  }

  #handOf(agent: string): Hand {
    const known = this.#hands.get(agent);
    if (known !== undefined) return known;
    const hand = { tasks: new Set<Task>(), active: new Set<Task>(), pending: new TaskHeap(readyFirst) };
    this.#hands.set(agent, hand);
    return hand;
  }

  /** Returns the first task, in the order of `compareTasks`, that an agent could take without an assignment. @param fits filter */
  firstFree(fits: (task: Task) => boolean = () => true): Task | undefined {
    for (let most = 1; ; most *= 2) {
      const first = this.#listFree.peek(most);
      const found = first.find(fits);
      if (found !== undefined || first.length < most) return found;
    }
  }

  /** Returns the first `most` tasks that an agent could take without an assignment. */
  listFree(most: number): Task[] {
    return this.#listFree.peek(most);
  }

  /** Returns the first `most` leaves that wait only for an accepted proposal. */
  listUnagreed(most: number): Task[] {
    return this.#listUnagreed.peek(most);
  }

  /** Returns the first pending leaf of an agent: a ready one, or else one that waits. */
  firstAssigned(agent: string): Task | undefined {
    return this.#hands.get(agent)?.pending.first;
  }

  /** Returns the leaves that an agent works on. */
  activeOf(agent: string): ReadonlySet<Task> {
    return this.#hands.get(agent)?.active ?? new Set();
  }

  /** Returns all tasks that are assigned to an agent and have not ended, in document order. */
  heldBy(agent: string): Task[] {
    return [...(this.#hands.get(agent)?.tasks ?? [])].sort((one, other) => one.order - other.order);
  }

  /** Returns the first `most` leaves that agents work on or could begin at once. */
  listInProgress(most: number): Task[] {
    return this.#listInProgress.peek(most);
  }
}
