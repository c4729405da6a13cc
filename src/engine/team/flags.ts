import { oneLine } from './queue/task-fields.ts';

const FLAG = /^[ \t]*(?:[-*+][ \t]+)?Flagged:[ \t]*(.*)$/i;

/** A task that an agent flags as unsuitable for it. */
export interface FlaggedTask {
  readonly project: string;
  readonly id: string;
  readonly title: string;
  readonly why: string;
}

/** Returns the session log entry for a task outside of an agent's role (seed 5, "Communication Rules" 3). */
export function flagEntry({ project, id, title, why }: FlaggedTask): string {
  return `flagged a task\nFlagged: ${oneLine(`${project} ${id} ${JSON.stringify(title)}: ${why}`)}`;
}

/** Reports whether the flags contain a task. */
export function isFlagged(flags: readonly string[], project: string, { id }: Pick<FlaggedTask, 'id'>): boolean {
  return flags.some((flag) => flag.startsWith(`${oneLine(`${project} ${id}`)} `));
}

/** Returns the flags in an entry of a session log. */
export function flagsIn(session: string): string[] {
  return session.split('\n').flatMap((line) => FLAG.exec(line)?.[1]?.trim() || []);
}
