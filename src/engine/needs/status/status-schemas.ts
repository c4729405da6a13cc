import * as z from 'zod';
import { NEED_RANKS } from '../../platform/need.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { placeOptions } from '../../workspace/named-places.ts';

export const statusInput = onDemand(() =>
  z.object({
    watch: z.boolean().default(false).meta({ short: 'w' }).describe('show it again after each change, until Ctrl-C'),
    ...placeOptions,
  }),
);
export type StatusInput = Checked<typeof statusInput>;

const count = () => z.int().min(0);
const time = () => z.int().nullable();

/**
 * State of an agent. `unresponsive`: no heartbeat for so long that other agents get its tasks. `waiting`: for locks, since `waitsSince`;
 * `path` is the first one it cannot get, held by `holders`. `tasks`: its active tasks. `seenAt`: its last heartbeat. Times are milliseconds
 * since 1970 UTC; `null` when unknown.
 */
const agentState = onDemand(() =>
  z.object({
    agent: z.string(),
    state: z.enum(['unresponsive', 'waiting', 'blocked', 'working', 'idle']),
    seenAt: time(),
    tasks: z.array(z.object({ id: z.string(), description: z.string() })),
    waitsSince: time(),
    path: z.string().nullable(),
    holders: z.array(z.string()),
  }),
);

/**
 * `merging`: all tasks have ended, and the results wait for a decision, as `openMerge` says: what for, or who refused them. `pause`: who
 * paused it, and why. `usedUp`: the limits of the budget that are reached, so no more tasks are assigned.
 */
const swarm = onDemand(() =>
  z.object({
    id: z.string(),
    task: z.string(),
    state: z.enum(['running', 'paused', 'merging', 'finished', 'failed', 'aborted']),
    openMerge: z
      .object({
        waitsFor: z.enum(['answers', 'votes', 'coordinator', 'person']),
        refused: z.object({ by: z.string().nullable(), reason: z.string() }).nullable(),
      })
      .nullable(),
    pause: z.object({ by: z.string(), reason: z.string(), at: z.int() }).nullable(),
    tasks: z.object({ done: count(), active: count(), pending: count(), failed: count(), skipped: count(), total: count() }),
    tokens: count(),
    maxTokens: count(),
    costUsd: z.number(),
    maxCostUsd: z.number(),
    usedUp: z.array(z.enum(['tokens', 'cost', 'duration'])),
    agents: z.array(agentState()),
  }),
);

/** `conflicts`: names of its files with merge conflicts. */
const stack = onDemand(() =>
  z.object({
    agent: z.string(),
    conflicts: z.array(z.string()),
    unread: count(),
    overdue: count(),
    inProgress: count(),
    blocked: count(),
    pending: count(),
    outbox: count(),
  }),
);

/** `unknown`: open tasks whose status is missing or invalid. */
const team = onDemand(() =>
  z.object({
    directory: z.string(),
    ready: count(),
    inProgress: count(),
    blocked: count(),
    unknown: count(),
    agents: count(),
    down: z.array(z.string()),
  }),
);

/**
 * Everything in a folder at a glance. A missing protocol is `null`; so is one that cannot be read, which is also in `problems`. `needs`:
 * items that wait for a person, by rank, without snoozed ones; `first` is the first one that is not in `problems`, `more` the number of
 * others that are not. `locks.first`: up to five locks, by path; `holderUnresponsive` is present only when it is so.
 */
export const statusOutput = onDemand(() =>
  z.object({
    needs: z.object({
      count: count(),
      ranks: z.array(z.object({ rank: z.enum(NEED_RANKS), count: count() })),
      first: z.string().nullable(),
      more: count(),
    }),
    swarm: swarm().nullable(),
    locks: z
      .object({
        held: count(),
        waiting: count(),
        first: z.array(
          z.object({
            path: z.string(),
            agent: z.string(),
            type: z.enum(['exclusive', 'shared']),
            holderUnresponsive: z.literal(true).optional(),
          }),
        ),
      })
      .nullable(),
    stacks: z.array(stack()).nullable(),
    team: team().nullable(),
    memory: z.object({ notes: count(), toReview: count(), contradictions: count() }).nullable(),
    problems: z.array(z.string()),
  }),
);

export type StatusOutput = Checked<typeof statusOutput>;
export type SwarmStatus = Checked<typeof swarm>;
export type AgentState = Checked<typeof agentState>;
