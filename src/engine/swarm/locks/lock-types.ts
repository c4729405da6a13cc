import * as z from 'zod';
import { swarmLockSchema } from '../../crtx/schema/swarm.ts';
import type { SwarmLock } from '../../crtx/schema.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import type { Reach } from './lock-overlap.ts';
import { isNormalLockPath } from './lock-path.ts';

export type LockType = SwarmLock['type'];

/** A lock as the swarm knows it: seed 1, "SwarmLock", and what its file has no field for. Times are milliseconds since 1970 UTC. */
export const grantedLockSchema = onDemand(() =>
  z.object({
    ...swarmLockSchema().shape,
    path: z.string().refine(isNormalLockPath),
    /**
     * Ordinal of the record that caused the grant. Grants that one record causes share it, which is safe: they hold at the same time,
     * so they do not exclude each other. A later grant that excludes this one always has a greater number.
     */
    fence: z.int(),
    /** Id of the request that it was granted to; `null` for a foreign lock. */
    requestId: z.string().nullable(),
    ttlMs: z.int(),
    /** True when another program wrote it into the file. */
    foreign: z.boolean(),
  }),
);
export type GrantedLock = Readonly<Checked<typeof grantedLockSchema>>;
const locks = onDemand(() => z.array(grantedLockSchema()).readonly());

/** A plan for locks: all paths or none. */
export interface LockRequest {
  /** Id of the log record; unique. */
  readonly id: string;
  readonly agentId: string;
  /** Normalised lock paths. */
  readonly paths: readonly string[];
  readonly type: LockType;
  /** Further normalised lock paths, of which only shared locks are wanted. */
  readonly shared?: readonly string[] | undefined;
  readonly ttlMs: number;
  /** How long to queue for it; 0: not at all. */
  readonly waitMs: number;
  readonly reason: string;
}

/** A request that waits. `paths` are all of them, sorted and without repetition; `shared`: those that are shared whatever `type` says, where there are any. */
export interface QueuedRequest extends Omit<LockRequest, 'waitMs'> {
  readonly requestedAt: number;
  /** When the wait ends by itself. */
  readonly until: number;
}

/** An answer names no more blockers than this; `LockTable.holders` has all locks. */
export const MOST_BLOCKERS = 32;

/** Who is in the way: a lock, or a request that waits and goes first. */
const blockerSchema = onDemand(() =>
  z.object({
    state: z.enum(['holding', 'waiting']),
    agentId: z.string(),
    path: z.string(),
    type: swarmLockSchema().shape.type,
    /** When the lock expires or the wait ends. */
    until: z.number(),
    reason: z.string(),
  }),
);
export type Blocker = Readonly<Checked<typeof blockerSchema>>;
const blockedBy = onDemand(() => z.array(blockerSchema()).readonly());

/** A lock, or an earlier waiting request, that blocks a request. */
export interface BlockedOn extends Pick<Blocker, 'state' | 'until'> {
  /** The id of the request that waits, or that the lock was granted to; `null` for a foreign lock. */
  readonly request: string | null;
}

const granted = onDemand(() => z.object({ status: z.literal('granted'), locks: locks() }));
const queued = onDemand(() => z.object({ status: z.literal('queued'), ahead: z.int(), blockedBy: blockedBy() }));

/** `ahead`: how many waiting requests go first, all counted. `cycle`: agents that wait for each other, the first one again at the end. */
export const lockAnswerSchema = onDemand(() =>
  z.discriminatedUnion('status', [
    granted(),
    queued(),
    z.object({ status: z.literal('denied'), blockedBy: blockedBy() }),
    z.object({ status: z.literal('cycle'), cycle: z.array(z.string()).readonly() }),
  ]),
);
export type LockAnswer = Readonly<Checked<typeof lockAnswerSchema>>;

/** What became of a request. `gone`: never granted and not waiting, or none of its locks is held any more. */
export const requestStateSchema = onDemand(() =>
  z.discriminatedUnion('status', [granted(), queued().extend({ until: z.number() }), z.object({ status: z.literal('gone') })]),
);
export type RequestState = Readonly<Checked<typeof requestStateSchema>>;

/** `locks` is what was acted on, in both cases; `heldBy` the locks that overlap the `paths` that were not held. */
export const heldAnswerSchema = onDemand(() =>
  z.discriminatedUnion('status', [
    z.object({ status: z.literal('ok'), locks: locks() }),
    z.object({ status: z.literal('not-held'), locks: locks(), paths: z.array(z.string()).readonly(), heldBy: locks() }),
  ]),
);
export type HeldAnswer = Readonly<Checked<typeof heldAnswerSchema>>;

/** `expired`: it was over before it was seen. */
export type AdoptAnswer =
  | { readonly status: 'granted'; readonly lock: GrantedLock }
  | { readonly status: 'denied'; readonly blockedBy: readonly Blocker[] }
  | { readonly status: 'expired' };

/** Something that became of a lock, or of a request that waits. A lock that its agent has already and that is granted anew does not end. */
export type LockEvent =
  | { readonly event: 'granted' | 'renewed' | 'ended'; readonly lock: GrantedLock }
  | { readonly event: 'queued' | 'left'; readonly request: QueuedRequest };

/** How lock paths are compared; one for all parts of a lock table. */
export interface LockRule {
  reach: Reach;
}

/** Everything that a lock table knows; JSON. */
export interface LockTableState {
  readonly now: number;
  readonly reach: Reach;
  /** By path, then agent. */
  readonly locks: readonly GrantedLock[];
  /** In order; `goesBefore`: ids of earlier requests that it goes before. */
  readonly queue: readonly (QueuedRequest & { readonly goesBefore: readonly string[] })[];
}

/** Whether locks of these types on the same file exclude each other. */
export function typesConflict(one: LockType, other: LockType): boolean {
  return one === 'exclusive' || other === 'exclusive';
}

/** Code unit order, the same for every process. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** By path, then agent. */
export function compareLocks(one: SwarmLock | GrantedLock, other: SwarmLock | GrantedLock): number {
  return compareText(one.path, other.path) || compareText(one.agentId, other.agentId);
}
