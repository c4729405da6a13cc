import { type QueuedTask, requireTask, requireUnchanged, type TeamWork } from '../../../engine/team/index.ts';
import type { Subject } from '../../model/row.ts';

/** Returns the clicked task if it is unchanged. @throws CortexError `not-found`, or `denied` if it was moved since */
export function clickedTask(work: TeamWork, subject: Extract<Subject, { kind: 'team-task' }>): QueuedTask {
  const project = work.requireProject(subject.project);
  const task = requireTask(project.tasks, subject);
  requireUnchanged(task, subject.seen);
  return { project, task };
}
