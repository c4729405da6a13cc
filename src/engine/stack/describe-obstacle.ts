import type { PlanTask } from './plan/plan.ts';

type NamedTask = Pick<PlanTask, 'id' | 'title' | 'line'>;

/** Reason why a task is blocked, with only the names of other tasks. */
export type NamedObstacle =
  | { readonly kind: 'marked'; readonly why: string }
  | { readonly kind: 'waits'; readonly for: readonly NamedTask[] }
  | { readonly kind: 'unknown'; readonly ids: readonly string[] }
  | { readonly kind: 'conflict'; readonly tasks: readonly { readonly id: string; readonly line: number }[] }
  | { readonly kind: 'above'; readonly count: number }
  | { readonly kind: 'cycle'; readonly tasks: readonly NamedTask[]; readonly more: number };

/** Largest number of tasks to name. */
const NAMED = 5;
const NAMED_IN_CYCLE = 20;

const nameOf = ({ id, title }: NamedTask): string => id ?? `"${title}"`;

function some(names: readonly string[]): string {
  const more = names.length - NAMED;
  return names.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Formats a cycle of tasks with their lines: `a (line 3) → b (line 5) → a`. @param more number of further tasks in the cycle */
export function formatCycle(tasks: readonly NamedTask[], more = 0): string {
  const names = tasks.slice(0, NAMED_IN_CYCLE).map((task) => `${nameOf(task)} (line ${task.line})`);
  const rest = tasks.length - names.length + more;
  return [...names, ...(rest === 0 ? [] : [`${rest} more`]), ...tasks.slice(0, 1).map(nameOf)].join(' → ');
}

/** Returns a predicate to write after the name of a task, or after "it". */
export function describeObstacle(obstacle: NamedObstacle): string {
  switch (obstacle.kind) {
    case 'marked':
      return obstacle.why === '' ? 'is blocked, without a reason' : `is blocked: ${obstacle.why}`;
    case 'waits':
      return `waits for ${some(obstacle.for.map(nameOf))}`;
    case 'unknown':
      return `waits for ${some(obstacle.ids.map((id) => `"${id}"`))}, but no task has this id`;
    case 'conflict':
      return `waits for ${some(obstacle.tasks.map(({ id, line }) => `${id} (line ${line})`))} in an unresolved merge conflict`;
    case 'above':
      return `waits for ${obstacle.count} more, as do its parent tasks`;
    case 'cycle':
      return `is part of a dependency cycle: ${formatCycle(obstacle.tasks, obstacle.more)}`;
  }
}
