import { type QueuedTask, requireTask, requireUnchanged, type TeamWork } from '../../../engine/team/index.ts';
import type { Subject } from '../../model/row.ts';

/** The task that was clicked, if it is still as it was shown. @throws CortexError `not-found`, `denied` where others have moved it since */
export function clickedTask(work: TeamWork, subject: Extract<Subject, { kind: 'team-task' }>): QueuedTask {
  const project = work.requireProject(subject.project);
  const task = requireTask(project.tasks, subject);
  requireUnchanged(task, subject.seen);
  return { project, task };
}
