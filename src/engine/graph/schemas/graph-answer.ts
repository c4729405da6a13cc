import type { SemanticEdge, SemanticNode } from '../../crtx/schema/graph.ts';

/**
 * What a scene shows: all clusters, the files of one cluster, the symbols of a file, the neighbors of a node, or the impact of a node. By
 * ids of the graph.
 */
export type GraphPlace =
  | { readonly kind: 'clusters' }
  | { readonly kind: 'cluster'; readonly cluster: string }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'around'; readonly node: string }
  | { readonly kind: 'blast'; readonly node: string };

/** The types to show. */
export interface GraphFilter {
  readonly nodes: readonly SemanticNode['type'][];
  readonly edges: readonly SemanticEdge['type'][];
}

/** A node of a scene. Texts are cut to 300 UTF-16 code units. */
export interface SceneNode {
  readonly id: string;
  readonly type: SemanticNode['type'] | 'cluster';
  readonly name: string;
  /** The path of its file; empty for a cluster. */
  readonly path: string;
  /** Position, each coordinate from 0 to 1. */
  readonly x: number;
  readonly y: number;
  /** Relative to the largest node of the scene, from 0 to 1. */
  readonly size: number;
  readonly importance: number;
  readonly fragility: number;
  /** Index of its cluster among all clusters of the graph; `null` if it is in none. */
  readonly cluster: number | null;
  /** Number of files in a cluster, or of symbols in a file. */
  readonly within: number;
  /** Likelihood that it must change too, from 0 to 1, if the scene shows impact; otherwise `null`. */
  readonly likelihood: number | null;
}

/** An edge of a scene. `from` and `to` are indexes into the scene's nodes; the weight is from 0 to 1. */
export interface SceneEdge {
  readonly from: number;
  readonly to: number;
  /** `mixed`: between clusters, of any types. */
  readonly type: SemanticEdge['type'] | 'mixed';
  readonly weight: number;
}

/** The visible part of a graph. */
export interface GraphScene {
  readonly place: GraphPlace;
  readonly title: string;
  /** The cluster that is shown, or that contains what is shown; `null` for the overview of all clusters, and for nodes in no cluster. */
  readonly cluster: { readonly id: string; readonly name: string } | null;
  /** Most important first. */
  readonly nodes: readonly SceneNode[];
  readonly edges: readonly SceneEdge[];
  /** Number of nodes and edges that pass the filter but exceed the limit of the scene. */
  readonly hidden: { readonly nodes: number; readonly edges: number };
}

/** A neighbor of a node, and the reason for the connection. */
export interface GraphLink {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly nodeType: SceneNode['type'];
  readonly type: SceneEdge['type'];
  readonly weight: number;
  readonly why: string;
}

/** The links with the highest weight, out of `total`. */
export interface GraphLinks {
  readonly first: readonly GraphLink[];
  readonly total: number;
}

/** Details of one node. */
export interface GraphDetail {
  readonly id: string;
  readonly type: SceneNode['type'];
  readonly name: string;
  readonly path: string;
  readonly importance: number;
  readonly fragility: number;
  readonly touchCount: number;
  /** Milliseconds since 1970 UTC; 0 for never. */
  readonly lastTouched: number;
  /** Name of its cluster. */
  readonly cluster: string | null;
  /** Only for a cluster; otherwise `null`. */
  readonly cohesion: number | null;
  readonly coupling: number | null;
  readonly leansOn: GraphLinks;
  readonly leanedOnBy: GraphLinks;
}

/** A file that a change may break. */
export interface AffectedFile {
  /** Relative to the project's root. */
  readonly path: string;
  /** Likelihood that it must change too, from 0 to 1. */
  readonly likelihood: number;
  /** Path from the changed file to this one, one sentence for each step: dependencies first, then common changes in the history. */
  readonly because: readonly string[];
  /** Tests of this file, closest first. */
  readonly tests: readonly string[];
}

/** What may break when a file changes, likeliest first. */
export interface GraphBlast {
  readonly node: string;
  readonly files: readonly AffectedFile[];
  readonly tests: readonly Omit<AffectedFile, 'tests'>[];
  /** Number of further, less likely files and tests. */
  readonly more: { readonly files: number; readonly tests: number };
}

/** A node that matches the search. */
export type GraphFound = Pick<SceneNode, 'id' | 'name' | 'path' | 'importance'> & { readonly type: SemanticNode['type'] };

/** A problem of a graph that can still be queried. */
export interface AnswerProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** Absolute path, 1-based line and column. */
  readonly place: { readonly file: string; readonly line: number; readonly column: number } | null;
}

/** A query of the explorer. */
export interface GraphQuestion {
  readonly place: GraphPlace;
  readonly filter: GraphFilter;
  /** Id of the node whose details are wanted. */
  readonly chosen: string | null;
  /** Search text for names and paths; empty for no search. */
  readonly words: string;
}

/** Answer of the explorer. */
export interface GraphAnswer {
  /** When the graph was built, milliseconds since 1970 UTC. */
  readonly built: number;
  /** Number of its files that have changed since and are not updated in it. */
  readonly changed: number;
  /** Whether the graph follows file changes and is therefore up to date. */
  readonly live: boolean;
  readonly counts: { readonly nodes: number; readonly edges: number; readonly files: number; readonly clusters: number };
  /** Names of the first 5,000 clusters, in their order. */
  readonly clusters: readonly string[];
  readonly scene: GraphScene;
  /** `null` if no node is chosen, or the graph does not contain it. */
  readonly detail: GraphDetail | null;
  /** `null` unless the scene shows impact. */
  readonly blast: GraphBlast | null;
  readonly found: readonly GraphFound[];
  readonly problems: readonly AnswerProblem[];
}
