/** What the host and the Graph dashboard say to each other (docs/decisions/0019-the-graph-dashboard.md). Paths are relative to the project. */

import type { ProblemRow } from '../protocol.ts';

/** Types of nodes (seed 1, "Semantic Graph"), and clusters, which stand for all of their files. */
export type GraphNodeType = 'cluster' | 'file' | 'function' | 'type' | 'module' | 'feature' | 'api' | 'test';

/** Types of edges (seed 1, "Semantic Graph"). `mixed`: between clusters, of whatever types. */
export type GraphEdgeType = 'mixed' | 'depends' | 'tests' | 'implements' | 'extends' | 'configures' | 'breaks_if_changed';

/**
 * What one looks at: all clusters, the files of one, the symbols of a file, what is connected to a node, or what may break when a
 * file changes. `cluster`, `file` and `node` are ids of the graph.
 */
export type GraphPlace =
  | { readonly kind: 'clusters' }
  | { readonly kind: 'cluster'; readonly cluster: string }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'around'; readonly node: string }
  | { readonly kind: 'blast'; readonly node: string };

/** A node of the picture. Texts are cut to 300 characters. */
export interface SceneNode {
  /** Of the graph. */
  readonly id: string;
  readonly type: GraphNodeType;
  readonly name: string;
  /** The file it is in, that of a cluster is empty. */
  readonly path: string;
  /** Where it is in the picture, each from 0 to 1. */
  readonly x: number;
  readonly y: number;
  /** Shares, from 0 to 1. `size`: of the picture's biggest. */
  readonly size: number;
  readonly importance: number;
  readonly fragility: number;
  /** The place of its cluster among all clusters of the graph; `null`: it is in none. */
  readonly cluster: number | null;
  /** How many files a cluster has, how many symbols a file; 0 where there is nothing in it. */
  readonly within: number;
  /** That it has to change, too, where one looks at what may break; else `null`. */
  readonly likelihood: number | null;
}

/** A line of the picture: places of its ends in `nodes`. */
export interface SceneEdge {
  readonly from: number;
  readonly to: number;
  readonly type: GraphEdgeType;
  /** From 0 to 1. */
  readonly weight: number;
}

/** A picture of a part of the graph: as much as one can see. */
export interface GraphScene {
  readonly place: GraphPlace;
  /** What the place is called. */
  readonly title: string;
  /** The cluster that the place is, or is in; `null`: all of them are shown, or it is in none. */
  readonly cluster: { readonly id: string; readonly name: string } | null;
  /** The most important first. */
  readonly nodes: readonly SceneNode[];
  readonly edges: readonly SceneEdge[];
  /** How many more there are that the filter lets through and the picture has no room for. */
  readonly hidden: { readonly nodes: number; readonly edges: number };
}

/** A node that another one is connected to, and why. */
export interface GraphLink {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly nodeType: GraphNodeType;
  readonly type: GraphEdgeType;
  readonly weight: number;
  /** A sentence of the graph. */
  readonly why: string;
}

/** The heaviest links of a kind, 50 at most, of `total`. */
export interface GraphLinks {
  readonly first: readonly GraphLink[];
  readonly total: number;
}

/** All that is known of the node that a person has chosen. */
export interface GraphDetail {
  readonly id: string;
  readonly type: GraphNodeType;
  readonly name: string;
  readonly path: string;
  readonly importance: number;
  readonly fragility: number;
  /** How many commits changed it, and when the last one did; milliseconds since 1970 UTC, 0: never. */
  readonly touchCount: number;
  readonly lastTouched: number;
  /** Names of the cluster that it is in, and of the boundaries of the DNA. */
  readonly cluster: string | null;
  /** Of a cluster. */
  readonly cohesion: number | null;
  readonly coupling: number | null;
  /** What it leans on, and what leans on it. */
  readonly leansOn: GraphLinks;
  readonly leanedOnBy: GraphLinks;
}

