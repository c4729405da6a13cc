import { type Doubts, describeInvalidEntries, findDoubts, type InspectedFile, isGone, readGraphGaps } from '../../crtx/index.ts';
import { type CortexError, describeError } from '../../platform/errors.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { coversFile } from '../../swarm/index.ts';
import { EDGE_TYPES } from '../analysis/edge-table.ts';
import type { GraphModel } from '../graph-model.ts';
import { commitsWith } from '../history/commit-cache.ts';
import { computeBlastRadius } from '../questions/blast-radius.ts';
import { findFileCycles } from '../questions/cycles.ts';
import { findNamedFiles, symbolFile } from '../questions/files-named.ts';
import { findHiddenCouplings } from '../questions/hidden-couplings.ts';
import { findHotspots } from '../questions/hotspots.ts';
import { findOwners } from '../questions/owners.ts';
import { findPathBetween } from '../questions/path-between.ts';
import { graphStats } from '../questions/stats.ts';
import { findUnused } from '../questions/unused.ts';
import type {
  BlastInput,
  BlastOutput,
  CouplingsOutput,
  CyclesOutput,
  DeadEndsOutput,
  ExportInput,
  ExportOutput,
  HotspotsOutput,
  ListInput,
  OwnersInput,
  OwnersOutput,
  PathInput,
  PathOutput,
  StatsOutput,
} from '../schemas/graph.ts';
import { type AskedGraph, deletedFileError, unknownWarnings } from './deleted-file.ts';
import { formatExport } from './export.ts';
import { withoutGenerated } from './generated.ts';
import { openGraph } from './open-graph.ts';
import { notInGraphError, notReadError } from './typed-names.ts';

const CONFIGURES = EDGE_TYPES.indexOf('configures');

/** Reports what may break when files change (seed 1, `breaks_if_changed`). */
export async function showBlast(context: OperationContext, { files, limit }: BlastInput): Promise<Outcome<BlastOutput>> {
  const { model, root, typed, doubts, warnings } = await openGraph(context, files);
  const together = (changed: readonly string[]) => commitsWith(context.runtime, root, changed);
  const { files: affected, tests, alongside, more, unknown } = computeBlastRadius(model, typed, { limit, together });
  const unsure = await doubts();
  const asked = { context, root, model };
  if (unknown.length === typed.length && isNowhere(model, unknown, unsure)) throw await unknownError(asked, unknown);
  const output = {
    files: affected.map(({ because, tests: own, ...file }) => ({ ...file, because: [...because], tests: [...own] })),
    tests: tests.map(({ because, ...file }) => ({ ...file, because: [...because] })),
    alongside: alongside.map(({ because, ...each }) => ({ ...each, because: [...because] })),
    more,
    unknown: [...unknown],
    ...configuredBy(model, typed),
    doubts: unsure,
  };
  const missing = await unknownWarnings(asked, unknown);
  return { ok: true, output, warnings: [...warnings, ...missing, ...typed.flatMap((each) => widened(model, each))] };
}

/**
 * Whether nothing can be said about paths that the graph does not know. A file that does not exist may still be the target of unresolved
 * imports; an unknown symbol of a known file is misspelled.
 */
function isNowhere(model: GraphModel, unknown: readonly string[], { concerning }: Pick<Doubts, 'concerning'>): boolean {
  return concerning.length === 0 || unknown.every((id) => model.placeOf(symbolFile(id)) !== null);
}

/** Returns the error for paths that the graph does not know. It says so if one is that of a deleted file. */
async function unknownError(asked: AskedGraph, paths: readonly string[]): Promise<CortexError> {
  for (const path of paths) {
    const deleted = await deletedFileError(asked, symbolFile(path), false);
    if (deleted !== null) return deleted;
  }
  const { context, root, model } = asked;
  return notReadError(context.runtime.fs, root, paths) ?? notInGraphError(model, paths, readGraphGaps(context.runtime, root));
}

/** Returns the packages and files that configuration files (`go.mod`, `tsconfig.json`) configure. */
function configuredBy(model: GraphModel, ids: readonly string[]): Pick<BlastOutput, 'configures'> {
  const edges = ids.flatMap((id) => [...model.outOf(model.placeOf(id) ?? -1)]).filter((edge) => model.table.type[edge] === CONFIGURES);
  const paths = new Set(edges.map((edge) => model.nodes[model.table.to[edge] ?? -1]?.path || '.'));
  return paths.size === 0 ? {} : { configures: [...paths] };
}

/** Returns a note for a symbol: impact is only known for whole files, so the answer is that of its file. */
function widened(model: GraphModel, id: string): string[] {
  const node = model.nodes[model.placeOf(id) ?? -1];
  if (node?.type !== 'function' && node?.type !== 'type') return [];
  return [`${id}: the impact is computed for whole files, so this is the impact of ${node.path}`];
}

