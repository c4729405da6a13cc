import type { Checked } from '../../../engine/platform/on-demand.ts';
import {
  blockedOutput,
  changedTaskOutput,
  describeObstacle,
  graphOutput,
  planOutput,
  readyOutput,
  startedTaskOutput,
} from '../../../engine/stack/index.ts';
import { counted, escapeText, type Text, type TypedInput, table, textOutput } from '../layout.ts';
import { styled } from '../style.ts';
import { commandWithLocation } from '../suggested-commands.ts';
import { dotGraph, graphTree, mermaidGraph } from './stack-graph.ts';

type Plan = Checked<typeof planOutput>;
type Task = Plan['tasks'][number];
type Brief = Checked<typeof changedTaskOutput>['ready'][number];

/** Maximum depth of indentation. */
const MAX_DEPTH = 12;
const STATUSES = ['pending', 'in progress', 'blocked', 'completed', 'closed', 'unknown'] as const;
/** Returns the text for a plan without tasks. */
const noTasks = ({ hasConflicts }: Pick<Plan, 'hasConflicts'>, asked: TypedInput) =>
  hasConflicts
    ? 'The plan has merge conflicts, and no task outside of them.'
    : `The plan is empty. Add a task: ${commandWithLocation('cstack plan add "Task title"', asked)}`;

/** Notes that an answer leaves out tasks inside merge conflicts, if there are any. */
const conflictNote = ({ hasConflicts }: Pick<Plan, 'hasConflicts'>) => (hasConflicts ? ' outside of the merge conflicts' : '');

/** Returns a function that right-aligns task numbers. */
function numbered(tasks: readonly Task[]): (task: Task) => string {
  const width = tasks.reduce((widest, { number }) => Math.max(widest, String(number).length), 0);
  return ({ number }) => String(number).padStart(width);
}

/** Returns a task with its box and priority, as written in the plan. */
export function formatTaskBox({ box, priority, title }: Task): string {
  return `[${box}] ${priority === null ? '' : `P${priority}: `}${title}`;
}

/** Shows a task in the style of its status. Done tasks step back. */
function styledTask(task: Task): string {
  const { status } = task;
  const style =
    status === 'in progress' ? 'busy' : status === 'blocked' ? 'alert' : status === 'completed' || status === 'closed' ? 'weak' : null;
  return style === null ? formatTaskBox(task) : styled(style, escapeText(formatTaskBox(task)));
}

/** Returns the other fields of a task's line. */
function fieldsOf({ depends, notes }: Task): string {
  const after = depends.length === 0 ? [] : [`after ${depends.join(', ')}`];
  return [...after, ...Object.entries(notes).map(([key, value]) => `${key}: ${value}`)].join(' · ');
}

/** Returns the depth of each task below its parents, by number. */
function depths(tasks: readonly Task[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const { number, parent } of tasks) found.set(number, parent === null ? 0 : Math.min((found.get(parent) ?? -1) + 1, MAX_DEPTH));
  return found;
}

function countsLine(tasks: readonly Task[]): string {
  const counts = STATUSES.map((status) => ({ status, count: tasks.filter((task) => task.status === status).length }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${count} ${status}`)
    .join(', ');
}

function listed(plan: Plan, _now: number, asked: TypedInput): string {
  const { stack, tasks } = plan;
  if (tasks.length === 0) return noTasks(plan, asked);
  const depth = depths(tasks);
  const number = numbered(tasks);
  const rows = table(
    tasks.map((task) => [number(task), `${'  '.repeat(depth.get(task.number) ?? 0)}${styledTask(task)}`, task.id ?? '', fieldsOf(task)]),
  ).split('\n');
  const hasSections = new Set(tasks.map(({ section }) => section)).size > 1;
  const lines = tasks.flatMap(({ section }, n) => {
    const isFirst = section !== tasks[n - 1]?.section;
    return [...(hasSections && isFirst && section !== '' ? [styled('strong', `## ${escapeText(section)}`)] : []), rows[n] ?? ''];
  });
  return [`Plan of ${escapeText(stack)}: ${countsLine(tasks)}`, '', ...lines].join('\n');
}

/** Explains why no task is ready. */
function nothingReady(answer: Checked<typeof readyOutput>, asked: TypedInput): string {
  const { counts } = answer;
  const { pending = 0, blocked = 0, completed = 0, closed = 0, unknown = 0 } = counts;
  const busy = counts['in progress'];
  if (pending + blocked + busy + unknown === 0)
    return completed + closed === 0 ? noTasks(answer, asked) : `Every task${conflictNote(answer)} is done.`;
  const reasons = [
    ...(busy > 0 ? [`${busy} in progress`] : []),
    ...(pending + blocked > 0 ? [`${pending + blocked} blocked or waiting, see "${commandWithLocation('cstack blocked', asked)}"`] : []),
  ];
  return `No task${conflictNote(answer)} is ready${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}.`;
}

