import { compareTasks, type Holder, isEnded, type Task } from './task.ts';
import { TaskHeap } from './task-heap.ts';

/** What an agent has on its hands: the tasks assigned to it that have not ended, parents too. */
interface Hand {
  readonly tasks: Set<Task>;
  readonly active: Set<Task>;
  /** Pending leaves, those that are ready first. */
  readonly pending: TaskHeap;
}

/** Whether somebody who has a task could begin it: who has a place in a contest needs no room any more. */
function canBegin({ isOpen, isReady, room }: Task): boolean {
  return isReady || (room !== null && isOpen);
}

function readyFirst(one: Task, other: Task): number {
  return Number(canBegin(other)) - Number(canBegin(one)) || compareTasks(one, other);
}

/** Who has which tasks, and which can be given out next. Kept up to date task by task. */
export class ReadyTasks {
  /** Ready leaves that nobody is assigned to. */
  readonly #free = new TaskHeap(compareTasks);
  /** Leaves that somebody works on or could begin at once: whoever finds nothing waits for these. */
  readonly #inHand = new TaskHeap(compareTasks);
  /** Leaves that could be given out but for what is not agreed. */
  readonly #unagreed = new TaskHeap(compareTasks);
  readonly #hands = new Map<string, Hand>();
  readonly #holders = new Map<Task, readonly Holder[]>();
  #touched = new Set<Task>();
  #handed = new Set<string>();

  /** Takes note of how a task stands now; to be called after every change of its status, readiness or assignment. */
  update(task: Task): void {
    this.#touched.add(task);
    this.#forget(task);
    if (isEnded(task.status)) return;
    const { holders, isReady } = task;
    if (holders.length > 0) this.#hold(task, holders);
    if (isReady && (holders.length === 0 || task.room !== null)) this.#free.add(task);
    if (task.isUnagreed && task.isOpen && task.isUnbegun) this.#unagreed.add(task);
    if (task.isLeaf && (task.status === 'active' || (canBegin(task) && holders.length > 0))) this.#inHand.add(task);
  }

  /** The tasks that were updated since this was last asked. */
  takeTouched(): ReadonlySet<Task> {
    const touched = this.#touched;
    this.#touched = new Set();
    return touched;
  }

  /** The agents into whose hands something came since this was last asked. */
  takeHanded(): ReadonlySet<string> {
    const handed = this.#handed;
    if (handed.size > 0) this.#handed = new Set();
    return handed;
  }

  #forget(task: Task): void {
    for (const heap of [this.#free, this.#inHand, this.#unagreed]) heap.delete(task);
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

  #hold(task: Task, holders: readonly Holder[]): void {
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

  /** The first task in the ruling's order that an agent could take without being assigned to it. @param fits whether this one may */
  firstFree(fits: (task: Task) => boolean = () => true): Task | undefined {
    for (let most = 1; ; most *= 2) {
      const first = this.#free.peek(most);
      const found = first.find(fits);
      if (found !== undefined || first.length < most) return found;
    }
  }

  /** The first few of the tasks that an agent could take without being assigned to them. */
  free(most: number): Task[] {
    return this.#free.peek(most);
  }

  /** The first few of the leaves that wait for nothing but an agreement. */
  unagreed(most: number): Task[] {
    return this.#unagreed.peek(most);
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
