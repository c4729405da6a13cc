import type { PlanTask } from './plan.ts';
import { withoutLabels } from './task-text.ts';

type Named = Pick<PlanTask, 'id' | 'title'>;

const exactly = ({ title }: Named): string => title.toLowerCase();
/** The public template writes `P1: Title #label`, and refers to a task by its title. */
const plainly = ({ title }: Named): string => withoutLabels(title).toLowerCase();

function groupedBy<T extends Named>(tasks: readonly T[], keyOf: (task: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const task of tasks) {
    const key = keyOf(task);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [task]);
    else group.push(task);
  }
  return groups;
}

/** Returns the tasks with a title; without any, those that have it before or between their labels. Case is ignored. */
export function tasksWithTitle<T extends Named>(tasks: readonly T[], name: string): T[] {
  const lower = name.toLowerCase();
  const exact = tasks.filter((task) => exactly(task) === lower);
  return exact.length > 0 ? exact : tasks.filter((task) => plainly(task) === lower);
}

/** Finds tasks by the names in `depends`: by id, of several tasks the first, else by a title that only one task has. */
export class TaskNames<T extends Named> {
  readonly #byId = new Map<string, T>();
  /** By title, with all labels and without; built for the first name that is no id. */
  #byTitle: { readonly exact: ReadonlyMap<string, T[]>; readonly plain: ReadonlyMap<string, T[]> } | null = null;

  constructor(private readonly tasks: readonly T[]) {
    for (const task of tasks) if (task.id !== null && !this.#byId.has(task.id)) this.#byId.set(task.id, task);
  }

  /** Returns the tasks that a name may mean; it is valid if there is exactly one. */
  candidates(name: string): readonly T[] {
    const byId = this.#byId.get(name);
    if (byId !== undefined) return [byId];
    this.#byTitle ??= { exact: groupedBy(this.tasks, exactly), plain: groupedBy(this.tasks, plainly) };
    const lower = name.toLowerCase();
    return this.#byTitle.exact.get(lower) ?? this.#byTitle.plain.get(lower) ?? [];
  }

  find(name: string): T | undefined {
    const found = this.candidates(name);
    return found.length === 1 ? found[0] : undefined;
  }
}
