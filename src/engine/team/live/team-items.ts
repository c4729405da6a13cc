import { hash } from 'node:crypto';
import path from 'node:path';
import { shortLine } from '../../crtx/shorten.ts';
import type { TrackedItem } from '../../platform/tracked-item.ts';
import type { ProjectNote } from '../notes/project-note.ts';
import { agentOf } from '../owners.ts';
import type { QueueTask } from '../queue/queue.ts';
import type { TeamStore } from '../team-store.ts';

function stateOf({ state, blocked }: QueueTask, agent: string | null): string {
  const by = agent === null || state === 'ready' ? '' : ` (${agent})`;
  return `${state === 'in-progress' ? 'in progress' : state}${by}${blocked === null ? '' : ', blocked'}`;
}

function taskItem(task: QueueTask, project: ProjectNote, root: string): TrackedItem {
  const { slug, path: note } = project;
  const { id, title, scope, status, summary, blocked, line } = task;
  const agent = agentOf({ project, task });
  return {
    key: `${slug} ${id}`,
    kind: 'task',
    title: `${slug}: ${shortLine(title)}`,
    state: stateOf(task, agent),
    version: hash('sha256', JSON.stringify([title, scope, status, summary, blocked]), 'base64url'),
    agent,
    file: path.join(root, note),
    line,
    since: null,
  };
}

/** Returns the tasks of all work queues. */
export function listTeamItems({ projects, root }: Pick<TeamStore, 'projects' | 'root'>): readonly TrackedItem[] {
  return [...projects.values()].flatMap((project) => project.tasks.map((task) => taskItem(task, project, root)));
}
