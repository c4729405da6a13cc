import type { Workplace } from '../engine/crtx/index.ts';
import type { Runtime } from '../engine/platform/runtime.ts';
import type { LockReading } from '../engine/swarm/index.ts';
import type { Action } from './action.ts';

/** Who uses a tool. */
export interface Who {
  /** `null` for a stranger. */
  readonly agent: string | null;
  /** Of `sessionKey`; `null` where no session is named. */
  readonly key: string | null;
}

/** One use of a tool, before it or after it. */
export interface ToolUse {
  readonly who: Who;
  /** What the vendor calls it; `null` where it has no name. */
  readonly run: string | null;
  readonly actions: readonly Action[];
  readonly vendor: string;
}

/** Where a hook was started, and the locks as they are then. */
export interface Scene {
  readonly runtime: Runtime;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly place: Workplace;
  readonly reading: LockReading;
}
