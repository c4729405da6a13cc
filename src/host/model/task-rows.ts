import type { SwarmManifest } from '../../engine/crtx/index.ts';
import { taskContext } from './contexts.ts';
import { type Decisions, decisionsOf } from './decisions.ts';
import { groupRow, limited, type Row } from './row.ts';
import { indexOf, type StatusCounts, type TaskEntry, type TaskIndex, type TaskStatus } from './task-index.ts';
import { taskNote } from './task-note.ts';
import { oneLine, tokens } from './text.ts';

export const TASK_ICONS: Readonly<Record<TaskStatus, Row['icon']>> = {
  pending: { name: 'circle-large-outline' },
  active: { name: 'play-circle', color: 'charts.blue' },
  done: { name: 'pass', color: 'testing.iconPassed' },
  failed: { name: 'error', color: 'testing.iconFailed' },
  skipped: { name: 'circle-slash', color: 'testing.iconSkipped' },
};

/** The label leaves room for who has the task; the tooltip has it whole. */
const LABEL_LENGTH = 40;

/** `2 active, 1 done` */
export function countsText(counts: StatusCounts): string {
  const parts = (['active', 'pending', 'done', 'failed', 'skipped'] as const).filter((status) => counts[status] > 0);
  return parts.map((status) => `${counts[status]} ${status}`).join(', ');
}

/** The tasks of a swarm. */
export function tasksRow(manifest: SwarmManifest): Row {
  const index = indexOf(manifest);
  const decisions = decisionsOf(manifest);
  const [root] = index.entries;
  const top = root === undefined ? [] : root.children.length > 0 ? root.children : [root];
  return groupRow({ id: 'tasks', label: 'Tasks', description: countsText(index.counts), icon: 'checklist' }, () =>
    limited('tasks', top, (entry) => taskRow(entry, index, decisions)),
  );
}

/** By the id of the task; by its place in the tree where another task has the same id. */
function rowId(entry: TaskEntry, index: TaskIndex): string {
  if (index.get(entry.node.id) === entry) return `task/${entry.node.id}`;
  const places: number[] = [];
  for (let at = entry; at.parent !== null; at = at.parent) places.unshift(at.position);
  return `task-at/${places.join('.')}`;
}

function taskRow(entry: TaskEntry, index: TaskIndex, decisions: Decisions): Row {
  const { node, leaves, ended } = entry;
  const { id, status, assignedTo } = node;
  const isLeaf = node.children.length === 0;
  const description = taskDescription(entry, index);
  const row = rowId(entry, index);
  const label = oneLine(node.description, LABEL_LENGTH) || oneLine(id, LABEL_LENGTH);
  return {
    id: row,
    subject: { kind: 'task', id },
    label,
    description,
    icon: TASK_ICONS[status],
    tooltip: taskTooltip(entry, index),
    accessibility: [label, status, assignedTo === undefined ? '' : `of ${oneLine(assignedTo, 60)}`, isLeaf ? '' : `${ended} of ${leaves}`]
      .filter((part) => part !== '')
      .join(', '),
    context: taskContext(node, decisions.waysAbout(id)),
    command: 'cortex.task.show',
    // What is over is folded: it needs nobody any more.
    unfolded: isLeaf ? null : status === 'active' || status === 'failed',
    children: () => limited(row, entry.children, (child) => taskRow(child, index, decisions)),
  };
}

function taskDescription(entry: TaskEntry, index: TaskIndex): string {
  const { node, leaves, ended } = entry;
  if (node.children.length > 0) return `${ended} of ${leaves}`;
  if (node.assignedTo !== undefined) return oneLine(node.assignedTo, 60);
  if (node.status === 'failed' || node.status === 'skipped') return taskNote(entry, index, 60) ?? '';
  const waits = index.waitsFor(entry);
  return waits.length === 0 ? '' : `waits for ${oneLine(waits.slice(0, 3).join(', '), 60)}${waits.length > 3 ? ', …' : ''}`;
}

function taskTooltip(entry: TaskEntry, index: TaskIndex): string {
  const { id, description, status, assignedTo, priority, estimatedTokens, actualTokens } = entry.node;
  const lines = [
    oneLine(description, 500),
    `${oneLine(id, 60)}: ${status}${assignedTo === undefined ? '' : `, ${oneLine(assignedTo, 60)}`}`,
  ];
  lines.push(`Priority ${priority}, ${tokens(actualTokens ?? estimatedTokens)} tokens${actualTokens === undefined ? ' expected' : ''}`);
  const waits = index.waitsFor(entry);
  if (waits.length > 0) lines.push(`Waits for ${oneLine(waits.join(', '), 200)}`);
  const note = taskNote(entry, index, 500);
  if (note !== null) lines.push(note);
  return lines.join('\n');
}
