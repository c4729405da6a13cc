import { hash } from 'node:crypto';
import path from 'node:path';
import { shortLine } from '../../crtx/shorten.ts';
import type { TrackedItem } from '../../platform/tracked-item.ts';
import type { ProjectNote } from '../notes/project-note.ts';
import type { QueueTask } from '../queue/queue.ts';
import type { TeamStore } from '../team-store.ts';

function stateOf({ state, agent, blocked }: QueueTask): string {
  const by = agent === null || state === 'ready' ? '' : ` (${agent})`;
  return `${state === 'in-progress' ? 'in progress' : state}${by}${blocked === null ? '' : ', blocked'}`;
}

function taskItem(task: QueueTask, { slug, path: note }: ProjectNote, root: string): TrackedItem {
  const { id, title, scope, status, summary, blocked, line } = task;
  return {
    key: `${slug} ${id}`,
    kind: 'task',
    title: `${slug}: ${shortLine(title)}`,
    state: stateOf(task),
    version: hash('sha256', JSON.stringify([title, scope, status, summary, blocked]), 'base64url'),
    agent: task.agent,
    file: path.join(root, note),
    line,
    since: null,
  };
}

/** Returns the tasks of all work queues. */
export function listTeamItems({ projects, root }: Pick<TeamStore, 'projects' | 'root'>): readonly TrackedItem[] {
  return [...projects.values()].flatMap((project) => project.tasks.map((task) => taskItem(task, project, root)));
}
