/** What the host and the Locks dashboard say to each other. Times are milliseconds since 1970 UTC. Ids are the host's, for this page. */
import * as z from 'zod';
import { type EmptyState, openProblem, type Page, range, type SnapshotBase, text } from '../protocol.ts';
import type { LockRow } from '../swarm/protocol.ts';

/** Nobody looks for more. */
const MOST_WORDS = 1_000;

/** Which locks one wants to see. */
const filter = z.object({
  /** Path, holder, reason and project have all of these words somewhere. */
  words: text.max(MOST_WORDS),
  /** `null`: of all. */
  agent: text.nullable(),
  type: z.enum(['all', 'exclusive', 'shared']),
  /** Only where somebody waits, or where the holder has gone or is silent. */
  conflicts: z.boolean(),
});
export type LocksFilter = z.infer<typeof filter>;

/** `end`: what ends next comes first. */
const sorting = z.enum(['end', 'path']);
export type LocksSorting = z.infer<typeof sorting>;

/** What the page has in view: the host sends these rows and no others. The page is not trusted: it draws what agents wrote. */
export const locksViewSchema = z.object({
  filter,
  sorting,
  locks: range,
  /** The lock of which all is shown. */
  chosen: text.nullable(),
});
export type LocksView = z.infer<typeof locksViewSchema>;

/** What a person wants done; the host asks for what is missing. */
export const locksStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('init') }),
  z.object({ kind: z.enum(['open-file', 'break', 'renew', 'release']), lock: text }),
  /** Of an agent that waits for what the lock covers. */
  z.object({ kind: z.literal('end-wait'), lock: text, agent: text, path: text }),
  openProblem,
]);
export type LocksStep = z.infer<typeof locksStepSchema>;

/** A lock of any project in the window. */
export interface HeldLockRow extends LockRow {
  readonly id: string;
  /** The folder that is open in the editor, absolute: what its menu does is done there. */
  readonly folder: string;
  /** The name of its project; `null` where there is only one. */
  readonly project: string | null;
  /** The person at the editor holds it. */
  readonly isOwn: boolean;
  /** Its holder has left the swarm. */
  readonly isOrphan: boolean;
  /** From when on its holder counts as unresponsive, unless it sends a heartbeat; `null` where nobody waits for it. */
  readonly unresponsiveFrom: number | null;
}

/** Somebody who waits for what a lock covers. */
export interface LockWaitRow {
  readonly agentId: string;
  /** The first that it asks for: with the agent, it says which wait it is. */
  readonly path: string;
  readonly type: 'exclusive' | 'shared';
  readonly since: number;
  /** When the wait ends by itself. */
  readonly until: number;
  readonly reason: string;
}

/** All that is known of the lock that is chosen. */
export interface LockDetail {
  readonly lock: HeldLockRow;
  /** Cut to 20,000 characters. */
  readonly reason: string;
  /** Greater than that of every lock before it on the same files; `null` where only the file is known. */
  readonly fence: number | null;
  /** What its holder works on. */
  readonly task: { readonly id: string; readonly description: string } | null;
  /** The first who wait, first come first, and how many wait in all. */
  readonly queue: { readonly first: readonly LockWaitRow[]; readonly total: number };
}

/** What a person asked for elsewhere in the editor: the page shows it once. */
export interface LocksRequest {
  /** Another one for every time that something is asked for. */
  readonly id: string;
  readonly lock: string;
  /** Where it stands among all locks, as they are sorted now. */
  readonly index: number;
}

export interface LocksSnapshot extends SnapshotBase {
  /** The names of the projects. */
  readonly projects: readonly string[];
  readonly total: number;
  /** Of how many projects the locks cannot be read, as the problems say: there may be more. */
  readonly unread: number;
  readonly conflicts: number;
  /** The first of those who hold something, by name. */
  readonly agents: readonly string[];
  readonly locks: Page<HeldLockRow>;
  /** `null`: none is chosen, or it is there no more. */
  readonly detail: LockDetail | null;
  readonly request: LocksRequest | null;
}

/** `no-project`: no folder that is open has a `.cortex`. `no-folder`: no folder is open. */
export type LocksState =
  | { readonly kind: 'no-folder' }
  | ({ readonly kind: 'no-project' } & EmptyState)
  | { readonly kind: 'locks'; readonly snapshot: LocksSnapshot };
