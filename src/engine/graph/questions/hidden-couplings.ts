import type { SemanticEdge } from '../../crtx/index.ts';
import { BREAKS } from '../analysis/file-level.ts';
import type { GraphModel } from '../graph-model.ts';

const DEFAULT_LIMIT = 50;
/** Minimum weight: lower ones come from changes that are too old or too large to mean anything now. */
const LEAST_WEIGHT = 0.01;

/** Two files that change together although neither depends on the other. */
export interface HiddenCoupling {
  /** The two paths, sorted. */
  readonly files: readonly [string, string];
  /** From 0 to 1: the higher weight of the two directions. */
  readonly weight: number;
  /** The description of the direction with the higher weight. */
  readonly description: string;
}

/** Returns the dependencies of files, memoized. */
class FileDependencies {
  readonly #known = new Map<number, ReadonlySet<number>>();

  constructor(private readonly model: GraphModel) {}

  of(place: number): ReadonlySet<number> {
    const known = this.#known.get(place);
    if (known !== undefined) return known;
    const { files, table } = this.model;
    const dependencies = [...this.model.outOfFile(place)].filter((at) => table.type[files.edge[at] ?? 0] !== BREAKS);
    const found = new Set(dependencies.map((at) => files.to[at] ?? 0));
    this.#known.set(place, found);
    return found;
  }

  /** Whether `from` depends on `to`, directly or through one other file. */
  reaches(from: number, to: number): boolean {
    const next = this.of(from);
    if (next.has(to)) return true;
    for (const between of next) if (this.of(between).has(to)) return true;
    return false;
  }
}

interface Pair {
  readonly one: number;
  readonly other: number;
  readonly edges: number[];
}

function coupledPairs({ files, table, nodes }: GraphModel): Pair[] {
  const pairs = new Map<number, Pair>();
  files.edge.forEach((edge, at) => {
    if (table.type[edge] !== BREAKS) return;
    const [from = 0, to = 0] = [files.from[at], files.to[at]];
    const [one, other] = [Math.min(from, to), Math.max(from, to)];
    const pair = pairs.get(one * nodes.length + other) ?? { one, other, edges: [] };
    pairs.set(one * nodes.length + other, pair);
    pair.edges.push(edge);
  });
  return [...pairs.values()];
}

function heavierOf(edges: readonly SemanticEdge[]): SemanticEdge | undefined {
  return edges.reduce<SemanticEdge | undefined>((best, edge) => (best === undefined || edge.weight > best.weight ? edge : best), undefined);
}

/**
 * Returns the files that change together more often than by chance although neither depends on the other within two steps, highest weight
 * first.
 */
export function findHiddenCouplings(model: GraphModel, { limit = DEFAULT_LIMIT }: { limit?: number } = {}): HiddenCoupling[] {
  const leanings = new FileDependencies(model);
  const pathOf = (place: number): string => model.nodes[place]?.path ?? '';
  return coupledPairs(model)
    .filter(({ one, other }) => !leanings.reaches(one, other) && !leanings.reaches(other, one))
    .map(({ one, other, edges }): HiddenCoupling => {
      const { weight = 0, description = '' } = heavierOf(edges.flatMap((edge) => model.edges[edge] ?? [])) ?? {};
      const [first, second] = [pathOf(one), pathOf(other)];
      return {
        files: first < second ? [first, second] : [second, first],
        weight,
        description,
      };
    })
    .filter(({ weight }) => weight >= LEAST_WEIGHT)
    .sort((one, other) => other.weight - one.weight || (one.files.join('\0') < other.files.join('\0') ? -1 : 1))
    .slice(0, limit);
}
