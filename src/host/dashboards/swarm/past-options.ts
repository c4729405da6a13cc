import type { Runtime } from '../../../engine/platform/runtime.ts';

/** Inputs of the parts of the dashboard that show the past of a swarm. */
export interface PastOptions {
  readonly runtime: Runtime;
  /** Project folder, a real path. */
  readonly root: string;
  /** Whether the dashboard is visible. */
  isSeen(): boolean;
  /** Called when the state may differ. */
  changed(): void;
}

/** Why a swarm has no history. */
export const NO_HISTORY =
  'There is no history of this swarm here: another program manages it, or it was created elsewhere. The history starts with the first change made here.';
