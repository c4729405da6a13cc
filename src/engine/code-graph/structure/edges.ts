import type { SemanticEdge } from '../../crtx/index.ts';
import { compareCodePoints } from '../../kernel/code-point-order.ts';

/** Edges, one of each type between two nodes: of several the heaviest counts. */
export class Edges {
  readonly #edges = new Map<string, SemanticEdge>();

  /** @param weight 0..1 @param description a sentence that says why */
  add(type: SemanticEdge['type'], from: string, to: string, weight: number, description: string): void {
    if (from === to) return;
    const key = `${type}\0${from}\0${to}`;
    const other = this.#edges.get(key);
    if (other === undefined || weight > other.weight) this.#edges.set(key, { from, to, type, weight, description });
  }

  /** By their ends and types, so that the same project always gives the same list. */
  sorted(): SemanticEdge[] {
    const order = (one: SemanticEdge, other: SemanticEdge) =>
      compareCodePoints(one.from, other.from) || compareCodePoints(one.to, other.to) || compareCodePoints(one.type, other.type);
    return [...this.#edges.values()].sort(order);
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
