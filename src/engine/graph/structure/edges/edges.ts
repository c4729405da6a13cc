import type { SemanticEdge } from '../../../crtx/index.ts';

/** Collects edges and keeps one per type between two nodes: the heaviest, and the first of equally heavy ones. */
export class Edges {
  /** By start node, then by end node. */
  readonly #edges = new Map<string, Map<string, SemanticEdge[]>>();

  /** @param weight 0..1 @param description a sentence that explains the edge */
  add(type: SemanticEdge['type'], from: string, to: string, weight: number, description: string): void {
    if (from === to) return;
    const ends = this.#edges.get(from) ?? new Map<string, SemanticEdge[]>();
    if (ends.size === 0) this.#edges.set(from, ends);
    const edge = { from, to, type, weight, description };
    const between = ends.get(to);
    const place = between?.findIndex((other) => other.type === type) ?? -1;
    if (between === undefined) ends.set(to, [edge]);
    else if (place < 0) between.push(edge);
    else if (weight > (between[place]?.weight ?? 0)) between[place] = edge;
  }

  /** Returns all edges, in no particular order. */
  all(): SemanticEdge[] {
    const found: SemanticEdge[] = [];
    for (const ends of this.#edges.values()) for (const between of ends.values()) found.push(...between);
    return found;
  }
}

/** Joins names for a sentence: the first three, and the number of the others. */
export function joinNames(names: readonly string[]): string {
  const shown = names.slice(0, 3);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  const last = shown.pop();
  return shown.length === 0 ? (last ?? '') : `${shown.join(', ')} and ${last}`;
}
