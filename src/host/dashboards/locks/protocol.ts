/** Message types of the Locks dashboard. Times are milliseconds since 1970 UTC. Ids are assigned by the host, for this page only. */
import * as z from 'zod';
import type { SwarmLock } from '../../../engine/crtx/schema/swarm.ts';
import { type EmptyState, openProblem, type Page, range, type SnapshotBase, text } from '../protocol.ts';
import type { LockRow } from '../swarm/protocol.ts';

/** Maximum length of a search text, in UTF-16 code units. */
const MAX_SEARCH_LENGTH = 1_000;

/** Filter of the list of locks. */
const filter = z.object({
  /** Words that must all occur in the path, holder, reason or project. */
  words: text.max(MAX_SEARCH_LENGTH),
  /** Holder of the locks; `null` for any. */
  agent: text.nullable(),
  type: z.enum(['all', 'exclusive', 'shared']),
  /** Only locks that others wait for, or whose holder is gone or unresponsive. */
  conflicts: z.boolean(),
});
export type LocksFilter = z.infer<typeof filter>;

/** `end`: locks that expire first come first. */
const sorting = z.enum(['end', 'path']);
export type LocksSorting = z.infer<typeof sorting>;

/** What the page has in view. The host sends only these rows. The page is untrusted: it renders text that agents wrote. */
export const locksViewSchema = z.object({
  filter,
  sorting,
  locks: range,
  /** The lock whose details are shown. */
  chosen: text.nullable(),
});
export type LocksView = z.infer<typeof locksViewSchema>;

/** Requests of the user. The host asks for missing values. */
export const locksStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('init') }),
  z.object({ kind: z.enum(['open-file', 'break', 'renew', 'release']), lock: text }),
  /** Cancels the wait of an agent for paths that the lock covers. */
  z.object({ kind: z.literal('end-wait'), lock: text, agent: text, path: text }),
  openProblem,
]);
export type LocksStep = z.infer<typeof locksStepSchema>;

/** A lock of any project in the window. */
export interface HeldLockRow extends LockRow {
  readonly id: string;
  /** Open folder of its project, absolute. Actions on the row run there. */
  readonly folder: string;
  /** Name of its project; `null` if there is only one. */
  readonly project: string | null;
  /** Whether the user of this editor holds it. */
  readonly isOwn: boolean;
  /** Whether its holder has left the swarm. */
  readonly isOrphan: boolean;
  /** Time from which its holder counts as unresponsive, unless it sends a heartbeat; `null` if it is not monitored. */
  readonly unresponsiveFrom: number | null;
}

/** An agent that waits for a path that a lock covers. */
export interface LockWaitRow extends Pick<SwarmLock, 'agentId' | 'type' | 'reason'> {
  /** First path that the agent requested. Agent and path identify the wait. */
  readonly path: string;
  readonly since: number;
  /** Time when the wait times out. */
  readonly until: number;
}

/** Details of the selected lock. */
export interface LockDetail {
  readonly lock: HeldLockRow;
  /** Limited to 20,000 characters. */
  readonly reason: string;
  /** Fencing token, greater than that of every earlier lock on the same files; `null` if only the `.crtx` file is available. */
  readonly fence: number | null;
  /** Task that its holder works on. */
  readonly task: { readonly id: string; readonly description: string } | null;
  /** First waiting agents in order of arrival, and the `total` count. */
  readonly queue: { readonly first: readonly LockWaitRow[]; readonly total: number };
}

/** A lock to reveal, requested elsewhere in the editor. The page reveals it once. */
export interface LocksRequest {
  /** Unique for each request. */
  readonly id: string;
  readonly lock: string;
  /** Index in the unfiltered list, in the current order. */
  readonly index: number;
}

export interface LocksSnapshot extends SnapshotBase {
  /** Names of the projects. */
  readonly projects: readonly string[];
  readonly total: number;
  /** Number of projects whose locks cannot be read; see `problems`. */
  readonly unread: number;
  readonly conflicts: number;
  /** First ids of the holders, sorted. */
  readonly agents: readonly string[];
  readonly locks: Page<HeldLockRow>;
  /** `null`: no lock is selected, or it no longer exists. */
  readonly detail: LockDetail | null;
  readonly request: LocksRequest | null;
}

/** `no-project`: no open folder has a `.cortex` folder. `no-folder`: no folder is open. */
export type LocksState =
  | { readonly kind: 'no-folder' }
  | ({ readonly kind: 'no-project' } & EmptyState)
  | { readonly kind: 'locks'; readonly snapshot: LocksSnapshot };
