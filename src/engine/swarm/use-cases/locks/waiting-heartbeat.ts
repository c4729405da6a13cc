import type { SwarmStore } from '../../store.ts';

/** Longest interval between two heartbeats of a waiting process, in milliseconds. */
const MAX_MS = 300_000;

/** Returns how often a waiting process sends a heartbeat of its agent, in milliseconds, so that the agent is never unresponsive. */
export function heartbeatInterval({ swarm }: SwarmStore): number {
  return Math.min(MAX_MS, (swarm.vanishAfterMs ?? Number.POSITIVE_INFINITY) / 3);
}

/** The heartbeats of an agent whose process waits for a lock. Agents outside the swarm need none. */
export class WaitingHeartbeat {
  /** Tasks that the agent had lost before a heartbeat. */
  readonly lost: string[] = [];
  #due: number;

  constructor(
    private readonly store: SwarmStore,
    private readonly agent: string,
  ) {
    this.#due = this.#next();
  }

  #next(): number {
    return this.store.runtime.clock.monotonic() + heartbeatInterval(this.store);
  }

  /** Milliseconds until the next heartbeat. */
  get dueIn(): number {
    return this.#due - this.store.runtime.clock.monotonic();
  }

  /** Sends a heartbeat if one is due. */
  async sendIfDue(): Promise<void> {
    if (this.dueIn > 0) return;
    this.#due = this.#next();
    const { swarm } = this.store;
    if (!swarm.isRunning || swarm.lastActivity(this.agent) === null) return;
    const { result } = await this.store.transact({ op: 'swarm.activity', agent: this.agent });
    if (result.status === 'ok') this.lost.push(...result.released);
  }
}
