import { parseInstant } from '../../../engine/platform/zoned-time.ts';
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

export function mapQueueLists<Value>(of: (list: QueueList) => Value): Record<QueueList, Value> {
  return { ready: of('ready'), working: of('working'), done: of('done'), other: of('other') };
}

/** Returns the time of a task in its current state, as written. Headings in the seed's layout are times; other headings are ignored. */
function timeOf({ state, started, completed, heading }: QueueTask): string | null {
  if (state === 'done') return completed ?? started;
  if (state === 'in-progress') return started;
  return /^\d{4}-/.test(heading) ? heading : null;
}

/** A task on the board. Values are computed lazily, because most tasks are never in view. */
export class BoardTask {
  readonly id: string;
  readonly list: QueueList;
  /** When it was dispatched, started or completed, as written; `null` if the note does not say. */
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

  /** Agent that has the task; `null` if it has none. */
  get agent(): string | null {
    const { task, project } = this;
    const isOwners = task.state === 'in-progress' || (task.state === 'done' && project.shape.section === null);
    return task.agent ?? (isOwners ? project.agent : null);
  }

  /** Milliseconds since 1970 UTC; `null` if the time is missing or invalid. */
  get since(): number | null {
    this.#since ??= this.time === null ? null : parseInstant(this.time, this.timeZone);
    return this.#since;
  }

  /** Whether it is blocked. Completed tasks never are. */
  get isBlocked(): boolean {
    return this.task.blocked !== null && this.list !== 'done';
  }
}

/** Returns the id of a task for the page. */
export const boardId = (project: string, task: string): string => JSON.stringify([project, task]);

const LAST = Number.POSITIVE_INFINITY;

/** Order of the columns: in progress by the oldest start, done by the latest completion. The others keep the order of the queues. */
const ORDER: Readonly<Partial<Record<QueueList, (one: BoardTask, other: BoardTask) => number>>> = {
  working: (one, other) => compare(one.since ?? LAST, other.since ?? LAST),
  done: (one, other) => compare(-(one.since ?? -LAST), -(other.since ?? -LAST)),
};

/** Compares numbers. Subtraction fails for infinite ones. */
const compare = (one: number, other: number): number => (one < other ? -1 : one > other ? 1 : 0);

/** Builds boards from the notes of a team. Caches the tasks of each unchanged note. */
export class BoardMaker {
  readonly #made = new WeakMap<ProjectNote, readonly BoardTask[]>();

  /** @param timeZone time zone of the times in the notes */
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

/** All tasks of all work queues, by column. */
export class QueueBoard {
  readonly lists: Readonly<Record<QueueList, readonly BoardTask[]>>;
  readonly blocked: number;
  readonly #tasks: ReadonlyMap<string, BoardTask>;

  constructor(
    readonly notes: TeamNotes,
    readonly tasks: readonly BoardTask[],
  ) {
    const lists = mapQueueLists((): BoardTask[] => []);
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
