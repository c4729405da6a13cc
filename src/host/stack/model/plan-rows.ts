import { describeObstacle, type PlanTask, STACK_FILES, type StackFiles, TaskGraph, type TaskStatus } from '../../../engine/stack/index.ts';
import { groupRow, limitRows, MAX_OF_ID, type MoreText, type Row } from '../../model/row.ts';
import { grouped, oneLine } from '../../model/text.ts';

export const PLAN_ICONS: Readonly<Record<TaskStatus, Row['icon']>> = {
  pending: { name: 'circle-large-outline' },
  'in progress': { name: 'play-circle', color: 'charts.blue' },
  completed: { name: 'pass', color: 'testing.iconPassed' },
  blocked: { name: 'error', color: 'testing.iconFailed' },
  closed: { name: 'circle-slash', color: 'testing.iconSkipped' },
  unknown: { name: 'question', color: 'problemsWarningIcon.foreground' },
};

/** Maximum label length. It leaves room for the obstacle; the tooltip has the full text. */
const LABEL_LENGTH = 60;
const OVER: ReadonlySet<TaskStatus> = new Set(['completed', 'closed']);

/** Formats progress as `2 of 5 done`. Tasks that were closed without completion do not count. */
export function progressText(tasks: readonly PlanTask[]): string {
  const counted = tasks.filter(({ status }) => status !== 'closed');
  return counted.length === 0
    ? ''
    : `${grouped(counted.filter(({ status }) => status === 'completed').length)} of ${grouped(counted.length)} done`;
}

interface ShownPlan {
  readonly directory: string;
  readonly graph: TaskGraph;
  /** Subtasks, by the number of their parent. */
  readonly parts: ReadonlyMap<number | null, readonly PlanTask[]>;
}

/** Groups tasks by parent. Tasks in a cycle of parents are shown at the top level, because no root leads to them. */
function partsOf(tasks: readonly PlanTask[]): Map<number | null, PlanTask[]> {
  const parts = new Map<number | null, PlanTask[]>();
  for (const task of tasks) {
    const others = parts.get(task.parent);
    if (others === undefined) parts.set(task.parent, [task]);
    else others.push(task);
  }
  const reached = new Set(parts.get(null));
  for (const { number } of reached) for (const part of parts.get(number) ?? []) reached.add(part);
  const rest = tasks.filter((task) => !reached.has(task));
  if (rest.length === 0) return parts;
  for (const { number } of rest) parts.delete(number);
  return parts.set(
    null,
    tasks.filter((task) => task.parent === null || !reached.has(task)),
  );
}

/** @param parent id of the parent row */
export function planRow(parent: string, { directory, tasks, hidden }: Pick<StackFiles, 'directory' | 'tasks' | 'hidden'>): Row {
  const id = `${parent}/plan`;
  const group = { id, label: 'Plan', description: progressText(tasks) || 'no task yet', icon: 'checklist' };
  const file = { kind: 'stack-file', directory, file: STACK_FILES.plan, line: 1 } as const;
  const row = groupRow(group, () => {
    const plan = { directory, graph: new TaskGraph(tasks, hidden), parts: partsOf(tasks) };
    return taskRows(id, plan, plan.parts.get(null) ?? []);
  });
  return { ...row, subject: file, context: 'stack-plan', ...(tasks.length === 0 && { unfolded: null, command: 'cortex.stack.open' }) };
}

function inPlan(directory: string, line: number): MoreText {
  const tooltip = 'Open PLAN.md, which has them all.';
  return {
    description: 'in PLAN.md',
    tooltip,
    command: 'cortex.stack.open',
    subject: { kind: 'stack-file', directory, file: STACK_FILES.plan, line },
  };
}

function taskRows(parent: string, plan: ShownPlan, tasks: readonly PlanTask[]): readonly Row[] {
  return limitRows(parent, tasks, (task) => taskRow(parent, plan, task), inPlan(plan.directory, tasks[0]?.line ?? 1));
}

function taskRow(parent: string, plan: ShownPlan, task: PlanTask): Row {
  const { status } = task;
  const id = `${parent}/task/${(task.id ?? task.title).slice(0, MAX_OF_ID)}`;
  const parts = plan.parts.get(task.number) ?? [];
  const label = oneLine(task.title, LABEL_LENGTH) || `task ${task.number}`;
  const obstacles = plan.graph.obstacles(task).map((obstacle) => oneLine(describeObstacle(obstacle), 200));
  const why = OVER.has(status) ? '' : (obstacles[0] ?? '');
  const progress = parts.length === 0 ? '' : progressText(parts);
  return {
    id,
    subject: { kind: 'plan-task', directory: plan.directory, number: task.number, text: task.text },
    label,
    description: [task.priority === null ? '' : `P${task.priority}`, progress, why].filter((part) => part !== '').join(' · '),
    icon: PLAN_ICONS[status],
    tooltip: tooltipOf(task, obstacles),
    accessibility: [label, status, progress, why].filter((part) => part !== '').join(', '),
    context: `plan-task.${status.replace(' ', '-')}`,
    command: 'cortex.stack.open',
    // Completed tasks are collapsed, because they need no attention.
    unfolded: parts.length === 0 ? null : !OVER.has(status),
    children: () => taskRows(id, plan, parts),
  };
}

/** Maximum number of lines in a tooltip. */
const MAX_NOTES = 10;

function tooltipOf(task: PlanTask, obstacles: readonly string[]): string {
  const notes = Array.from(task.notes, ([key, value]) => `${key}: ${value}`).slice(0, MAX_NOTES);
  const lines = [
    oneLine(task.title, 500),
    `${task.id === null ? `Task ${task.number}` : oneLine(task.id, 60)}: ${task.status}`,
    ...obstacles.slice(0, MAX_NOTES),
    ...notes.map((note) => oneLine(note, 200)),
  ];
  return lines.filter((line) => line !== '').join('\n');
}
