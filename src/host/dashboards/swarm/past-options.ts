import type { Runtime } from '../../../engine/platform/runtime.ts';
import { logMark } from '../../../engine/swarm/index.ts';

/** What whoever shows the past of a swarm is given. */
export interface PastOptions {
  readonly runtime: Runtime;
  /** The project's folder, a real path. */
  readonly root: string;
  /** Whether somebody sees it. */
  isSeen(): boolean;
  /** Something else is to be shown. */
  changed(): void;
}

/** Why there is no past of a swarm that is shown. */
export const NO_HISTORY =
  'There is no history of this swarm here: another program keeps it, or it began elsewhere. A history begins with the first change made here.';

/** As `logMark`; what cannot be looked at is found out when it is read. */
export function markOf({ runtime, root }: PastOptions): string {
  try {
    return logMark(runtime.fs, root);
  } catch {
    return 'unreadable';
  }
}
