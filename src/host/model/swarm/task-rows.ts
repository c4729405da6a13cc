import type { SwarmManifest } from '../../../engine/crtx/index.ts';
import { taskContext } from '../contexts.ts';
import { groupRow, limitRows, type Row } from '../row.ts';
import { oneLine, tokens } from '../text.ts';
import { type Decisions, getDecisions } from './decisions.ts';
import type { OverlapMarks, TaskOverlap } from './overlap-marks.ts';
import { getTaskIndex, type StatusCounts, type TaskEntry, type TaskIndex, type TaskStatus } from './task-index.ts';
import { taskNote } from './task-note.ts';

export const TASK_ICONS: Readonly<Record<TaskStatus, Row['icon']>> = {
  pending: { name: 'circle-large-outline' },
  active: { name: 'play-circle', color: 'charts.blue' },
  done: { name: 'pass', color: 'testing.iconPassed' },
  failed: { name: 'error', color: 'testing.iconFailed' },
  skipped: { name: 'circle-slash', color: 'testing.iconSkipped' },
};

/** Maximum label length. It leaves room for the agent; the tooltip has the full text. */
const LABEL_LENGTH = 40;

/** Formats counts as `2 active, 1 done`. */
export function countsText(counts: StatusCounts): string {
  const parts = (['active', 'pending', 'done', 'failed', 'skipped'] as const).filter((status) => counts[status] > 0);
  return parts.map((status) => `${counts[status]} ${status}`).join(', ');
}

/** Formats the progress of a task with subtasks. Failed and skipped ones are no progress. */
export function progressText({ leaves, done, failed, skipped }: Pick<TaskEntry, 'leaves' | 'done' | 'failed' | 'skipped'>): string {
  const undone = [...(failed > 0 ? [`${failed} failed`] : []), ...(skipped > 0 ? [`${skipped} skipped`] : [])];
  return [`${done} of ${leaves}`, ...undone].join(', ');
}

/** Inputs of all task rows. */
interface Tasks {
  readonly index: TaskIndex;
  readonly decisions: Decisions;
  readonly overlaps: OverlapMarks;
}

/** Returns the row that groups the tasks of a swarm. */
export function tasksRow(manifest: SwarmManifest, overlaps: OverlapMarks): Row {
  const index = getTaskIndex(manifest);
  const tasks: Tasks = { index, decisions: getDecisions(manifest), overlaps };
  const [root] = index.entries;
  const top = root === undefined ? [] : root.children.length > 0 ? root.children : [root];
  return groupRow({ id: 'tasks', label: 'Tasks', description: countsText(index.counts), icon: 'checklist' }, () =>
    limitRows('tasks', top, (entry) => taskRow(entry, tasks)),
  );
}

/** Returns a row id from the task's id, or from its position in the tree if another task has the same id. */
function rowId(entry: TaskEntry, index: TaskIndex): string {
  if (index.get(entry.node.id) === entry) return `task/${entry.node.id}`;
  const places: number[] = [];
  for (let at = entry; at.parent !== null; at = at.parent) places.unshift(at.position);
  return `task-at/${places.join('.')}`;
}

function taskRow(entry: TaskEntry, tasks: Tasks): Row {
  const { index, decisions } = tasks;
  const { node } = entry;
  const { id, status, assignedTo } = node;
  const isLeaf = node.children.length === 0;
  const overlaps = overlapsOf(entry, tasks);
  const description = [taskDescription(entry, index), overlapText(overlaps)].filter((part) => part !== '').join(' · ');
  const row = rowId(entry, index);
  const label = oneLine(node.description, LABEL_LENGTH) || oneLine(id, LABEL_LENGTH);
  return {
    id: row,
    subject: { kind: 'task', id },
    label,
    description,
    // The color shows an overlap even if the description is cut off.
    icon: overlaps.length === 0 ? TASK_ICONS[status] : { ...TASK_ICONS[status], color: 'list.warningForeground' },
    tooltip: taskTooltip(entry, index, overlaps),
    accessibility: [
      label,
      status,
      assignedTo === undefined ? '' : `of ${oneLine(assignedTo, 60)}`,
      isLeaf ? '' : progressText(entry),
      overlapText(overlaps),
    ]
      .filter((part) => part !== '')
      .join(', '),
    context: taskContext(node, decisions.waysAbout(id)),
    command: 'cortex.task.show',
    // Completed tasks are collapsed, because they need no attention.
    unfolded: isLeaf ? null : status === 'active' || status === 'failed',
    children: () => limitRows(row, entry.children, (child) => taskRow(child, tasks)),
  };
}

/** Maximum number of overlaps to list in the tooltip. */
const MAX_OVERLAPS = 3;

/** Returns the overlaps of an open leaf task. */
function overlapsOf({ node }: TaskEntry, { overlaps }: Tasks): readonly TaskOverlap[] {
  const isOpen = node.status === 'pending' || node.status === 'active';
  return isOpen && node.children.length === 0 ? (overlaps.get(node.id) ?? []) : [];
}

function overlapText([first, ...others]: readonly TaskOverlap[]): string {
  if (first === undefined) return '';
  return `may clash with ${oneLine(first.other, 60)}${others.length === 0 ? '' : ` and ${others.length} more`}`;
}

function taskDescription(entry: TaskEntry, index: TaskIndex): string {
  const { node } = entry;
  if (node.children.length > 0) return progressText(entry);
  if (node.assignedTo !== undefined) return oneLine(node.assignedTo, 60);
  if (node.status === 'failed' || node.status === 'skipped') return taskNote(entry, index, 60) ?? '';
  const waits = index.waitsFor(entry);
  return waits.length === 0 ? '' : `waits for ${oneLine(waits.slice(0, 3).join(', '), 60)}${waits.length > 3 ? ', …' : ''}`;
}

function taskTooltip(entry: TaskEntry, index: TaskIndex, overlaps: readonly TaskOverlap[]): string {
  const { id, description, status, assignedTo, priority, estimatedTokens, actualTokens } = entry.node;
  const lines = [
    oneLine(description, 500),
    `${oneLine(id, 60)}: ${status}${assignedTo === undefined ? '' : `, ${oneLine(assignedTo, 60)}`}`,
  ];
  lines.push(`Priority ${priority}, ${tokens(actualTokens ?? estimatedTokens)} tokens${actualTokens === undefined ? ' expected' : ''}`);
  const waits = index.waitsFor(entry);
  if (waits.length > 0) lines.push(`Waits for ${oneLine(waits.join(', '), 200)}`);
  for (const { other, why } of overlaps.slice(0, MAX_OVERLAPS)) lines.push(`May clash with ${oneLine(other, 60)}: ${oneLine(why, 300)}`);
  const note = taskNote(entry, index, 500);
  if (note !== null) lines.push(note);
  return lines.join('\n');
}
