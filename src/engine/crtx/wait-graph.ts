/**
 * The shortest way back to `start` if it waited for `first`: agent ids with `start` at both ends, or `null` when there is none.
 * Of several it is the first in code unit order, so that every process names the same.
 * @param waitsFor the agents that an agent waits for now
 */
export function findCircle(start: string, first: Iterable<string>, waitsFor: (agent: string) => Iterable<string>): string[] | null {
  const cameFrom = new Map<string, string>();
  const reached: string[] = [];
  const reach = (from: string, agents: Iterable<string>): void => {
    for (const agent of [...agents].sort()) {
      if (cameFrom.has(agent)) continue;
      cameFrom.set(agent, from);
      reached.push(agent);
    }
  };
  reach(start, first);
  // `reached` grows while it is walked: breadth first.
  for (const agent of reached) {
    if (agent === start) return wayTo(start, cameFrom);
    reach(agent, waitsFor(agent));
  }
  return null;
}

function wayTo(start: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [start];
  for (let agent = cameFrom.get(start); agent !== undefined && agent !== start; agent = cameFrom.get(agent)) way.push(agent);
  return [...way, start].reverse();
}
