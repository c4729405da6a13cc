import { isBlockedStatus, type QueuedTask, type QueueTask } from '../../../engine/team/index.ts';
import { noRows, type Row } from '../../model/row.ts';
import { oneLine } from '../../model/text.ts';

/** Maximum label length. It leaves room for the agent; the tooltip has the full text. */
const LABEL_LENGTH = 60;

const ICONS: Readonly<Record<QueueTask['state'], Row['icon']>> = {
  ready: { name: 'circle-large-outline' },
  'in-progress': { name: 'play-circle', color: 'charts.blue' },
  done: { name: 'pass', color: 'testing.iconPassed' },
  unknown: { name: 'question', color: 'problemsWarningIcon.foreground' },
};

/** Reports whether a task is blocked. Completed tasks never are. */
export function isBlocked({ state, blocked }: QueueTask): boolean {
  return blocked !== null && state !== 'done';
}

/** Reports whether a task can be unblocked. Its status may say "blocked", written by hand without the field `Blocked`. */
export const canUnblock = (task: QueueTask): boolean => isBlocked(task) || isBlockedStatus(task.status);

const waitsForApproval = ({ state, needsApproval }: QueueTask): boolean => needsApproval && state === 'ready';

/** Returns the icon of a task in trees and pick lists. */
export function taskIcon(task: QueueTask): Row['icon'] {
  if (isBlocked(task)) return { name: 'error', color: 'testing.iconFailed' };
  return waitsForApproval(task) ? { name: 'person', color: 'charts.yellow' } : ICONS[task.state];
}

/** Describes the state of a task: its status as written, its agent, and what it waits for. */
export function describeTaskState(task: QueueTask): string[] {
  const { state, status, agent, started, completed, blocked } = task;
  const since = state === 'done' ? completed : started;
  return [
    state === 'unknown' ? oneLine(status ?? 'no status', 40) : state.replace('-', ' '),
    ...(agent === null ? [] : [state === 'ready' ? `for ${oneLine(agent, 60)}` : oneLine(agent, 60)]),
    ...(since === null || state === 'ready' ? [] : [oneLine(since, 40)]),
    ...(waitsForApproval(task) ? ['needs approval'] : []),
    ...(isBlocked(task) ? [`blocked: ${oneLine(blocked ?? '', 120)}`] : []),
  ];
}

/** Returns the value for `when` clauses, such as `team-task.ready.blocked`. */
function contextOf(task: QueueTask): string {
  return ['team-task', task.state, ...(canUnblock(task) ? ['blocked'] : []), ...(waitsForApproval(task) ? ['approval'] : [])].join('.');
}

/** @param parent id of the parent row */
export function taskRow(parent: string, { project, task }: QueuedTask): Row {
  const label = oneLine(task.title, LABEL_LENGTH) || oneLine(task.heading, LABEL_LENGTH) || 'a task without a title';
  const standing = describeTaskState(task);
  const { id, title, state, agent } = task;
  const texts = [oneLine(title, 500), oneLine(task.scope ?? '', 1_000), standing.join(' · '), oneLine(task.summary ?? '', 500)];
  return {
    id: `${parent}/task/${id}`,
    subject: { kind: 'team-task', project: project.slug, id, title, seen: { state, agent } },
    label,
    // The icon shows the state.
    description: standing.slice(task.state === 'unknown' ? 0 : 1).join(' · '),
    icon: taskIcon(task),
    tooltip: [...texts, ...task.problems.map(({ message }) => oneLine(message, 200))].filter((line) => line !== '').join('\n'),
    accessibility: [label, ...standing].join(', '),
    context: contextOf(task),
    command: 'cortex.team.open',
    unfolded: null,
    children: noRows,
  };
}
