import { instantOf } from '../../../engine/platform/zoned-time.ts';
import type { AgentNote, ProjectNote, QueueTask } from '../../../engine/team/index.ts';
import type { QueueList } from './protocol.ts';

/** The notes of a team, by slug. */
export interface TeamNotes {
  readonly projects: ReadonlyMap<string, ProjectNote>;
  readonly agents: ReadonlyMap<string, AgentNote>;
}

const LIST_OF: Readonly<Record<QueueTask['state'], QueueList>> = {
  ready: 'ready',
  'in-progress': 'working',
  done: 'done',
  unknown: 'other',
};

export function ofQueueLists<Value>(of: (list: QueueList) => Value): Record<QueueList, Value> {
  return { ready: of('ready'), working: of('working'), done: of('done'), other: of('other') };
}

/** What a task says of when it came to be where it is. The headings of the seed's layout are times; other headings are not. */
function timeOf({ state, started, completed, heading }: QueueTask): string | null {
  if (state === 'done') return completed ?? started;
  if (state === 'in-progress') return started;
  return /^\d{4}-/.test(heading) ? heading : null;
}

/** A task on the board. Of most of them nobody sees more than that they are there. */
export class BoardTask {
  readonly id: string;
  readonly list: QueueList;
  /** When it was dispatched, begun or done, as it is written; `null` where it says nothing of it. */
  readonly time: string | null;
  #since: number | null | undefined;

  constructor(
    readonly project: ProjectNote,
    readonly task: QueueTask,
    private readonly timeZone: string,
  ) {
    this.id = boardId(project.slug, task.id);
    this.list = LIST_OF[task.state];
    this.time = timeOf(task);
  }

  /** Whose it is; `null`: nobody's. */
  get agent(): string | null {
    const { task, project } = this;
    return task.agent ?? (task.state === 'in-progress' ? project.agent : null);
  }

  /** Milliseconds since 1970 UTC; `null` where its time is none. */
  get since(): number | null {
    this.#since ??= this.time === null ? null : instantOf(this.time, this.timeZone);
    return this.#since;
  }

  /** What is done is not held up by anything. */
  get isBlocked(): boolean {
    return this.task.blocked !== null && this.list !== 'done';
  }
}

/** By which a page knows a task. */
export const boardId = (project: string, task: string): string => JSON.stringify([project, task]);

const LAST = Number.POSITIVE_INFINITY;

/** What one looks for first: what is ready in the order of the queues, what has been in work for longest, what was done last. */
const ORDER: Readonly<Partial<Record<QueueList, (one: BoardTask, other: BoardTask) => number>>> = {
  working: (one, other) => compare(one.since ?? LAST, other.since ?? LAST),
  done: (one, other) => compare(-(one.since ?? -LAST), -(other.since ?? -LAST)),
};

/** Infinite numbers have no difference. */
const compare = (one: number, other: number): number => (one < other ? -1 : one > other ? 1 : 0);

/** Makes boards of a team's notes; of a note that did not change nothing is worked out again. */
export class BoardMaker {
  readonly #made = new WeakMap<ProjectNote, readonly BoardTask[]>();

  /** @param timeZone of the times that tasks say */
  constructor(readonly timeZone: string) {}

  make(notes: TeamNotes): QueueBoard {
    return new QueueBoard(
      notes,
      [...notes.projects.values()].flatMap((project) => this.#tasksOf(project)),
    );
  }

  #tasksOf(project: ProjectNote): readonly BoardTask[] {
    const known = this.#made.get(project) ?? project.tasks.map((task) => new BoardTask(project, task, this.timeZone));
    this.#made.set(project, known);
    return known;
  }
}

/** All tasks of all work queues, in the columns in which they are shown. */
export class QueueBoard {
  readonly lists: Readonly<Record<QueueList, readonly BoardTask[]>>;
  readonly blocked: number;
  readonly #tasks: ReadonlyMap<string, BoardTask>;

  constructor(
    readonly notes: TeamNotes,
    readonly tasks: readonly BoardTask[],
  ) {
    const lists = ofQueueLists((): BoardTask[] => []);
    for (const each of tasks) lists[each.list].push(each);
    for (const [list, order] of Object.entries(ORDER)) if (list === 'working' || list === 'done') lists[list].sort(order);
    this.lists = lists;
    this.blocked = tasks.filter(({ isBlocked }) => isBlocked).length;
    this.#tasks = new Map(tasks.map((each) => [each.id, each]));
  }

  task(id: string): BoardTask | undefined {
    return this.#tasks.get(id);
  }
}
