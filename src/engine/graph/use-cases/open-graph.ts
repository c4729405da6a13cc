import path from 'node:path';
import {
  CortexIO,
  changedSince,
  type Doubts,
  describeInvalidEntries,
  findDoubts,
  findWorkplace,
  type InspectedFile,
  isNewer,
  readGraphGaps,
} from '../../crtx/index.ts';
import { CortexError } from '../../platform/errors.ts';
import type { OperationContext } from '../../platform/operation.ts';
import { GraphModel } from '../graph-model.ts';
import { languageOf } from '../languages.ts';
import { newSources } from '../new-sources.ts';
import { findAllDependents } from '../questions/all-dependents.ts';
import { findNamedFiles, symbolFile } from '../questions/files-named.ts';
import { mayBeScript } from '../scripts.ts';
import { resolveTypedNames } from './typed-names.ts';

/** The published graph of a project, ready for queries. */
export interface OpenGraph {
  readonly model: GraphModel;
  readonly io: CortexIO;
  /** Root folder of the project, a real path. */
  readonly root: string;
  /** When the graph was written, milliseconds since 1970 UTC. */
  readonly built: number;
  /** The caller's arguments, relative to the project. */
  readonly typed: readonly string[];
  readonly warnings: readonly string[];
  /** Returns why the answer may be incomplete. Slow: checks each file of the graph and of the project. */
  doubts(): Promise<Doubts>;
  /** The first error of the published file, which also prevents a rebuild; `null` if there is none. */
  readonly fault: CortexError | null;
}

/** Reads `.cortex/graph.crtx`. @throws CortexError `not-found` if it was never built; as `CortexIO.inspect` */
export async function readPublished(io: CortexIO): Promise<InspectedFile<'graph'>> {
  const file = await io.inspect('graph');
  if (file !== null) return file;
  const next = 'Build it with "cortex graph build", or in the editor with "Build Semantic Graph".';
  throw new CortexError('not-found', 'the project has no graph yet', { file: path.join(io.dir, 'graph.crtx'), next });
}

/**
 * Opens the published graph of a project. It never builds one: queries must answer at once, and reading writes nothing.
 * @param typed paths as a person typed them, symbols as `file#name`, and ids of other nodes
 * @throws CortexError as `readPublished`
 */
export async function openGraph(context: OperationContext, typed: readonly string[] = []): Promise<OpenGraph> {
  const place = findWorkplace(context);
  const io = new CortexIO(place.root, context.runtime);
  const published = await readPublished(io);
  const { value: file } = published;
  const model = new GraphModel(file.data);
  const { fs } = context.runtime;
  const paths = resolveTypedNames(model, fs, place, typed);
  const asked = new Set(paths.map((each) => model.nodes[model.placeOf(each) ?? -1]?.path ?? each));
  const changed = [...asked].filter((each) => isNewer(fs, place.root, each, file.header.updated));
  const stale = changed.map((each) => `${each} has changed since the graph was built; rebuild it: cortex graph build`);
  const warnings = [...describeInvalidEntries(published), ...stale];
  const fault = published.errors[0] ?? null;
  const doubts = async (): Promise<Doubts> => {
    const files = model.nodes.flatMap(({ path: each }, at) => (model.fileOf[at] === at ? [each] : []));
    const gaps = readGraphGaps(context.runtime, place.root);
    const built = file.header.updated;
    const since = changedSince(fs, place.root, files, built).length;
    const added = await newSources(context.runtime, place.root, { known: new Set(files), built, signal: context.signal });
    const [wanted, inside] = [paths.map(symbolFile), sourcesIn(model)];
    const reached = (): readonly string[] => findAllDependents(model, wanted);
    return findDoubts(gaps, wanted, { changed: since + added.length, fault: () => fault, inside, reached });
  };
  return { model, io, root: place.root, built: file.header.updated, typed: paths, warnings, fault, doubts };
}

/** Returns a function that lists the sources in a folder; empty for anything else. */
function sourcesIn(model: GraphModel): (folder: string) => readonly string[] {
  return (folder) => {
    if (model.placeOf(folder) !== null) return [];
    const paths = findNamedFiles(model, folder).map((place) => model.nodes[place]?.path ?? '');
    return paths.filter((path) => languageOf(path) !== null || mayBeScript(path));
  };
}
