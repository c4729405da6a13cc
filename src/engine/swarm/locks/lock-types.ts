import * as z from 'zod';
import { swarmLockSchema } from '../../crtx/schema/swarm.ts';
import type { SwarmLock } from '../../crtx/schema.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import type { Reach } from './lock-overlap.ts';
import { isNormalLockPath } from './lock-path.ts';

export type LockType = SwarmLock['type'];

/** A lock in the swarm's state: seed 1, "SwarmLock", plus fields that its file does not have. Times are milliseconds since 1970 UTC. */
export const grantedLockSchema = onDemand(() =>
  z.object({
    ...swarmLockSchema().shape,
    path: z.string().refine(isNormalLockPath),
    /**
     * Fencing token: the ordinal of the record that caused the grant. Grants caused by one record share it, which is safe: they are held at
     * the same time, so they do not exclude each other. A later grant that excludes this one always has a greater number.
     */
    fence: z.int(),
    /** Id of the request that was granted this lock; `null` for a foreign lock. */
    requestId: z.string().nullable(),
    ttlMs: z.int(),
    /** True if another program wrote the lock into the file. */
    foreign: z.boolean(),
  }),
);
export type GrantedLock = Readonly<Checked<typeof grantedLockSchema>>;
const locks = onDemand(() => z.array(grantedLockSchema()).readonly());

/** A request for locks on all paths or none. */
export interface LockRequest {
  /** Id of the log record; unique. */
  readonly id: string;
  readonly agentId: string;
  /** Normalised lock paths. */
  readonly paths: readonly string[];
  readonly type: LockType;
  /** Further normalised lock paths, to be locked as shared. */
  readonly shared?: readonly string[] | undefined;
  readonly ttlMs: number;
  /** How long to wait in the queue, in milliseconds; 0 means no wait. */
  readonly waitMs: number;
  readonly reason: string;
}

/** A waiting request. `paths` has all paths, sorted, without duplicates. `shared` lists those to lock as shared whatever `type` says. */
export interface QueuedRequest extends Omit<LockRequest, 'waitMs'> {
  readonly requestedAt: number;
  /** When the wait times out, in milliseconds since 1970 UTC. */
  readonly until: number;
}

/** Most blockers in one answer; `LockTable.holders` returns all locks. */
export const MAX_BLOCKERS = 32;

/** A blocker of a request: a held lock, or a waiting request that goes first. */
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
  /** Id of the waiting request, or of the request that was granted the lock; `null` for a foreign lock. */
  readonly request: string | null;
}

const granted = onDemand(() => z.object({ status: z.literal('granted'), locks: locks() }));
const queued = onDemand(() => z.object({ status: z.literal('queued'), ahead: z.int(), blockedBy: blockedBy() }));

/** `ahead` is the number of waiting requests that go first. `cycle` lists agents that wait for each other, the first again at the end. */
export const lockAnswerSchema = onDemand(() =>
  z.discriminatedUnion('status', [
    granted(),
    queued(),
    z.object({ status: z.literal('denied'), blockedBy: blockedBy() }),
    z.object({ status: z.literal('cycle'), cycle: z.array(z.string()).readonly() }),
  ]),
);
export type LockAnswer = Readonly<Checked<typeof lockAnswerSchema>>;

/** The status of a request. `gone`: it was never granted and does not wait, or none of its locks is held any more. */
export const requestStateSchema = onDemand(() =>
  z.discriminatedUnion('status', [granted(), queued().extend({ until: z.number() }), z.object({ status: z.literal('gone') })]),
);
export type RequestState = Readonly<Checked<typeof requestStateSchema>>;

/** In both cases `locks` are the locks that were acted on. `heldBy` are the locks that overlap the `paths` that were not held. */
export const heldAnswerSchema = onDemand(() =>
  z.discriminatedUnion('status', [
    z.object({ status: z.literal('ok'), locks: locks() }),
    z.object({ status: z.literal('not-held'), locks: locks(), paths: z.array(z.string()).readonly(), heldBy: locks() }),
  ]),
);
export type HeldAnswer = Readonly<Checked<typeof heldAnswerSchema>>;

/** The result of adopting a foreign lock. `expired`: the lock had already ended. */
export type AdoptAnswer =
  | { readonly status: 'granted'; readonly lock: GrantedLock }
  | { readonly status: 'denied'; readonly blockedBy: readonly Blocker[] }
  | { readonly status: 'expired' };

/** An event of a lock or a waiting request. A lock that its agent already holds and that is granted again causes no `ended` event. */
export type LockEvent =
  | { readonly event: 'granted' | 'renewed' | 'ended'; readonly lock: GrantedLock }
  | { readonly event: 'queued' | 'left'; readonly request: QueuedRequest };

/** How lock paths are compared; one object shared by all parts of a lock table. */
export interface LockRule {
  reach: Reach;
}

/** The complete state of a lock table as JSON. */
export interface LockTableState {
  readonly now: number;
  readonly reach: Reach;
  /** By path, then agent. */
  readonly locks: readonly GrantedLock[];
  /** In queue order. `goesBefore` lists the ids of earlier requests that the request goes before. */
  readonly queue: readonly (QueuedRequest & { readonly goesBefore: readonly string[] })[];
}

/** Reports whether locks of these types on the same file exclude each other. */
export function typesConflict(one: LockType, other: LockType): boolean {
  return one === 'exclusive' || other === 'exclusive';
}

/** Compares by UTF-16 code units, which gives the same order in every process. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Compares by path, then agent. */
export function compareLocks(one: SwarmLock | GrantedLock, other: SwarmLock | GrantedLock): number {
  return compareText(one.path, other.path) || compareText(one.agentId, other.agentId);
}
