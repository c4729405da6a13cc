import type { Need } from '../../../engine/platform/need.ts';

/** Something that waits for the person at the editor. */
export interface WaitingNeed extends Need {
  /** What said so: the same for all that one of the stores says. */
  readonly source: string;
  /** A folder that is open in the project that it is of; `null` for what is of none. */
  readonly folder: string | null;
  /** The name of that project, or of the folder of its stacks, where several are open. */
  readonly project: string | null;
}

/** What waits for a person, at one moment. */
export interface NeedsViewModel {
  /** The most pressing first, without those that are put aside. */
  readonly needs: readonly WaitingNeed[];
  readonly snoozed: readonly WaitingNeed[];
  /** What could be read. */
  readonly sources: readonly string[];
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/** What it waits for, and in which project. */
export function namedWhy({ why, project }: WaitingNeed): string {
  return project === null ? why : `${project}: ${why}`;
}
