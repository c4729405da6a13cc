import * as z from 'zod';
import { swarmLockSchema } from '../../crtx/schema/swarm.ts';
import { type Checked, onDemand, readerOf } from '../../platform/on-demand.ts';
import { isNormalLockPath } from '../locks/lock-path.ts';
import { manifestChangeSchema } from './changes.ts';
import { swarmTaskRecords } from './swarm-records.ts';

/** Milliseconds: what is longer is no lease. */
const LONGEST_LEASE = 24 * 3_600_000;

const agent = z.string();
/** As `normaliseLockPath` gives it: whoever logs a path has looked at it, and to apply a record never fails. */
const lockPath = z.string().refine(isNormalLockPath);
const paths = z.array(lockPath);
const ttlMs = z.int().min(1).max(LONGEST_LEASE);

/**
 * `coversBelow`: a path covers what is or will be below it, here and in all that follows; earlier versions, which did not say so, took a
 * path without a slash for one file, and what they were answered stays (docs/decisions/0036).
 */
const coversBelow = z.literal(true).optional();

/** Of a swarm that this edit brings in: as in `swarm.create`. */
const releaseLocks = z.literal(true).optional();
const fixedElectorate = z.literal(true).optional();

/** Each new task is taken over by itself; earlier versions took over all or none, and what they were answered stays. */
const oneByOne = z.literal(true).optional();

const acquire = onDemand(() =>
  z.object({
    op: z.literal('lock.acquire'),
    agent,
    paths,
    type: z.enum(['exclusive', 'shared']),
    /** Further paths, of which only shared locks are wanted. */
    shared: paths.optional(),
    ttlMs,
    waitMs: z.int().min(0).max(LONGEST_LEASE),
    reason: z.string(),
    coversBelow,
  }),
);
const cancel = onDemand(() =>
  z.object({
    op: z.literal('lock.cancel'),
    request: z.string(),
    /** Also give back the locks that the request was granted: its process died before it reported them. */
    granted: z.literal(true).optional(),
    /** Who cancelled the request, where it was not the agent itself, and why. */
    by: agent.optional(),
    reason: z.string().optional(),
  }),
);
const renew = onDemand(() => z.object({ op: z.literal('lock.renew'), agent, paths, ttlMs: ttlMs.optional() }));
const release = onDemand(() => z.object({ op: z.literal('lock.release'), agent, paths: z.union([paths, z.literal('all')]) }));
const breakLock = onDemand(() => z.object({ op: z.literal('lock.break'), path: lockPath, by: agent, reason: z.string() }));
/** Says nothing but that time went on, so that what has expired makes way for those who wait. */
const tick = onDemand(() => z.object({ op: z.literal('tick') }));
/** What a foreign program changed in `swarm.crtx`. */
const adopt = onDemand(() =>
  z.object({
    op: z.literal('adopt'),
    hash: z.string(),
    locks: z.array(swarmLockSchema().extend({ path: lockPath })),
    /** Locks that the foreign program took away. */
    dropped: z.array(z.object({ path: lockPath, agentId: z.string() })),
    /** Locks that it wrote and that nobody can hold, and why: one phrase. */
    unusable: z.array(z.object({ path: z.string(), agentId: z.string(), problem: z.string() })),
    changes: z.array(manifestChangeSchema()),
    /** How many entries were not valid: the file is to be published without them, whatever else changed. */
    left: z.int().optional(),
    coversBelow,
    releaseLocks,
    fixedElectorate,
    oneByOne,
  }),
);
/** These news stand in the timeline now (docs/decisions/0004-what-the-timeline-is-told.md). */
const told = onDemand(() => z.object({ op: z.literal('told'), news: z.array(z.string()) }));

const swarmRecords = {
  'lock.acquire': acquire,
  'lock.cancel': cancel,
  'lock.renew': renew,
  'lock.release': release,
  'lock.break': breakLock,
  ...swarmTaskRecords,
  tick,
  adopt,
  told,
};

/** Every operation of the swarm's log. */
export type SwarmRecord = Checked<(typeof swarmRecords)[keyof typeof swarmRecords]>;

/** A record of the swarm's log; `null` for what counts for nobody. */
export const readSwarmRecord = readerOf<SwarmRecord>('op', swarmRecords);

export type RecordOf<Op extends SwarmRecord['op']> = Extract<SwarmRecord, { op: Op }>;
