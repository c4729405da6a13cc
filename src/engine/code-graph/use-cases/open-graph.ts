import path from 'node:path';
import { CortexIO, pathInProject, workplaceOf } from '../../crtx/index.ts';
import { CortexError } from '../../kernel/errors.ts';
import type { OperationContext } from '../../kernel/operation.ts';
import { GraphModel } from '../graph-model.ts';

/** The graph that a project has published, ready to be asked. */
export interface OpenGraph {
  readonly model: GraphModel;
  readonly io: CortexIO;
  /** When it was written, milliseconds since 1970 UTC. */
  readonly built: number;
  /** What was typed, relative to the project. */
  readonly typed: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Reads `.cortex/graph.crtx`. Nothing is built: a question has to be answered at once, and reading writes nothing.
 * @param typed paths as they were typed, symbols as `file#name`, and ids of other nodes
 * @throws CortexError `not-found` when it was never built; as `CortexIO.readGraph`
 */
export async function openGraph(context: OperationContext, typed: readonly string[] = []): Promise<OpenGraph> {
  const place = workplaceOf(context);
  const io = new CortexIO(place.root, context.runtime);
  const file = await io.readGraph();
  if (file === null) {
    const next = 'Make it with "cortex graph build".';
    throw new CortexError('not-found', 'the project has no graph yet', { file: path.join(io.dir, 'graph.crtx'), next });
  }
  const model = new GraphModel(file.data);
  const { fs } = context.runtime;
  // What is a node's id already is meant as it stands: a folder may be called as a route is.
  const paths = typed.map((each) =>
    model.placeOf(each) === null ? pathInProject(fs, place, each, (name) => name).replace(/^\.\//, '') : each,
  );
  const changed = paths
    .map((each) => model.nodes[model.placeOf(each) ?? -1]?.path ?? each)
    .filter((each) => isNewer(context, place.root, each, file.header.updated));
  const warnings = changed.map((each) => `${each} has changed since the graph was made: "cortex graph build" makes it anew`);
  return { model, io, built: file.header.updated, typed: paths, warnings };
}

/** Whether a file was changed after a time; what is no file was not. */
function isNewer({ runtime }: OperationContext, root: string, relative: string, time: number): boolean {
  try {
    const stat = runtime.fs.statSync(path.join(root, relative), { bigint: true });
    return stat.isFile() && Number(stat.mtimeNs / 1_000_000n) > time;
  } catch {
    return false;
  }
}
