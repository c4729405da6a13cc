// @ts-check

/** @typedef {import('./cortex.mjs').Manifest} Manifest */

/** Finds agents that have stopped changing anything in `swarm.crtx`. */
export class SilentAgents {
  /** @type {Map<string, { trace: string, since: number }>} */
  #seen = new Map();

  /**
   * Returns the agents that have tasks and have not changed anything for so long, since this object watches them.
   * @param {Manifest} swarm as it is now
   * @param {number} afterMs
   * @returns {{ id: string, tasks: string[] }[]}
   */
  find({ agents, locks }, afterMs) {
    const now = performance.now();
    return agents.flatMap(({ id, status, assignedTasks, tokensUsed }) => {
      const held = locks.filter(({ agentId }) => agentId === id).map(({ path, acquiredAt, expiresAt }) => [path, acquiredAt, expiresAt]);
      const trace = JSON.stringify([status, assignedTasks, tokensUsed, held]);
      const before = this.#seen.get(id);
      if (before === undefined || before.trace !== trace) {
        this.#seen.set(id, { trace, since: now });
        return [];
      }
      return status === 'working' && now - before.since > afterMs ? [{ id, tasks: assignedTasks }] : [];
    });
  }
}
