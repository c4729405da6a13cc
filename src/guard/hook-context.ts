import type { Workplace } from '../engine/crtx/index.ts';
import type { Runtime } from '../engine/platform/runtime.ts';
import type { LockReading } from '../engine/swarm/index.ts';
import type { Action } from './action.ts';

/** The agent and session that use a tool. */
export interface Actor {
  /** `null` for an unknown agent. */
  readonly agent: string | null;
  /** As returned by `sessionKey`; `null` if no session is given. */
  readonly key: string | null;
}

/** One use of a tool, before or after it runs. */
export interface ToolUse {
  readonly who: Actor;
  /** The vendor's id of this use; `null` if it has none. */
  readonly run: string | null;
  readonly actions: readonly Action[];
  readonly vendor: string;
}

/** The context of a hook, and the current locks. */
export interface HookContext {
  readonly runtime: Runtime;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly place: Workplace;
  readonly reading: LockReading;
}
