import * as z from 'zod';
import { swarmLockSchema } from '../../crtx/schema/swarm.ts';
import { type Checked, createReader, onDemand } from '../../platform/on-demand.ts';
import { isNormalLockPath } from '../locks/lock-path.ts';
import { manifestChangeSchema } from './changes.ts';
import { swarmTaskRecords } from './swarm-records.ts';
import type { UnknownKeys } from './unknown-keys.ts';

/** Longest time to live of a lock, in milliseconds. */
const MAX_LEASE = 24 * 3_600_000;

const agent = z.string();
/** Normalised by `normaliseLockPath`. Writers check paths before logging them, because applying a record must not fail. */
const lockPath = z.string().refine(isNormalLockPath);
const paths = z.array(lockPath);
const ttlMs = z.int().min(1).max(MAX_LEASE);

/**
 * `coversBelow`: from this record on, a path covers everything that is or will be below it. Records of earlier versions lack this; there, a
 * path without a trailing slash is one file, and their answers stay (docs/decisions/0036).
 */
const coversBelow = z.literal(true).optional();

/** For a swarm that this edit adds: as in `swarm.create`. */
const releaseLocks = z.literal(true).optional();
const fixedElectorate = z.literal(true).optional();

/** Each new task is adopted by itself. Records of earlier versions lack this; there, all were adopted or none, and their answers stay. */
const oneByOne = z.literal(true).optional();

/** `budget.spent` is not adopted, because it is derived from the agents. Records of earlier versions lack this; there, it was added. */
const derivedSpent = z.literal(true).optional();

const acquire = onDemand(() =>
  z.object({
    op: z.literal('lock.acquire'),
    agent,
    paths,
    type: z.enum(['exclusive', 'shared']),
    /** Further paths, to be locked as shared. */
    shared: paths.optional(),
    ttlMs,
    waitMs: z.int().min(0).max(MAX_LEASE),
    reason: z.string(),
    coversBelow,
  }),
);
const cancel = onDemand(() =>
  z.object({
    op: z.literal('lock.cancel'),
    request: z.string(),
    /** Also release the locks that the request was granted: its process died before it reported them. */
    granted: z.literal(true).optional(),
    /** Who cancelled the request, if not the agent itself, and why. */
    by: agent.optional(),
    reason: z.string().optional(),
  }),
);
const renew = onDemand(() => z.object({ op: z.literal('lock.renew'), agent, paths, ttlMs: ttlMs.optional() }));
const release = onDemand(() => z.object({ op: z.literal('lock.release'), agent, paths: z.union([paths, z.literal('all')]) }));
const breakLock = onDemand(() => z.object({ op: z.literal('lock.break'), path: lockPath, by: agent, reason: z.string() }));
/** Only lets time pass, so that expired locks make way for waiting requests. */
const tick = onDemand(() => z.object({ op: z.literal('tick') }));
/** What the file does not show about a lock: its fencing token, its request, and its time to live in milliseconds. */
const grantSchema = z.object({ fence: z.int(), requestId: z.string().nullable(), ttlMs: z.int() });
/** The changes of a foreign program in `swarm.crtx`. */
const adopt = onDemand(() =>
  z.object({
    op: z.literal('adopt'),
    hash: z.string(),
    /** `granted`: what the log had granted, and lost with a damaged line. */
    locks: z.array(swarmLockSchema().extend({ path: lockPath, granted: grantSchema.optional() })),
    /** Locks that the foreign program removed. `fence`: the log had granted and ended it, and lost its end with a damaged line. */
    dropped: z.array(z.object({ path: lockPath, agentId: z.string(), fence: z.int().optional() })),
    /** Locks that it wrote but that are invalid; `problem` is a phrase that says why. */
    unusable: z.array(z.object({ path: z.string(), agentId: z.string(), problem: z.string() })),
    changes: z.array(manifestChangeSchema()),
    /** `header.created` of the first file that is adopted. */
    created: z.int().optional(),
    /** Added or changed keys beside `header` and `data`. */
    beside: z.custom<UnknownKeys>((value) => typeof value === 'object' && value !== null && !Array.isArray(value)).optional(),
    /** See `SwarmState`. */
    order: z.array(z.string()).optional(),
    /** Number of invalid entries. The file is to be published without them, whatever else changed. */
    left: z.int().optional(),
    coversBelow,
    releaseLocks,
    fixedElectorate,
    oneByOne,
    derivedSpent,
  }),
);
/**
 * These entries are in the timeline now (docs/decisions/0004-swarm-events-in-the-timeline.md). The names of the operation and its field are
 * stored in logs, and so stay.
 */
const recorded = onDemand(() => z.object({ op: z.literal('told'), news: z.array(z.string()) }));

const swarmRecords = {
  'lock.acquire': acquire,
  'lock.cancel': cancel,
  'lock.renew': renew,
  'lock.release': release,
  'lock.break': breakLock,
  ...swarmTaskRecords,
  tick,
  adopt,
  told: recorded,
};

/** Every operation of the swarm's log. */
export type SwarmRecord = Checked<(typeof swarmRecords)[keyof typeof swarmRecords]>;

/** Reads a record of the swarm's log; `null` for a record that has no effect. */
export const readSwarmRecord = createReader<SwarmRecord>('op', swarmRecords);

export type RecordFor<Op extends SwarmRecord['op']> = Extract<SwarmRecord, { op: Op }>;
