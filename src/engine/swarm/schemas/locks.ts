import * as z from 'zod';
import { doubtsOutput } from '../../crtx/graph/graph-doubts.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { brokenSchema } from '../locks/lapsed-locks.ts';

const SECOND = 1_000;
const DAY = 24 * 3_600 * SECOND;

const agent = () => z.string().describe('the agent that acquires or holds the lock');
const paths = onDemand(() =>
  z
    .array(z.string())
    .min(1)
    .describe('files, folders (ending in /) or globs, relative to the current folder (with --root: to that folder)')
    .meta({ positional: true }),
);
const reason = () => z.string();
const ttl = () => z.int().min(SECOND, 'at least 1s').max(DAY, 'at most 24h').describe('how long the lock lasts').meta({ unit: 'duration' });

export const lockView = onDemand(() =>
  z.object({
    path: z.string(),
    agentId: z.string(),
    type: z.enum(['exclusive', 'shared']),
    acquiredAt: z.int(),
    expiresAt: z.int(),
    reason: z.string(),
    /** Fencing token: increases with every grant. */
    fence: z.int(),
  }),
);
/** Present only when the holder has been silent for too long (protocol, "Agents"). */
const holderUnresponsive = () => z.literal(true).optional();
const heldView = onDemand(() => lockView().extend({ holderUnresponsive: holderUnresponsive() }));
/** A lock that expired, was `broken`, or ended with a `swarm` (its id). `at`: when. `heldBy`: the agents that hold the path now. */
export const lapsedView = onDemand(() =>
  z.object({
    path: z.string(),
    at: z.int(),
    broken: brokenSchema().nullable(),
    swarm: z.string().nullable(),
    heldBy: z.array(z.string()),
  }),
);
/** For an operation that may end the swarm: the locks of its members that ended with it. */
export const releasedLocks = onDemand(() => z.array(lockView()));
const blocker = onDemand(() =>
  z.object({
    state: z.enum(['holding', 'waiting']),
    agentId: z.string(),
    path: z.string(),
    type: z.enum(['exclusive', 'shared']),
    until: z.int(),
    reason: z.string(),
    holderUnresponsive: holderUnresponsive(),
  }),
);

export const acquireInput = onDemand(() =>
  z.object({
    paths: paths(),
    agent: agent(),
    shared: z.boolean().default(false).describe('acquire a shared lock, which other agents may share'),
    ttl: ttl().default(60 * SECOND),
    wait: z.int().min(0).max(DAY, 'at most 24h').default(0).describe('how long to wait for the lock').meta({ unit: 'duration' }),
    reason: reason().default('').describe('why the lock is needed'),
    withBlast: z
      .boolean()
      .default(false)
      .describe('also acquire shared locks on the files that the change most likely affects, according to the graph'),
  }),
);
const mayBreak = onDemand(() => z.object({ path: z.string(), likelihood: z.number(), because: z.array(z.string()) }));
/**
 * `mayBreak`: the files most likely to break when the paths change, and why; `tests`: those to run. Both are from the graph, if there is
 * one. `doubts`: why they may be incomplete; `null` if no graph was read. `release`: in a deadlock, the own locks that the other agent
 * waits for. `missing`: locked files and folders that do not exist yet, and patterns
 * that match nothing yet, which may be typing errors; `meant`: the existing path that was probably meant.
 */
export const acquireOutput = onDemand(() =>
  z.object({
    granted: z.boolean(),
    locks: z.array(lockView()),
    blockedBy: z.array(blocker()),
    cycle: z.array(z.string()),
    release: z.array(z.string()),
    missing: z.array(z.object({ path: z.string(), meant: z.string().nullable() })),
    mayBreak: z.array(mayBreak()),
    tests: z.array(mayBreak()),
    doubts: doubtsOutput().nullable(),
  }),
);
export const renewInput = onDemand(() => z.object({ paths: paths(), agent: agent(), ttl: ttl().optional() }));
export const releaseInput = onDemand(() =>
  z.object({
    paths: z.array(z.string()).default([]).describe('the paths as they were locked').meta({ positional: true }),
    agent: agent(),
    all: z.boolean().default(false).describe('release all locks of the agent, and end its waits'),
  }),
);
/** `lapsed`: the named locks of the agent that expired or were broken before. */
export const heldOutput = onDemand(() =>
  z.object({
    locks: z.array(lockView()),
    notHeld: z.array(z.string()),
    heldBy: z.array(heldView()),
    lapsed: z.array(lapsedView()),
  }),
);
const waitView = onDemand(() =>
  z.object({
    agentId: z.string(),
    paths: z.array(z.string()),
    type: z.enum(['exclusive', 'shared']),
    requestedAt: z.int(),
    until: z.int(),
    reason: z.string(),
  }),
);
/** `waits`: the waits that were ended. */
export const endedOutput = onDemand(() => heldOutput().extend({ waits: z.array(waitView()) }));
export const breakInput = onDemand(() =>
  z.object({
    path: z.string().describe('the path as it was locked').meta({ positional: true }),
    by: z.string().describe('who breaks it: the coordinator, or person:<name>'),
    reason: reason().min(1).describe('why'),
    waiter: z.string().optional().describe('end only the waits of this agent for the path; the lock stays'),
  }),
);
export const checkInput = onDemand(() =>
  z.object({
    paths: paths(),
    agent: z.string().optional().describe('the agent that wants to change them; its own locks do not count'),
  }),
);
/**
 * `locks`: those that cover a part of the path. `state`: `yours` when the agent's own lock allows the change, `held` when another agent's
 * lock prevents it.
 */
export const checkOutput = onDemand(() =>
  z.object({ paths: z.array(z.object({ path: z.string(), state: z.enum(['free', 'yours', 'held']), locks: z.array(heldView()) })) }),
);
export const listInput = onDemand(() => z.object({}));
/** `processEnded`: the waiting process has ended; its wait ends when it next blocks another request. */
export const listOutput = onDemand(() =>
  z.object({
    locks: z.array(heldView()),
    waiting: z.array(waitView().extend({ processEnded: z.boolean() })),
  }),
);

export type LockView = Checked<typeof lockView>;
export type HeldLockView = Checked<typeof heldView>;
export type WaitView = Checked<typeof waitView>;
export type LapsedView = Checked<typeof lapsedView>;
export type AcquireInput = Checked<typeof acquireInput>;
export type AcquireOutput = Checked<typeof acquireOutput>;
export type RenewInput = Checked<typeof renewInput>;
export type ReleaseInput = Checked<typeof releaseInput>;
export type BreakInput = Checked<typeof breakInput>;
export type HeldOutput = Checked<typeof heldOutput>;
export type EndedOutput = Checked<typeof endedOutput>;
export type CheckInput = Checked<typeof checkInput>;
export type CheckOutput = Checked<typeof checkOutput>;
export type ListOutput = Checked<typeof listOutput>;
