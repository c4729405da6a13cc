import type { GraphScene, SceneEdge, SceneNode } from '../schemas/graph-answer.ts';
import { shareOf, shownText } from './shown.ts';

/** More than anybody sees. */
const MOST_NODES = 1_000;
const MOST_EDGES = 5_000;

/** A scene whose nodes have no positions yet. */
export interface SceneDraft extends Pick<GraphScene, 'edges' | 'hidden'> {
  readonly nodes: readonly DraftNode[];
}

export type DraftNode = Omit<SceneNode, 'x' | 'y'>;

export const byText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** What there is room for, then the rest. No two of the first have one id as it is shown: what was cut may look the same. */
export function withRoom<Thing extends { readonly id: string }>(inOrder: readonly Thing[]): { first: Thing[]; rest: Thing[] } {
  const ids = new Set<string>();
  const [first, rest]: [Thing[], Thing[]] = [[], []];
  for (const each of inOrder) {
    const isRoom = first.length < MOST_NODES && !ids.has(shownText(each.id));
    if (isRoom) ids.add(shownText(each.id));
    (isRoom ? first : rest).push(each);
  }
  return { first, rest };
}

/** The same nodes, with sizes that are shares of the biggest. */
export function sized(nodes: readonly DraftNode[]): DraftNode[] {
  const biggest = nodes.reduce((most, { size }) => Math.max(most, size), 0);
  return nodes.map((node) => ({ ...node, size: biggest === 0 ? 0 : shareOf(node.size / biggest) }));
}

/** Edges while they are collected: one of each kind between two ends. */
export class EdgeDraft {
  readonly #ends: number;
  readonly #kinds: readonly SceneEdge['type'][];
  readonly #weights = new Map<number, number>();

  /** @param ends how many nodes there are, those that the scene has room for first */
  constructor(ends: number, kinds: readonly SceneEdge['type'][]) {
    this.#ends = ends;
    this.#kinds = kinds;
  }

  /** @param from an end; below 0: none @param kind a place in the kinds @param weigh gives its weight from the one that it has */
  add(from: number, to: number, kind: number, weigh: (before: number) => number): void {
    if (from === to || from < 0 || to < 0) return;
    const key = (from * this.#ends + to) * this.#kinds.length + kind;
    this.#weights.set(key, weigh(this.#weights.get(key) ?? 0));
  }

  /** The heaviest, the weight of the heaviest, and how many others there are. @param room how many ends the scene has room for */
  finish(room: number): { edges: SceneEdge[]; heaviest: number; hidden: number } {
    const all = Array.from(this.#weights, ([key, weight]) => this.#edge(key, weight));
    const heaviest = all.reduce((most, { weight }) => Math.max(most, weight), 0);
    const edges = all
      .filter(({ from, to }) => from < room && to < room)
      .sort((one, other) => other.weight - one.weight || one.from - other.from || one.to - other.to || byText(one.type, other.type))
      .slice(0, MOST_EDGES);
    return { edges, heaviest, hidden: all.length - edges.length };
  }

  #edge(key: number, weight: number): SceneEdge {
    const pair = Math.floor(key / this.#kinds.length);
    const type = this.#kinds[key % this.#kinds.length] ?? 'mixed';
    return { from: Math.floor(pair / this.#ends), to: pair % this.#ends, type, weight };
  }
}
