import type { SemanticCluster, SemanticEdge, SemanticGraph, SemanticNode } from '../crtx/index.ts';
import { countingSort, type SortedGroups } from './analysis/counting-sort.ts';
import { type EdgeTable, edgeTable, fileOfEachNode, isFileNode } from './analysis/edge-table.ts';
import { type FileEdges, fileEdges } from './analysis/file-level.ts';

/** Edges between files, grouped by file: outgoing (`out`) and incoming (`in`), as indexes into the columns. */
export interface FileLevel extends FileEdges {
  readonly out: SortedGroups;
  readonly in: SortedGroups;
}

const membersOf = ({ starts, order }: SortedGroups, group: number): Uint32Array => order.subarray(starts[group], starts[group + 1]);

/**
 * A graph prepared for queries. Any program may have written it, so of several nodes with the same id the first counts, and edges to
 * missing nodes are dropped.
 */
export class GraphModel {
  readonly nodes: readonly SemanticNode[];
  readonly edges: readonly SemanticEdge[];
  readonly clusters: readonly SemanticCluster[];
  readonly table: EdgeTable;
  /** For each node, the index of the file that it belongs to; -1 for none. */
  readonly fileOf: Int32Array;
  readonly #places: ReadonlyMap<string, number>;
  readonly #out: SortedGroups;
  readonly #in: SortedGroups;
  #files: FileLevel | undefined;
  #byPath: ReadonlyMap<string, number> | undefined;

  constructor({ nodes, edges, clusters }: SemanticGraph) {
    const places = new Map<string, number>();
    this.nodes = nodes.filter(({ id }) => !places.has(id) && places.set(id, places.size));
    this.edges = edges.filter(({ from, to }) => places.has(from) && places.has(to));
    this.clusters = clusters;
    this.table = edgeTable(places, this.edges);
    this.fileOf = fileOfEachNode(this.nodes);
    this.#places = places;
    this.#out = countingSort(this.nodes.length, this.table.from);
    this.#in = countingSort(this.nodes.length, this.table.to);
  }

  /** Returns the index of the node with this id. Files are also found by their path. */
  placeOf(id: string): number | null {
    return this.#places.get(id) ?? this.fileAt(id);
  }

  /** Returns the index of the file with this path. */
  fileAt(path: string): number | null {
    this.#byPath ??= new Map(
      this.nodes.flatMap((node, place) => (isFileNode(node) && this.fileOf[place] === place ? [[node.path, place] as const] : [])),
    );
    return this.#byPath.get(path) ?? null;
  }

  /** Returns the outgoing edges of a node, as indexes into `edges`. */
  outOf(place: number): Uint32Array {
    return membersOf(this.#out, place);
  }

  /** Returns the incoming edges of a node, as indexes into `edges`. */
  into(place: number): Uint32Array {
    return membersOf(this.#in, place);
  }

  /** The edges between files, computed on first use. */
  get files(): FileLevel {
    if (this.#files === undefined) {
      const edges = fileEdges(this.nodes, this.table);
      const count = this.nodes.length;
      this.#files = { ...edges, out: countingSort(count, edges.from), in: countingSort(count, edges.to) };
    }
    return this.#files;
  }

  /** Returns a file's outgoing edges to other files, as indexes into the columns of `files`. */
  outOfFile(place: number): Uint32Array {
    return membersOf(this.files.out, place);
  }

  /** Returns a file's incoming edges from other files, as indexes into the columns of `files`. */
  intoFile(place: number): Uint32Array {
    return membersOf(this.files.in, place);
  }
}
