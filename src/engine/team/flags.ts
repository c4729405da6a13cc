import { oneLine } from './queue/task-fields.ts';

const FLAG = /^[ \t]*(?:[-*+][ \t]+)?Flagged:[ \t]*(.*)$/i;

/** A task that an agent says is not for it. */
export interface FlaggedTask {
  readonly project: string;
  readonly id: string;
  readonly title: string;
  readonly why: string;
}

/** What an agent writes in its session log of a task outside of its role (seed 5, "Communication Rules" 3). */
export function flagEntry({ project, id, title, why }: FlaggedTask): string {
  return `flagged a task\nFlagged: ${oneLine(`${project} ${id} ${JSON.stringify(title)}: ${why}`)}`;
}

/** Whether an agent that has flagged this has said that a task is not for it. */
export function isFlagged(flags: readonly string[], project: string, { id }: Pick<FlaggedTask, 'id'>): boolean {
  return flags.some((flag) => flag.startsWith(`${oneLine(`${project} ${id}`)} `));
}

/** What an entry of a session log flags. */
export function flagsIn(session: string): string[] {
  return session.split('\n').flatMap((line) => FLAG.exec(line)?.[1]?.trim() || []);
}
