import * as z from 'zod';
import { shortId } from '../../crtx/shorten.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { cut } from '../../text/cut.ts';
import { compareLocks, type GrantedLock, type LockEvent } from './lock-types.ts';

/** Limits of what is remembered: agents, locks of each agent, and milliseconds. Older lapses no longer matter to their agents. */
const MAX_AGENTS = 10_000;
const MAX_OF_AGENT = 32;
const MAX_MS = 24 * 3_600_000;
/** Longest reason of a break that is remembered, in UTF-16 code units. */
const MAX_REASON = 400;

/** Who broke a lock, and why. */
export const brokenSchema = onDemand(() => z.object({ by: z.string(), reason: z.string() }));

/**
 * A lock that expired, was broken, or ended with a swarm (`swarm` is its id) while its agent may still have relied on it. `at` is the time
 * of the end, in milliseconds since 1970 UTC.
 */
export const lapsedLockSchema = onDemand(() =>
  z.object({
    agentId: z.string(),
    path: z.string(),
    at: z.int(),
    broken: brokenSchema().optional(),
    /** Absent in older checkpoints. */
    swarm: z.string().optional(),
  }),
);
export type LapsedLock = Readonly<Checked<typeof lapsedLockSchema>>;

/**
 * The locks that expired, were broken or ended with a swarm, and that their agents have neither acquired again nor released since. An agent
 * may not have noticed such an end.
 */
export class LapsedLocks {
  /** By agent, then path. The agent whose last lock ended first comes first. */
  readonly #byAgent = new Map<string, Map<string, LapsedLock>>();

  constructor(locks: readonly LapsedLock[] = []) {
    for (const lock of locks) this.#add(lock);
  }

  /** Records the locks that ended because their time was over. @param at effective time, milliseconds since 1970 UTC */
  note(events: readonly LockEvent[], at: number): void {
    const ended = events.flatMap((each) => (each.event === 'ended' && each.lock.expiresAt <= at ? [each.lock] : []));
    // Sorted, because the order in the table depends on when its state was built.
    ended.sort((one, other) => one.expiresAt - other.expiresAt || compareLocks(one, other));
    for (const { agentId, path, expiresAt } of ended) this.#add({ agentId, path, at: expiresAt });
    for (const [agentId, locks] of this.#byAgent) {
      const latest = [...locks.values()].at(-1)?.at ?? 0;
      if (this.#byAgent.size <= MAX_AGENTS && latest > at - MAX_MS) return;
      this.#byAgent.delete(agentId);
    }
  }

  /** Records broken locks, except those that `by` held itself. @param at effective time, milliseconds since 1970 UTC */
  noteBroken(locks: readonly GrantedLock[], { by, reason }: Checked<typeof brokenSchema>, at: number): void {
    const broken = { by: shortId(by), reason: cut(reason, MAX_REASON) };
    for (const { agentId, path } of locks) if (agentId !== by) this.#add({ agentId, path, at, broken });
  }

  /** Records the locks that ended with a swarm. @param at effective time, milliseconds since 1970 UTC */
  noteEnded(locks: readonly GrantedLock[], swarm: string, at: number): void {
    for (const { agentId, path } of locks) this.#add({ agentId, path, at, swarm: shortId(swarm) });
  }

  /** Shifts all remembered times after the clock was set. @param ms milliseconds, may be negative */
  shift(ms: number): void {
    for (const own of this.#byAgent.values()) for (const [path, lock] of own) own.set(path, { ...lock, at: lock.at + ms });
  }

  /** Forgets the locks that were granted again. */
  forgetGranted(events: readonly LockEvent[]): void {
    for (const each of events) if (each.event === 'granted') this.take(each.lock.agentId, [each.lock.path]);
  }

  /** Returns an agent's lapsed locks in the order in which they ended. */
  of(agentId: string): LapsedLock[] {
    return [...(this.#byAgent.get(agentId)?.values() ?? [])];
  }

  /** Returns and forgets an agent's lapsed locks on these paths. */
  take(agentId: string, paths: readonly string[] | 'all'): LapsedLock[] {
    const own = this.#byAgent.get(agentId);
    if (own === undefined) return [];
    const taken = this.of(agentId).filter(({ path }) => paths === 'all' || paths.includes(path));
    for (const { path } of taken) own.delete(path);
    if (own.size === 0) this.#byAgent.delete(agentId);
    return taken;
  }

  toJSON(): LapsedLock[] {
    return [...this.#byAgent.values()].flatMap((locks) => [...locks.values()]);
  }

  #add(lock: LapsedLock): void {
    const { agentId, path } = lock;
    const own = this.#byAgent.get(agentId) ?? new Map<string, LapsedLock>();
    // Deleted first, so that the agent and the path move to the end of their maps.
    this.#byAgent.delete(agentId);
    this.#byAgent.set(agentId, own);
    own.delete(path);
    own.set(path, lock);
    for (const oldest of own.keys()) if (own.size > MAX_OF_AGENT) own.delete(oldest);
  }
}
