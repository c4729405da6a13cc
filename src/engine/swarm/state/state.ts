import * as z from 'zod';
import { onDemand } from '../../platform/on-demand.ts';
import { Escalations, escalationsSchema } from '../decisions/escalations.ts';
import { type SwarmEntry, swarmEntrySchema } from '../events/timeline-entries.ts';
import { EndedWaits } from '../locks/ended-waits.ts';
import { LapsedLocks, lapsedLockSchema } from '../locks/lapsed-locks.ts';
import { isNormalLockPath } from '../locks/lock-path.ts';
import { LockTable } from '../locks/lock-table.ts';
import { grantedLockSchema } from '../locks/lock-types.ts';
import { Swarm } from './swarm.ts';
import type { UnknownKeys } from './unknown-keys.ts';

/** The current state of the swarm's log. */
export interface SwarmState {
  /** When the first valid record was written, in milliseconds since 1970 UTC; `null` before. */
  created: number | null;
  /** Keys that other programs added beside `header` and `data`. */
  beside: UnknownKeys;
  /** The order of the keys of `data` in the last adopted file, if it has keys that the seed does not define; else empty. */
  order: readonly string[];
  /** Effective time of the last record, in milliseconds since 1970 UTC. */
  time: number;
  locks: LockTable;
  lapsed: LapsedLocks;
  endedWaits: EndedWaits;
  /** Tasks, agents and budget. */
  swarm: Swarm;
  /** Entries that are not in the timeline yet, by id, oldest first. */
  pendingEntries: Map<string, SwarmEntry>;
  /** Escalations in the timeline that are open, and endings that are not recorded there yet. */
  escalations: Escalations;
}

/** Validated as in records, so that a lock path is always inside the project. */
const lockPath = z.string().refine(isNormalLockPath);
const queuedRequest = onDemand(() =>
  z.object({
    id: z.string(),
    agentId: z.string(),
    paths: z.array(lockPath),
    type: z.enum(['exclusive', 'shared']),
    shared: z.array(lockPath).optional(),
    ttlMs: z.int(),
    reason: z.string(),
    requestedAt: z.int(),
    until: z.int(),
    goesBefore: z.array(z.string()),
  }),
);
const snapshotSchema = onDemand(() =>
  z.object({
    created: z.int().nullable(),
    /** Absent in older checkpoints, as is `order`. */
    beside: z.custom<UnknownKeys>((value) => typeof value === 'object' && value !== null).default({}),
    order: z.array(z.string()).default([]),
    time: z.int(),
    locks: z.object({
      now: z.int(),
      /** Absent in older checkpoints. */
      reach: z.enum(['below', 'name']).default('name'),
      locks: z.array(grantedLockSchema()),
      queue: z.array(queuedRequest()),
    }),
    /** Absent in older checkpoints. */
    lapsed: z.array(lapsedLockSchema()).default([]),
    /** Validated by `Swarm.fromJSON`. */
    swarm: z.unknown(),
    // The stored name of the pending entries.
    news: z.array(swarmEntrySchema()),
    /** Absent in older checkpoints. */
    escalations: escalationsSchema().default({ open: [], endings: [] }),
  }),
);

export function createSwarmState(): SwarmState {
  return {
    created: null,
    beside: {},
    order: [],
    time: 0,
    // A log of an earlier version keeps the answers it got, until a record says that it uses the present rule.
    locks: new LockTable('name'),
    lapsed: new LapsedLocks(),
    endedWaits: new EndedWaits(),
    swarm: new Swarm(),
    pendingEntries: new Map(),
    escalations: new Escalations(),
  };
}

export function snapshotSwarm({ created, beside, order, time, locks, lapsed, swarm, pendingEntries, escalations }: SwarmState): unknown {
  const [held, ranOut, announced] = [locks.toJSON(), lapsed.toJSON(), escalations.toJSON()];
  return {
    created,
    beside,
    order,
    time,
    locks: held,
    lapsed: ranOut,
    swarm: swarm.toJSON(),
    news: [...pendingEntries.values()],
    escalations: announced,
  };
}

/** @throws Error when the value is not a snapshot, or describes an impossible state */
export function restoreSwarm(value: unknown): SwarmState {
  const { created, beside, order, time, locks, lapsed, swarm, news, escalations } = snapshotSchema().parse(value);
  return {
    created,
    beside,
    order,
    time,
    locks: LockTable.fromJSON(locks),
    lapsed: new LapsedLocks(lapsed),
    endedWaits: new EndedWaits(),
    swarm: Swarm.fromJSON(swarm),
    pendingEntries: new Map(news.map((each) => [each.id, each])),
    escalations: new Escalations(escalations),
  };
}
