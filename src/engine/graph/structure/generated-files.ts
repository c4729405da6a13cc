import type { SemanticEdge } from '../../crtx/index.ts';
import type { FileFacts } from '../facts.ts';
import type { StructurePart } from './structure.ts';

type Facts = ReadonlyMap<string, FileFacts>;

/** Returns the file of a symbol in a generated file, and any other id as it is. */
function wholeOf(facts: Facts, id: string): string {
  const cut = id.lastIndexOf('#');
  const path = cut < 0 ? '' : id.slice(0, cut);
  return facts.get(path)?.isGenerated === true ? path : id;
}

/** Leads edges of the symbols of generated files to the files themselves, because these symbols are no nodes. */
export function withoutGeneratedSymbols(facts: Facts, edges: readonly SemanticEdge[]): SemanticEdge[] {
  return edges.flatMap((edge) => {
    const [from, to] = [wholeOf(facts, edge.from), wholeOf(facts, edge.to)];
    if (from === edge.from && to === edge.to) return [edge];
    return from === to ? [] : [{ ...edge, from, to }];
  });
}

/**
 * Returns the parts without files that were not read and that nothing depends on: nothing is known about them.
 * @param parts by path @param rest the nodes and edges of no single file
 */
export function withoutUnreadLeaves(facts: Facts, parts: ReadonlyMap<string, StructurePart>, rest: StructurePart): StructurePart[] {
  const unread = new Set([...facts].flatMap(([path, each]) => (each.unread === undefined ? [] : [path])));
  if (unread.size === 0) return [...parts.values(), rest];
  for (const { edges } of [...parts.values(), rest]) for (const { to } of edges) unread.delete(to);
  return [...[...parts].flatMap(([path, part]) => (unread.has(path) ? [] : [part])), rest];
}
