import type { SemanticCluster, SemanticEdge, SemanticGraph, SemanticNode } from '../crtx/index.ts';
import { countingSort, type Groups } from './analysis/counting-sort.ts';
import { type EdgeTable, edgeTable, fileOfEach, isFileNode } from './analysis/edge-table.ts';
import { type FileEdges, fileEdges } from './analysis/file-level.ts';

/** Edges between files, and by file: those that begin there (`out`) and those that end there (`in`), as places in the columns. */
export interface FileLevel extends FileEdges {
  readonly out: Groups;
  readonly in: Groups;
}

const membersOf = ({ starts, order }: Groups, group: number): Uint32Array => order.subarray(starts[group], starts[group + 1]);

/**
 * A graph that can be asked. It may come from any program: of several nodes with one id the first counts, and edges that name a node
 * which is not there do not.
 */
export class GraphModel {
  readonly nodes: readonly SemanticNode[];
  readonly edges: readonly SemanticEdge[];
  readonly clusters: readonly SemanticCluster[];
  readonly table: EdgeTable;
  /** By node the file that it belongs to; -1 where it belongs to none. */
  readonly fileOf: Int32Array;
  readonly #places: ReadonlyMap<string, number>;
  readonly #out: Groups;
  readonly #in: Groups;
  #files: FileLevel | undefined;
  #byPath: ReadonlyMap<string, number> | undefined;

  constructor({ nodes, edges, clusters }: SemanticGraph) {
    const places = new Map<string, number>();
    this.nodes = nodes.filter(({ id }) => !places.has(id) && places.set(id, places.size));
    this.edges = edges.filter(({ from, to }) => places.has(from) && places.has(to));
    this.clusters = clusters;
    this.table = edgeTable(places, this.edges);
    this.fileOf = fileOfEach(this.nodes);
    this.#places = places;
    this.#out = countingSort(this.nodes.length, this.table.from);
    this.#in = countingSort(this.nodes.length, this.table.to);
  }

  /** The place of a node by its id; of a file also by its path. */
  placeOf(id: string): number | null {
    return this.#places.get(id) ?? this.fileAt(id);
  }

  /** The place of the file of this path. */
  fileAt(path: string): number | null {
    this.#byPath ??= new Map(
      this.nodes.flatMap((node, place) => (isFileNode(node) && this.fileOf[place] === place ? [[node.path, place] as const] : [])),
    );
    return this.#byPath.get(path) ?? null;
  }

  /** The edges that begin at a node, as places in `edges`. */
  outOf(place: number): Uint32Array {
    return membersOf(this.#out, place);
  }

  /** The edges that end at a node, as places in `edges`. */
  into(place: number): Uint32Array {
    return membersOf(this.#in, place);
  }

  /** The edges between files, made when they are first asked for. */
  get files(): FileLevel {
    if (this.#files === undefined) {
      const edges = fileEdges(this.nodes, this.table);
      const count = this.nodes.length;
      this.#files = { ...edges, out: countingSort(count, edges.from), in: countingSort(count, edges.to) };
    }
    return this.#files;
  }

  /** The edges between files that begin at a file, as places in the columns of `files`. */
  outOfFile(place: number): Uint32Array {
    return membersOf(this.files.out, place);
  }

  /** The edges between files that end at a file, as places in the columns of `files`. */
  intoFile(place: number): Uint32Array {
    return membersOf(this.files.in, place);
  }
}
