// @ts-check

/** @typedef {import('./sources.mjs').Violation} Violation */

/** @typedef {{ file: string, line: number, to: string }} FileImport an import of another file, also of a type only */

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
 * Removes files that are in no cycle: those that import no file, and those that import only removed files.
 * @param {Graph} graph
 */
function removeAcyclic(graph) {
  for (let size = -1; size !== graph.size; ) {
    size = graph.size;
    for (const [file, targets] of graph) {
      for (const target of targets.keys()) if (!graph.has(target)) targets.delete(target);
      if (targets.size === 0) graph.delete(file);
    }
  }
}

/**
 * Finds the shortest cycle through a file.
 * @param {Graph} graph
 * @param {string} start
 * @returns {string[] | undefined} its files, `start` first
 */
function shortestCycle(graph, start) {
  const paths = [[start]];
  const seen = new Set();
  // The loop appends to the list.
  for (const path of paths) {
    for (const target of graph.get(path.at(-1) ?? start)?.keys() ?? []) {
      if (target === start) return path;
      if (!seen.has(target)) paths.push([...path, target]);
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
  removeAcyclic(graph);
  /** @type {Set<string>} */
  const named = new Set();
  return [...graph.keys()].flatMap((file) => {
    const cycle = named.has(file) ? undefined : shortestCycle(graph, file);
    if (cycle === undefined) return [];
    for (const each of cycle) named.add(each);
    return {
      file,
      line: graph.get(file)?.get(cycle[1] ?? file) ?? 1,
      found: [...cycle, file].join(' → '),
      rule: 'no import cycles between files, also not of types',
      advice: 'Move the type or function that closes the cycle into the lowest of these files that uses it, or into a new lower file.',
    };
  });
}
