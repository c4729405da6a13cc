// @ts-check

/** @typedef {import('./sources.mjs').Violation} Violation */

/** @typedef {{ file: string, line: number, to: string }} FileImport one file that imports another one, be it only a type */

/** @typedef {Map<string, Map<string, number>>} Graph by file, the files that it imports, and at which line */

/**
 * @param {readonly FileImport[]} imports
 * @returns {Graph}
 */
function graphOf(imports) {
  /** @type {Graph} */
  const graph = new Map();
  for (const { file, line, to } of imports) {
    const targets = graph.get(file) ?? new Map();
    graph.set(file, targets);
    if (!targets.has(to)) targets.set(to, line);
  }
  return graph;
}

/**
 * Leaves only files that import one of each other: what imports nothing is in no cycle, nor is what imports only that.
 * @param {Graph} graph
 */
function removeEnds(graph) {
  for (let size = -1; size !== graph.size; ) {
    size = graph.size;
    for (const [file, targets] of graph) {
      for (const target of targets.keys()) if (!graph.has(target)) targets.delete(target);
      if (targets.size === 0) graph.delete(file);
    }
  }
}

/**
 * The shortest way from a file back to itself.
 * @param {Graph} graph
 * @param {string} start
 * @returns {string[] | undefined} the files on it, from `start` on
 */
function wayBack(graph, start) {
  const ways = [[start]];
  const seen = new Set();
  // The list grows while it is walked.
  for (const way of ways) {
    for (const target of graph.get(way.at(-1) ?? start)?.keys() ?? []) {
      if (target === start) return way;
      if (!seen.has(target)) ways.push([...way, target]);
      seen.add(target);
    }
  }
  return undefined;
}

/**
 * @param {readonly FileImport[]} imports
 * @returns {Violation[]} one for each cycle of imports; of cycles that share files at least one
 */
export function findCycles(imports) {
  const graph = graphOf(imports);
  removeEnds(graph);
  /** @type {Set<string>} */
  const named = new Set();
  return [...graph.keys()].flatMap((file) => {
    const cycle = named.has(file) ? undefined : wayBack(graph, file);
    if (cycle === undefined) return [];
    for (const each of cycle) named.add(each);
    return {
      file,
      line: graph.get(file)?.get(cycle[1] ?? file) ?? 1,
      found: [...cycle, file].join(' → '),
      rule: 'files do not import one another in a cycle, not even for types',
      advice: 'Move the type or function that closes the cycle into the lowest of these files that uses it, or into one below them.',
    };
  });
}
