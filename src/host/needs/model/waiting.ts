import type { Need } from '../../../engine/platform/need.ts';

/** A need with its source. */
export interface WaitingNeed extends Need {
  /** Id of the source that reported it. */
  readonly source: string;
  /** Open folder of its project; `null` if it belongs to none. */
  readonly folder: string | null;
  /** Name of its project or of the folder of its stacks, if several are open. */
  readonly project: string | null;
}

/** The needs of the user at one time. */
export interface NeedsViewModel {
  /** Most urgent first, without snoozed ones. */
  readonly needs: readonly WaitingNeed[];
  readonly snoozed: readonly WaitingNeed[];
  /** Ids of the sources that could be read. */
  readonly sources: readonly string[];
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/** Returns the reason of a need, preceded by its project. */
export function reasonWithProject({ why, project }: WaitingNeed): string {
  return project === null ? why : `${project}: ${why}`;
}
