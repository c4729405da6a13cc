import { EDGE_TYPES } from '../analysis/edge-table.ts';
import { BREAKS } from '../analysis/file-level.ts';
import type { GraphModel } from '../graph-model.ts';
import { isOnWay } from '../loading.ts';
import { type After, findStrongGroups } from './strong-groups.ts';

const CONFIGURES = EDGE_TYPES.indexOf('configures');

/** Returns a lookup of the files that each file depends on directly. @param takes whether an edge of the graph counts */
function dependenciesOf(model: GraphModel, takes: (edge: number) => boolean): After {
  const { files, table } = model;
  const known: (Uint32Array | undefined)[] = [];
  const isTaken = (edge: number): boolean => table.type[edge] !== BREAKS && table.type[edge] !== CONFIGURES && takes(edge);
  return (place) => {
    const found = known[place] ?? findAfter(place);
    known[place] = found;
    return found;
  };
  function findAfter(place: number): Uint32Array {
    const edges = model.outOfFile(place).filter((at) => isTaken(files.edge[at] ?? 0));
    return Uint32Array.from(new Set(edges.map((at) => files.to[at] ?? 0)));
  }
}

/**
 * Says which files depend on others directly or indirectly without being a dependency of them: a change of such a file cannot break the
 * others, so common changes in the history are no sign of it.
 */
class OwnDependencies {
  /** All dependencies: nothing depends on a test, so what its imports only pass through counts too. */
  readonly #ofTests: After;
  /** Without what imports only pass through. Otherwise each file of a Python package would depend on all others, through `__init__.py`. */
  readonly #plain: After;
  /** For each file, its set of files that depend on each other; -1 for none. */
  readonly #groups: Int32Array;
  /** For each file, the search that visited it last. */
  readonly #visits: Uint32Array;
  #searches = 0;
  readonly #couplings = new Map<number, Couplings>();

  constructor(private readonly model: GraphModel) {
    const { edges, nodes } = model;
    this.#ofTests = dependenciesOf(model, () => true);
    this.#plain = dependenciesOf(model, (edge) => !isOnWay(edges[edge]));
    this.#groups = new Int32Array(nodes.length).fill(-1);
    this.#visits = new Uint32Array(nodes.length);
    findStrongGroups(nodes.length, this.#plain).forEach((group, at) => {
      for (const each of group) this.#groups[each] = at;
    });
  }

  /** Returns those of some files that a file depends on, without those that depend on it in turn. */
  among(file: number, others: readonly number[]): Set<number> {
    const group = this.#groups[file];
    const possible = others.filter((other) => other !== file && (group === -1 || this.#groups[other] !== group));
    if (possible.length === 0) return new Set();
    this.#visit(file);
    return new Set(possible.filter((other) => this.#visits[other] === this.#searches));
  }

  #visit(file: number): void {
    const after = this.model.nodes[file]?.type === 'test' ? this.#ofTests : this.#plain;
    this.#searches += 1;
    this.#visits[file] = this.#searches;
    const reached = [file];
    // The array grows during the iteration.
    for (const place of reached) {
      for (const next of after(place)) {
        if (this.#visits[next] === this.#searches) continue;
        this.#visits[next] = this.#searches;
        reached.push(next);
      }
    }
  }

  /** Returns the `breaks_if_changed` edges from a file. */
  couplingsOf(file: number): Couplings {
    const known = this.#couplings.get(file);
    if (known !== undefined) return known;
    const { files, table } = this.model;
    const all = [...this.model.outOfFile(file)].filter((at) => table.type[files.edge[at] ?? 0] === BREAKS);
    const to = (at: number): number => files.to[at] ?? 0;
    const own = this.among(file, all.map(to));
    const found = { own: all.filter((at) => own.has(to(at))), others: all.filter((at) => !own.has(to(at))) };
    this.#couplings.set(file, found);
    return found;
  }
}

/** Edges from a file to those that changed together with it, as indexes into the columns of `files`. */
interface Couplings {
  /** To its own dependencies, which a change cannot break. */
  readonly own: readonly number[];
  readonly others: readonly number[];
}

const known = new WeakMap<GraphModel, OwnDependencies>();

/** Returns the dependencies of the files of a graph. They are computed once for each graph. */
export function ownDependencies(model: GraphModel): OwnDependencies {
  const found = known.get(model) ?? new OwnDependencies(model);
  known.set(model, found);
  return found;
}