function rowsOf(tasks: readonly Task[]): string {
  const number = numbered(tasks);
  return table(tasks.map((task) => [number(task), formatTaskBox(task), task.id ?? '']));
}

function blockedRows(answer: Checked<typeof blockedOutput>): string {
  const { tasks } = answer;
  if (tasks.length === 0) return `Nothing${conflictNote(answer)} is blocked.`;
  const number = numbered(tasks);
  const why = ({ obstacles }: (typeof tasks)[number]) => obstacles.map(describeObstacle).join('; ');
  return table(tasks.map((task) => [number(task), formatTaskBox(task), task.id ?? '', why(task)]));
}

const named = ({ number, title }: Pick<Brief, 'number' | 'title'>) => `${number} "${escapeText(title)}"`;

/** Explains why a task was not started, and what to do instead. */
function notStarted({ task }: Checked<typeof startedTaskOutput>, asked: TypedInput): string {
  const why = task.notes.blocked === undefined ? '' : `: ${escapeText(task.notes.blocked)}`;
  switch (task.status) {
    case 'in progress':
      return `Task ${named(task)} is already in progress: you or another agent started it. To see the ready tasks, run "${commandWithLocation('cstack ready', asked)}".`;
    case 'blocked':
      return `Task ${named(task)} is blocked${why}. To unblock it: ${commandWithLocation(`cstack plan unblock ${task.number}`, asked)}`;
    case 'unknown':
      return `Task ${named(task)} has an unknown box: [${escapeText(task.box)}]. Correct it in PLAN.md.`;
    case 'pending':
      return `Task ${named(task)} was reset by another change to PLAN.md. Try again: ${commandWithLocation(`cstack plan start ${task.number}`, asked)}`;
    default:
      return `Task ${named(task)} is ${task.status}. To do it again, set its box to [ ] in PLAN.md, line ${task.line}.`;
  }
}

type Changed = Checked<typeof changedTaskOutput>;

/** @param done text after a change @param already text when nothing changed */
function changed(done: (task: Task) => string, already: (task: Task) => string): Text {
  return textOutput(changedTaskOutput, (answer: Changed) => {
    const said = answer.changed ? done(answer.task) : already(answer.task);
    return [said, ...(answer.ready.length === 0 ? [] : [`Ready now: ${answer.ready.map(named).join(', ')}`])].join('\n');
  });
}

const because = ({ notes }: Task) => (notes.blocked === undefined ? '' : `: ${escapeText(notes.blocked)}`);

export const planTexts: Readonly<Record<string, Text>> = {
  'plan list': textOutput(planOutput, listed),
  'plan add': changed(
    (task) => `Added task ${named(task)}${task.id === null ? '' : ` with the id ${escapeText(task.id)}`}.`,
    (task) => `Task ${named(task)} is already in the plan.`,
  ),
  'plan start': textOutput(startedTaskOutput, (answer, _now, asked) =>
    answer.started
      ? `Started task ${named(answer.task)}. When it is done: ${commandWithLocation(`cstack plan done ${answer.task.number}`, asked)}`
      : notStarted(answer, asked),
  ),
  'plan done': changed(
    (task) => `Done: task ${named(task)}.`,
    (task) => `Task ${named(task)} was done already.`,
  ),
  'plan block': changed(
    (task) => `Blocked: task ${named(task)}${because(task)}.`,
    (task) => `Task ${named(task)} was blocked already${because(task)}.`,
  ),
  'plan unblock': changed(
    (task) => `Pending again: task ${named(task)}.`,
    (task) => `Task ${named(task)} is not blocked but ${task.status}.`,
  ),
  'plan move': changed(
    (task) => `Moved: it is now task ${named(task)}.`,
    (task) => `Task ${named(task)} is there already.`,
  ),
  ready: textOutput(readyOutput, (answer, _now, asked) => (answer.tasks.length === 0 ? nothingReady(answer, asked) : rowsOf(answer.tasks))),
  blocked: textOutput(blockedOutput, blockedRows),
  graph: textOutput(graphOutput, (answer, _now, asked) => {
    if (asked.mermaid === true) return mermaidGraph(answer);
    if (asked.dot === true) return dotGraph(answer);
    return answer.tasks.length === 0 ? noTasks(answer, asked) : graphTree(answer);
  }),
  'critical-path': textOutput(planOutput, (answer) => {
    const { tasks } = answer;
    return tasks.length === 0 ? `No task${conflictNote(answer)} is open.` : `${counted(tasks.length, 'task')}, in order:\n${rowsOf(tasks)}`;
  }),
};
