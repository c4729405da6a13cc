// @ts-check

/** @typedef {import('./cortex.mjs').Manifest} Manifest */

/** Notices which agents have stopped changing anything: all that others can see of an agent. */
export class SignsOfLife {
  /** @type {Map<string, { trace: string, since: number }>} */
  #seen = new Map();

  /**
   * The agents that hold tasks and have not changed a thing for so long, as far as this has been watching.
   * @param {Manifest} swarm as it is now
   * @param {number} afterMs
   * @returns {{ id: string, tasks: string[] }[]}
   */
  silent({ agents, locks }, afterMs) {
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
