import type { SemanticEdge } from '../../crtx/index.ts';

/** Edges, one of each type between two nodes: of several the heaviest counts, of two as heavy the first. */
export class Edges {
  /** By where they begin, then by where they end. */
  readonly #edges = new Map<string, Map<string, SemanticEdge[]>>();

  /** @param weight 0..1 @param description a sentence that says why */
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

  /** All of them, in no order that says anything. */
  all(): SemanticEdge[] {
    const found: SemanticEdge[] = [];
    for (const ends of this.#edges.values()) for (const between of ends.values()) found.push(...between);
    return found;
  }
}

/** Names in a sentence: the first three, and how many more. */
export function named(names: readonly string[]): string {
  const shown = names.slice(0, 3);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  const last = shown.pop();
  return shown.length === 0 ? (last ?? '') : `${shown.join(', ')} and ${last}`;
}