/** A file that a change may break. */
export interface GraphAffected {
  readonly path: string;
  readonly likelihood: number;
  /** Why, a sentence for each step. */
  readonly because: readonly string[];
  /** Tests of it. */
  readonly tests: readonly string[];
}

/** What may break when a file changes, the likeliest first, 200 at most. */
export interface GraphBlast {
  readonly node: string;
  readonly files: readonly GraphAffected[];
  readonly tests: readonly Omit<GraphAffected, 'tests'>[];
  readonly more: { readonly files: number; readonly tests: number };
}

/** A node that has the words one looks for. */
export type GraphFound = Pick<SceneNode, 'id' | 'type' | 'name' | 'path' | 'importance'>;

/** What is left out of the picture. */
export interface GraphFilter {
  /** Types that are shown. */
  readonly nodes: readonly Exclude<GraphNodeType, 'cluster'>[];
  readonly edges: readonly Exclude<GraphEdgeType, 'mixed'>[];
}

/** What the page has in view. */
export interface GraphView {
  readonly place: GraphPlace;
  readonly filter: GraphFilter;
  /** The node that a person has chosen. */
  readonly chosen: string | null;
  /** Looked for in names and paths; empty: nothing is. */
  readonly words: string;
  /** Whether the place is the file in the active editor, whatever `place` says, as soon as there is one that the graph knows. */
  readonly follow: boolean;
}

/** Numbers of the whole graph. */
export interface GraphCounts {
  readonly nodes: number;
  readonly edges: number;
  readonly files: number;
  readonly clusters: number;
}

export interface GraphSnapshot {
  /** The place that the page had asked for when this was looked for; the scene's is another one where that is gone, or where one follows. */
  readonly asked: GraphPlace;
  /** When the graph was made; milliseconds since 1970 UTC. */
  readonly built: number;
  /** How many of its files have changed since and are not in it. */
  readonly changed: number;
  /** Whether all that has changed since is in it, because the files are followed. */
  readonly live: boolean;
  readonly counts: GraphCounts;
  /** Names of all clusters, in their order. */
  readonly clusters: readonly string[];
  readonly scene: GraphScene;
  /** `null`: nothing is chosen, or the graph does not have it. */
  readonly detail: GraphDetail | null;
  /** `null` where one does not look at what may break. */
  readonly blast: GraphBlast | null;
  readonly found: readonly GraphFound[];
  /** The words that `found` has; `null` while others are looked for. */
  readonly foundFor: string | null;
  /** Files of the picture that are locked, by path: who has them. */
  readonly locks: Readonly<Record<string, { readonly mode: 'exclusive' | 'shared'; readonly agents: readonly string[] }>>;
  /** The file in the active editor; `null`: none, or the graph does not have it. */
  readonly open: string | null;
  /** The file in the active editor that the graph does not have; `null`: it has it, or there is none. */
  readonly outside: string | null;
  /** Whether the graph is being made anew now. */
  readonly building: boolean;
  /** What the page asked for last is still being looked for. */
  readonly looking: boolean;
  readonly problems: readonly ProblemRow[];
  readonly now: number;
  readonly readOnly: string | null;
}

/** `no-graph`: none was made yet, or it cannot be read. `reading`: it is being read. */
export type GraphState =
  | { readonly kind: 'no-folder' }
  | { readonly kind: 'no-project'; readonly folder: string; readonly readOnly: string | null }
  | { readonly kind: 'reading' }
  | { readonly kind: 'no-graph'; readonly building: boolean; readonly readOnly: string | null; readonly problems: readonly ProblemRow[] }
  | { readonly kind: 'graph'; readonly snapshot: GraphSnapshot };

/** What the host pushes: first all of it, then what is different. */
export type GraphPush = GraphState | { readonly kind: 'changes'; readonly changes: Partial<GraphSnapshot> };

/** A step that a person takes in the dashboard. */
export type GraphStep =
  | { readonly kind: 'init' }
  | { readonly kind: 'build' }
  | { readonly kind: 'open'; readonly node: string }
  | { readonly kind: 'open-problem'; readonly file: string; readonly line: number; readonly column: number };
