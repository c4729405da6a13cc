import * as z from 'zod';
import { cutId } from '../../crtx/shorten.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { cut } from '../../text/cut.ts';
import { compareLocks, type GrantedLock, type LockEvent } from './lock-types.ts';

/** Of how many agents what is remembered, how many locks of each, and for how long, milliseconds: who asks later has other worries. */
const MOST_AGENTS = 10_000;
const MOST_OF_AGENT = 32;
const LONGEST_MS = 24 * 3_600_000;
/** How much of the reason of a break is remembered, in UTF-16 code units. */
const MOST_REASON = 400;

/** Who took a lock away, and why. */
export const brokenSchema = onDemand(() => z.object({ by: z.string(), reason: z.string() }));

/**
 * A lock that ran out, that somebody broke, or that ended with a swarm (`swarm`: its id), while its agent may have relied on it. `at`: when,
 * milliseconds since 1970 UTC.
 */
export const lapsedLockSchema = onDemand(() =>
  z.object({
    agentId: z.string(),
    path: z.string(),
    at: z.int(),
    broken: brokenSchema().optional(),
    /** Not in older checkpoints. */
    swarm: z.string().optional(),
  }),
);
export type LapsedLock = Readonly<Checked<typeof lapsedLockSchema>>;

/** The locks that ran out, were broken or ended with a swarm and that their agents neither took again nor gave up since: an agent may not have noticed. */
export class LapsedLocks {
  /** By path, by agent; the agent whose last lock ran out first comes first. */
  readonly #byAgent = new Map<string, Map<string, LapsedLock>>();

  constructor(locks: readonly LapsedLock[] = []) {
    for (const lock of locks) this.#add(lock);
  }

  /** Notes what time has ended. @param at effective time, milliseconds since 1970 UTC */
  note(events: readonly LockEvent[], at: number): void {
    const ended = events.flatMap((each) => (each.event === 'ended' && each.lock.expiresAt <= at ? [each.lock] : []));
    // Not as the table found them, which depends on when its state was made.
    ended.sort((one, other) => one.expiresAt - other.expiresAt || compareLocks(one, other));
    for (const { agentId, path, expiresAt } of ended) this.#add({ agentId, path, at: expiresAt });
    for (const [agentId, locks] of this.#byAgent) {
      const latest = [...locks.values()].at(-1)?.at ?? 0;
      if (this.#byAgent.size <= MOST_AGENTS && latest > at - LONGEST_MS) return;
      this.#byAgent.delete(agentId);
    }
  }

  /** Notes what somebody took away; who breaks its own lock knows it. @param at effective time, milliseconds since 1970 UTC */
  noteBroken(locks: readonly GrantedLock[], { by, reason }: Checked<typeof brokenSchema>, at: number): void {
    const broken = { by: cutId(by), reason: cut(reason, MOST_REASON) };
    for (const { agentId, path } of locks) if (agentId !== by) this.#add({ agentId, path, at, broken });
  }

  /** Notes what ended with a swarm. @param at effective time, milliseconds since 1970 UTC */
  noteEnded(locks: readonly GrantedLock[], swarm: string, at: number): void {
    for (const { agentId, path } of locks) this.#add({ agentId, path, at, swarm: cutId(swarm) });
  }

  /** Moves what is remembered in time, as the clock was set. @param ms milliseconds, also negative */
  shift(ms: number): void {
    for (const own of this.#byAgent.values()) for (const [path, lock] of own) own.set(path, { ...lock, at: lock.at + ms });
  }

  /** Forgets what was granted anew. */
  forgetGranted(events: readonly LockEvent[]): void {
    for (const each of events) if (each.event === 'granted') this.take(each.lock.agentId, [each.lock.path]);
  }

  /** Those of an agent, as they went. */
  of(agentId: string): LapsedLock[] {
    return [...(this.#byAgent.get(agentId)?.values() ?? [])];
  }

  /** Gives those of an agent on these paths, and forgets them. */
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
    // Taken out first, so that it comes last.
    this.#byAgent.delete(agentId);
    this.#byAgent.set(agentId, own);
    own.delete(path);
    own.set(path, lock);
    for (const oldest of own.keys()) if (own.size > MOST_OF_AGENT) own.delete(oldest);
  }
}