/** Finds the path between two nodes. */
export async function showPath(context: OperationContext, { from, to }: PathInput): Promise<Outcome<PathOutput>> {
  const { model, root, typed, warnings, doubts } = await openGraph(context, [from, to]);
  const [start = from, end = to] = typed;
  const unknown = [start, end].filter((id) => model.placeOf(id) === null && findNamedFiles(model, id).length === 0);
  const gaps = readGraphGaps(context.runtime, root);
  const nowhere = unknown.filter((id) => isNowhere(model, [id], findDoubts(gaps, [symbolFile(id)])));
  const asked = { context, root, model };
  if (nowhere.length > 0) throw await unknownError(asked, nowhere);
  const notes = [...warnings, ...(await unknownWarnings(asked, unknown))];
  const way = findPathBetween(model, start, end);
  if (way === null) return { ok: false, output: { direction: null, nodes: [], steps: [], doubts: await doubts() }, warnings: notes };
  const output = { direction: way.direction, nodes: [...way.nodes], steps: [...way.edges], doubts: await doubts() };
  return { ok: true, output, warnings };
}

const leftOut = (dna: InspectedFile<'dna'> | null): string[] => (dna === null ? [] : describeInvalidEntries(dna));

/** Lists the riskiest files, and which of them the DNA calls risk zones. */
export async function listHotspots(context: OperationContext, { limit }: ListInput): Promise<Outcome<HotspotsOutput>> {
  const { model, io, root, warnings, fault, doubts } = await openGraph(context);
  const dna = await io.inspect('dna');
  const zones = dna?.value.data.risks ?? [];
  const files = findHotspots(model, context.runtime.clock.now(), { limit }).map((hotspot) => ({
    ...hotspot,
    zone: zones.find((zone) => coversFile(zone.path, hotspot.path))?.reason ?? null,
  }));
  const gaps = readGraphGaps(context.runtime, root);
  const history = gaps === null ? null : { commits: gaps.commits, fixes: gaps.fixes };
  return {
    ok: true,
    output: { files, history, ...(fault === null ? {} : { fault: describeError(fault) }), changed: (await doubts()).changed },
    warnings: [...warnings, ...leftOut(dna)],
  };
}

/** Lists files that change together without depending on each other. */
export async function listCouplings(context: OperationContext, { limit }: ListInput): Promise<Outcome<CouplingsOutput>> {
  const { model, warnings, doubts } = await openGraph(context);
  const all = findHiddenCouplings(model, { limit });
  const shown = ({ files: [one, other], ...coupling }: (typeof all)[number]): CouplingsOutput['couplings'][number] => {
    return { ...coupling, files: [one, other] };
  };
  return { ok: true, output: { couplings: all.map(shown), doubts: await doubts() }, warnings };
}

/** Lists circular dependencies of files. */
export async function listCycles(context: OperationContext): Promise<Outcome<CyclesOutput>> {
  const { model, warnings, doubts } = await openGraph(context);
  const found = findFileCycles(model).map(({ files, cycle }) => ({ files: [...files], cycle: [...cycle] }));
  return { ok: true, output: { cycles: found, doubts: await doubts() }, warnings };
}

/** Lists files and symbols without dependents, except generated files: a tool decides what is in them. */
export async function listUnused(context: OperationContext): Promise<Outcome<DeadEndsOutput>> {
  const { model, root, warnings, doubts } = await openGraph(context);
  const { files, symbols } = findUnused(model);
  return {
    ok: true,
    output: { files: withoutGenerated(context.runtime.fs, root, files), symbols: [...symbols], doubts: await doubts() },
    warnings,
  };
}

/** Returns a note for a path that is neither in the graph nor in the project. */
function notThere({ runtime }: OperationContext, model: GraphModel, root: string, name: string): string[] {
  const isKnown = model.nodes.some(({ path: file }) => coversFile(name, file)) || findNamedFiles(model, name).length > 0;
  if (isKnown || !isGone(runtime.fs, root, name)) return [];
  return [`${name} does not exist; the answer is for a file that is created there`];
}

/** Reports which boundaries of the DNA contain files. */
export async function listOwners(context: OperationContext, { region }: OwnersInput): Promise<Outcome<OwnersOutput>> {
  const { model, io, root, typed, warnings: stale, doubts } = await openGraph(context, [region]);
  const [name = region] = typed;
  const warnings = [...stale, ...notThere(context, model, root, name)];
  const [dna, { changed }] = [await io.inspect('dna'), await doubts()];
  if (dna === null) return { ok: false, output: { owners: [], boundaries: null, changed }, warnings };
  const all = findOwners(model, name, dna.value.data.architecture).map((owner) => ({
    boundary: owner.boundary,
    paths: [...owner.paths],
    owns: [...owner.owns],
    exposesTo: [...owner.exposesTo],
    files: [...owner.files],
  }));
  const boundaries = dna.value.data.architecture.boundaries.length;
  return { ok: true, output: { owners: all, boundaries, changed }, warnings: [...warnings, ...leftOut(dna)] };
}

/** Reports the size of the graph. */
export async function showStats(context: OperationContext): Promise<Outcome<StatsOutput>> {
  const { model, built, warnings, doubts } = await openGraph(context);
  const { clusters, important, nodes, edges, alone } = graphStats(model);
  const output = { built, nodes, edges, clusters: [...clusters], important: [...important], alone, doubts: await doubts() };
  return { ok: true, output, warnings };
}

/** Exports the graph for other programs. */
export async function exportGraph(context: OperationContext, input: ExportInput): Promise<Outcome<ExportOutput>> {
  const { model, warnings } = await openGraph(context);
  return { ok: true, output: formatExport(model, input), warnings };
}
