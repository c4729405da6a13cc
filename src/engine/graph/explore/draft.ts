import type { GraphScene, SceneEdge, SceneNode } from '../schemas/graph-answer.ts';
import { shortenText, toShare } from './shown-values.ts';

/** Limits of a scene. More could not be seen. */
const MAX_NODES = 1_000;
const MAX_EDGES = 5_000;

/** A scene whose nodes have no positions yet. */
export interface SceneDraft extends Pick<GraphScene, 'edges' | 'hidden'> {
  readonly nodes: readonly DraftNode[];
}

export type DraftNode = Omit<SceneNode, 'x' | 'y'>;

export const byText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/**
 * Splits items into those that fit into the scene and the rest. Shown ids in `first` are unique: two different ids may look the same after
 * being cut.
 */
export function splitByRoom<Thing extends { readonly id: string }>(inOrder: readonly Thing[]): { first: Thing[]; rest: Thing[] } {
  const ids = new Set<string>();
  const [first, rest]: [Thing[], Thing[]] = [[], []];
  for (const each of inOrder) {
    const isRoom = first.length < MAX_NODES && !ids.has(shortenText(each.id));
    if (isRoom) ids.add(shortenText(each.id));
    (isRoom ? first : rest).push(each);
  }
  return { first, rest };
}

/** Returns the nodes with sizes relative to the largest. */
export function withRelativeSizes(nodes: readonly DraftNode[]): DraftNode[] {
  const biggest = nodes.reduce((most, { size }) => Math.max(most, size), 0);
  return nodes.map((node) => ({ ...node, size: biggest === 0 ? 0 : toShare(node.size / biggest) }));
}

/** Collects the edges of a scene, at most one of each kind between two nodes. */
export class EdgeDraft {
  readonly #ends: number;
  readonly #kinds: readonly SceneEdge['type'][];
  readonly #weights = new Map<number, number>();

  /** @param ends number of nodes; those that fit into the scene come first */
  constructor(ends: number, kinds: readonly SceneEdge['type'][]) {
    this.#ends = ends;
    this.#kinds = kinds;
  }

  /**
   * @param from index of a node; below 0 for none
   * @param kind index into the kinds
   * @param weigh computes the new weight from the current one
   */
  add(from: number, to: number, kind: number, weigh: (before: number) => number): void {
    if (from === to || from < 0 || to < 0) return;
    const key = (from * this.#ends + to) * this.#kinds.length + kind;
    this.#weights.set(key, weigh(this.#weights.get(key) ?? 0));
  }

  /**
   * Returns the edges with the highest weight, that weight, and the number of other edges.
   * @param room number of nodes that fit into the scene
   */
  finish(room: number): { edges: SceneEdge[]; heaviest: number; hidden: number } {
    const all = Array.from(this.#weights, ([key, weight]) => this.#edge(key, weight));
    const heaviest = all.reduce((most, { weight }) => Math.max(most, weight), 0);
    const edges = all
      .filter(({ from, to }) => from < room && to < room)
      .sort((one, other) => other.weight - one.weight || one.from - other.from || one.to - other.to || byText(one.type, other.type))
      .slice(0, MAX_EDGES);
    return { edges, heaviest, hidden: all.length - edges.length };
  }

  #edge(key: number, weight: number): SceneEdge {
    const pair = Math.floor(key / this.#kinds.length);
    const type = this.#kinds[key % this.#kinds.length] ?? 'mixed';
    return { from: Math.floor(pair / this.#ends), to: pair % this.#ends, type, weight };
  }
}
