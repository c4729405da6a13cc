import type { SemanticEdge } from '../../crtx/index.ts';
import type { FileFacts } from '../facts.ts';
import type { StructurePart } from './structure.ts';

type Facts = ReadonlyMap<string, FileFacts>;

/** Returns the node that an id stands for: a generated file for its symbols, the target of a symbolic link for the link. */
function shownId(facts: Facts, id: string): string {
  const cut = facts.has(id) ? id.length : id.lastIndexOf('#');
  const path = cut < 0 ? '' : id.slice(0, cut);
  const { isGenerated = false, linkTo = path } = facts.get(path) ?? {};
  return isGenerated ? linkTo : linkTo + id.slice(cut < 0 ? 0 : cut);
}

/** Leads edges of links to the files behind them, and of symbols of generated files to the files, because neither are nodes. */
export function betweenShown(facts: Facts, edges: readonly SemanticEdge[]): SemanticEdge[] {
  return edges.flatMap((edge) => {
    const [from, to] = [shownId(facts, edge.from), shownId(facts, edge.to)];
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
