import type { SemanticEdge, SemanticNode } from '../../crtx/schema/graph.ts';

/** What one looks at: all clusters, the files of one, the symbols of a file, what surrounds a node, what may break with it. Ids of the graph. */
export type GraphPlace =
  | { readonly kind: 'clusters' }
  | { readonly kind: 'cluster'; readonly cluster: string }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'around'; readonly node: string }
  | { readonly kind: 'blast'; readonly node: string };

/** The types that are shown. */
export interface GraphFilter {
  readonly nodes: readonly SemanticNode['type'][];
  readonly edges: readonly SemanticEdge['type'][];
}

/** A node of a scene. Texts are cut to 300 UTF-16 code units. */
export interface SceneNode {
  readonly id: string;
  readonly type: SemanticNode['type'] | 'cluster';
  readonly name: string;
  /** The file that it is in; that of a cluster is empty. */
  readonly path: string;
  /** Where it is, each from 0 to 1. */
  readonly x: number;
  readonly y: number;
  /** A share of the scene's biggest, from 0 to 1. */
  readonly size: number;
  readonly importance: number;
  readonly fragility: number;
  /** The place of its cluster among all clusters of the graph; `null`: it is in none. */
  readonly cluster: number | null;
  /** How many files a cluster has, how many symbols a file. */
  readonly within: number;
  /** That it has to change, too, where that is what one looks at; else `null`. */
  readonly likelihood: number | null;
}

/** An edge of a scene: places of its ends in the scene's nodes, and a weight from 0 to 1. */
export interface SceneEdge {
  readonly from: number;
  readonly to: number;
  /** `mixed`: between clusters, of whatever types. */
  readonly type: SemanticEdge['type'] | 'mixed';
  readonly weight: number;
}

/** As much of a part of the graph as one can see. */
export interface GraphScene {
  readonly place: GraphPlace;
  readonly title: string;
  /** The cluster that the place is, or is in; `null` for all of them, and for what is in none. */
  readonly cluster: { readonly id: string; readonly name: string } | null;
  /** The most important first. */
  readonly nodes: readonly SceneNode[];
  readonly edges: readonly SceneEdge[];
  /** How many more the filter lets through, for which there is no room. */
  readonly hidden: { readonly nodes: number; readonly edges: number };
}

/** A node that another one is connected to, and why. */
export interface GraphLink {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly nodeType: SceneNode['type'];
  readonly type: SceneEdge['type'];
  readonly weight: number;
  readonly why: string;
}

/** The heaviest links, of `total`. */
export interface GraphLinks {
  readonly first: readonly GraphLink[];
  readonly total: number;
}

/** All that is known of one node. */
export interface GraphDetail {
  readonly id: string;
  readonly type: SceneNode['type'];
  readonly name: string;
  readonly path: string;
  readonly importance: number;
  readonly fragility: number;
  readonly touchCount: number;
  /** Milliseconds since 1970 UTC; 0: never. */
  readonly lastTouched: number;
  /** The name of the cluster that it is in. */
  readonly cluster: string | null;
  /** Of a cluster; else `null`. */
  readonly cohesion: number | null;
  readonly coupling: number | null;
  readonly leansOn: GraphLinks;
  readonly leanedOnBy: GraphLinks;
}

/** A file that a change may break. */
export interface AffectedFile {
  /** Relative to the project's root. */
  readonly path: string;
  /** That it has to change, too, from 0 to 1. */
  readonly likelihood: number;
  /** The way from what changes to this file, a sentence for each step: first what depends on what, then what changed together. */
  readonly because: readonly string[];
  /** Tests of this file, the closest first. */
  readonly tests: readonly string[];
}

/** What may break when a file changes, the likeliest first. */
export interface GraphBlast {
  readonly node: string;
  readonly files: readonly AffectedFile[];
  readonly tests: readonly Omit<AffectedFile, 'tests'>[];
  /** How many files and tests more, less likely. */
  readonly more: { readonly files: number; readonly tests: number };
}

/** A node that has the words that are looked for. */
export type GraphFound = Pick<SceneNode, 'id' | 'name' | 'path' | 'importance'> & { readonly type: SemanticNode['type'] };

/** Something to tell about a graph that can be asked all the same. */
export interface AnswerProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** Absolute path, 1-based line and column. */
  readonly place: { readonly file: string; readonly line: number; readonly column: number } | null;
}

/** What is asked of a graph. */
export interface GraphQuestion {
  readonly place: GraphPlace;
  readonly filter: GraphFilter;
  /** The id of the node of which all is told. */
  readonly chosen: string | null;
  /** Looked for in names and paths; empty: nothing is. */
  readonly words: string;
}

/** What a graph answers. */
export interface GraphAnswer {
  /** When the graph was made; milliseconds since 1970 UTC. */
  readonly built: number;
  /** How many of its files have changed since and are not in it. */
  readonly changed: number;
  /** Whether all that has changed since is in it, because the files are followed. */
  readonly live: boolean;
  readonly counts: { readonly nodes: number; readonly edges: number; readonly files: number; readonly clusters: number };
  /** The names of the first 5,000 clusters, in their order. */
  readonly clusters: readonly string[];
  readonly scene: GraphScene;
  /** `null`: nothing is chosen, or the graph does not have it. */
  readonly detail: GraphDetail | null;
  /** `null` where one does not look at what may break. */
  readonly blast: GraphBlast | null;
  readonly found: readonly GraphFound[];
  readonly problems: readonly AnswerProblem[];
}
