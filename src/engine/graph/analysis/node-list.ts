import { compareCodePoints } from '../../text/code-point-order.ts';
import type { StructureNode, StructurePart } from '../structure/structure.ts';
import { type EdgeRows, edgeRows, movedRows } from './sorted-edges.ts';

const areSame = (one: readonly StructureNode[], other: readonly StructureNode[]): boolean =>
  one === other ||
  (one.length === other.length &&
    one.every(({ id, type, path, name }, n) => {
      const same = other[n];
      return same?.id === id && same.type === type && same.path === path && same.name === name;
    }));

const byId = (one: StructureNode, other: StructureNode): number => compareCodePoints(one.id, other.id);

/** Returns the nodes sorted by the code points of their ids. Of several with the same id the first counts. */
function sortedNodes(parts: readonly StructurePart[]): StructureNode[] {
  const found = new Map<string, StructureNode>();
  for (const { nodes } of parts) for (const node of nodes) if (!found.has(node.id)) found.set(node.id, node);
  return [...found.values()].sort(byId);
}

/** Merges two sorted lists; `null` if an id occurs twice. */
function merged(one: readonly StructureNode[], other: readonly StructureNode[]): StructureNode[] | null {
  const all: StructureNode[] = [];
  let at = 0;
  for (const node of one) {
    for (let next = other[at]; next !== undefined && byId(next, node) < 0; next = other[at]) {
      all.push(next);
      at += 1;
    }
    all.push(node);
  }
  all.push(...other.slice(at));
  return all.some((node, n) => node.id === all[n + 1]?.id) ? null : all;
}

/** The sorted nodes of some parts, and the edges of each part as numbers, which stay valid as long as the nodes do. */
export class NodeList {
  readonly nodes: readonly StructureNode[];
  /** Index of each node, by id. */
  readonly places: ReadonlyMap<string, number>;
  readonly #of: readonly StructurePart[];
  readonly #rows = new WeakMap<StructurePart, EdgeRows>();

  /** @param before an earlier list; parts that are in both are reused */
  constructor(parts: readonly StructurePart[], before?: NodeList) {
    this.#of = parts;
    const others = before === undefined ? null : before.#withParts(parts);
    this.nodes = others ?? sortedNodes(parts);
    this.places = new Map(this.nodes.map(({ id }, place) => [id, place]));
    if (before !== undefined) this.#carryOver(before);
  }

  /** Whether other parts have the same nodes. */
  holdsFor(parts: readonly StructurePart[]): boolean {
    return parts.length === this.#of.length && parts.every(({ nodes }, n) => areSame(nodes, this.#of[n]?.nodes ?? []));
  }

  /** Returns the edges of a part whose nodes exist. */
  rowsOf(part: StructurePart): EdgeRows {
    const rows = this.#rows.get(part) ?? edgeRows(part.edges, this.places);
    this.#rows.set(part, rows);
    return rows;
  }

  /** Updates the node list for other parts; `null` if parts share nodes, because then each must be checked. */
  #withParts(parts: readonly StructurePart[]): StructureNode[] | null {
    if (this.#of.reduce((sum, { nodes }) => sum + nodes.length, 0) > this.nodes.length) return null;
    const [was, is] = [new Set(this.#of), new Set(parts)];
    const gone = new Set(this.#of.flatMap((part) => (is.has(part) ? [] : part.nodes)));
    const come = parts.flatMap((part) => (was.has(part) ? [] : part.nodes)).sort(byId);
    return merged(
      this.nodes.filter((node) => !gone.has(node)),
      come,
    );
  }

  /** Takes over the edge rows of `before`, with new indexes of their nodes. */
  #carryOver(before: NodeList): void {
    const moved = new Int32Array(before.nodes.length);
    before.nodes.forEach(({ id }, place) => {
      moved[place] = this.places.get(id) ?? -1;
    });
    for (const part of this.#of) {
      const rows = before.#rows.get(part);
      // Skipped if the part had edges to missing nodes, which may exist now.
      const isWhole = rows?.edges.length === part.edges.length;
      const carried = isWhole ? movedRows(rows, moved, this.nodes.length) : null;
      if (carried !== null) this.#rows.set(part, carried);
    }
  }
}
