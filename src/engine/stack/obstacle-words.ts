import type { PlanTask } from './plan.ts';

type NamedTask = Pick<PlanTask, 'id' | 'title' | 'line'>;

/** Why a task cannot be begun, as far as it is said: of other tasks only what they are called. */
export type NamedObstacle =
  | { readonly kind: 'marked'; readonly why: string }
  | { readonly kind: 'waits'; readonly for: readonly NamedTask[] }
  | { readonly kind: 'unknown'; readonly ids: readonly string[] }
  | { readonly kind: 'circle'; readonly tasks: readonly NamedTask[] };

/** So many tasks are named. */
const NAMED = 5;

const nameOf = ({ id, title }: NamedTask): string => id ?? `"${title}"`;

function some(names: readonly string[]): string {
  const more = names.length - NAMED;
  return names.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** A circle of tasks with their lines: `a (line 3) → b (line 5) → a`. */
export function circleWords(tasks: readonly NamedTask[]): string {
  const names = tasks.map((task) => `${nameOf(task)} (line ${task.line})`);
  return [...names, ...tasks.slice(0, 1).map(nameOf)].join(' → ');
}

/** What is said behind a task, or behind "it". */
export function obstacleWords(obstacle: NamedObstacle): string {
  switch (obstacle.kind) {
    case 'marked':
      return obstacle.why === '' ? 'is blocked, without a reason' : `is blocked: ${obstacle.why}`;
    case 'waits':
      return `waits for ${some(obstacle.for.map(nameOf))}`;
    case 'unknown':
      return `waits for ${some(obstacle.ids.map((id) => `"${id}"`))}, which is no task’s id`;
    case 'circle':
      return `waits for itself in a circle: ${circleWords(obstacle.tasks)}`;
  }
}
