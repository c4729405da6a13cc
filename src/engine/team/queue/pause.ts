import { describeError } from '../../platform/errors.ts';
import { checkRead } from '../checked.ts';
import type { ProjectNote } from '../notes/project-note.ts';
import type { TeamStore } from '../team-store.ts';
import type { TeamWork } from '../work.ts';
import { parseQueue, type QueueShape, type QueueTask } from './queue.ts';
import { setFields } from './queue-edit.ts';
import { oneLine } from './task-fields.ts';

/** Start of the reason of tasks that a pause of the team blocked. */
const PAUSED = 'Team paused by ';

/** Reports whether a pause of the team blocked the task. */
export const isPaused = ({ blocked, state }: Pick<QueueTask, 'blocked' | 'state'>): boolean =>
  state !== 'done' && blocked?.startsWith(PAUSED) === true;

/** Reports whether a pause would block the task: an agent can claim it, or could after an approval. */
const isPausable = ({ blocked, state, conflict }: Pick<QueueTask, 'blocked' | 'state' | 'conflict'>): boolean =>
  state === 'ready' && blocked === null && conflict === null;

/** A project whose tasks could not be changed. */
export interface UnchangedProject {
  readonly project: string;
  readonly reason: string;
}

/** What a pause or its end did to the work queues of a team. */
export interface TeamPause {
  /** Number of changed tasks. */
  readonly changed: number;
  /** Number of tasks that an earlier pause had blocked. */
  readonly already: number;
  /** Number of tasks in progress, which continue. */
  readonly inProgress: number;
  readonly failed: readonly UnchangedProject[];
}

/**
 * Pauses a team: blocks every ready task, so that no agent can claim one. The seed has no other pause (seed 5, "Status Lifecycle"). Tasks in
 * progress continue, as in a paused swarm (docs/decisions/0058-pause-all.md).
 * @param by who pauses it, verified by the caller
 */
export async function pauseTeam(work: TeamWork, by: string): Promise<TeamPause> {
  const tasks = allTasks(work.store);
  const counts = { already: tasks.filter(isPaused).length, inProgress: tasks.filter(({ state }) => state === 'in-progress').length };
  return { ...counts, ...(await changeTasks(work, isPausable, `${PAUSED}${oneLine(by)}`)) };
}

/** Unblocks the tasks that a pause blocked. Other blocks stay. */
export async function resumeTeam(work: TeamWork): Promise<TeamPause> {
  return { already: 0, inProgress: 0, ...(await changeTasks(work, isPaused, null)) };
}

/** Counts the tasks that a pause would block, and those that one has blocked. */
export function countPausable(store: Pick<TeamStore, 'projects'>): { readonly pausable: number; readonly paused: number } {
  const tasks = allTasks(store);
  return { pausable: tasks.filter(isPausable).length, paused: tasks.filter(isPaused).length };
}

const allTasks = ({ projects }: Pick<TeamStore, 'projects'>): QueueTask[] => [...projects.values()].flatMap(({ tasks }) => tasks);

type Applies = (task: QueueTask) => boolean;

/** Changes one project after the other: one that cannot be written must not stop the others. */
async function changeTasks(work: TeamWork, applies: Applies, reason: string | null): Promise<Pick<TeamPause, 'changed' | 'failed'>> {
  let changed = 0;
  const failed: UnchangedProject[] = [];
  for (const project of work.store.projects.values()) {
    if (!project.tasks.some(applies)) continue;
    try {
      changed += await changeProject(work, project, applies, reason);
    } catch (error) {
      failed.push({ project: project.slug, reason: describeError(error) });
    }
  }
  return { changed, failed };
}

async function changeProject(work: TeamWork, { path, shape }: ProjectNote, applies: Applies, reason: string | null): Promise<number> {
  let changed = 0;
  await work.editNote(path, (text) => {
    const tasks = parseQueue(text, shape).filter(applies);
    changed = tasks.length;
    return withReason(text, shape, tasks, reason);
  });
  return changed;
}

/** Sets or removes the reason of these tasks. All other text stays unchanged. */
function withReason(text: string, shape: QueueShape, tasks: readonly QueueTask[], reason: string | null): string {
  const next = tasks.reduce((changed, { id, title }) => setFields(changed, shape, { id, title }, { Blocked: reason }), text);
  const after = new Map(parseQueue(next, shape).map(({ id, blocked }) => [id, blocked]));
  checkRead(
    text,
    tasks.every(({ id }) => after.has(id) && after.get(id) === reason),
  );
  return next;
}
