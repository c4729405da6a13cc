import fs from 'node:fs';
import path from 'node:path';
import type { SemanticEdge, SemanticGraph, SemanticNode } from '../../src/engine/crtx/index.ts';
import type { GraphHistory } from '../../src/engine/graph/history/history.ts';
import type { StructureNode, StructurePart } from '../../src/engine/graph/structure/structure.ts';

/**
 * Returns a node by its id: `a#b` is a function; `module:a`, `api:a` and `feature:a` have these types; `a.test.ts` is a test; any other
 * is a file.
 */
export function nodeOf(id: string): StructureNode {
  const [file = '', symbol] = id.split('#');
  if (symbol !== undefined) return { id, type: 'function', path: file, name: symbol };
  if (id.startsWith('module:')) return { id, type: 'module', path: id.slice('module:'.length), name: id };
  if (id.startsWith('api:')) return { id, type: 'api', path: id.slice('api:'.length), name: id };
  if (id.startsWith('feature:')) return { id, type: 'feature', path: '', name: id };
  return { id, type: id.includes('.test.') ? 'test' : 'file', path: id, name: id.split('/').at(-1) ?? id };
}

/** Returns an edge from `from > to`. */
export function edgeOf(ends: string, type: SemanticEdge['type'] = 'depends', weight = 1): SemanticEdge {
  const [from = '', to = ''] = ends.split(' > ');
  return { from, to, type, weight, description: `${from} ${type} ${to}` };
}

export const NO_HISTORY: GraphHistory = { files: new Map(), coupled: [], features: [], commits: 0, fixes: 0, problems: [] };

/** Returns the nodes of the edges, and others. */
export function structureOf(edges: readonly SemanticEdge[], others: readonly string[] = []): StructurePart {
  const ids = new Set([...edges.flatMap(({ from, to }) => [from, to]), ...others]);
  return { nodes: [...ids].map(nodeOf), edges };
}

/** Returns a graph of these edges. `said` overrides fields of nodes. */
export function graphOf(edges: readonly SemanticEdge[], said: Readonly<Record<string, Partial<SemanticNode>>> = {}): SemanticGraph {
  const { nodes } = structureOf(edges, Object.keys(said));
  const past = { importance: 0, fragility: 0, lastTouched: 0, touchCount: 0 };
  return { nodes: nodes.map((node) => ({ ...node, ...past, ...said[node.id] })), edges: [...edges], clusters: [] };
}

/** Creates missing files of a graph with the time 0, so that they are older than any graph. */
export function makeFiles(root: string, { nodes }: SemanticGraph): void {
  for (const { path: relative } of nodes) {
    const file = path.join(root, relative);
    if (relative.startsWith('..') || fs.existsSync(file)) continue;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, '');
    fs.utimesSync(file, 0, 0);
  }
}
