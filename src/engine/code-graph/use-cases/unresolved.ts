import path from 'node:path';
import { CortexIO, graphWrittenAt, isNewer, pathInProject, readGraphGaps, workplaceOf } from '../../crtx/index.ts';
import { CortexError } from '../../kernel/errors.ts';
import type { OperationContext, Outcome } from '../../kernel/operation.ts';
import type { UnresolvedInput, UnresolvedOutput } from '../operations/unresolved.ts';

/** What the last build could not resolve or read. @throws CortexError `not-found` where that is unknown */
export async function listUnresolved(context: OperationContext, input: UnresolvedInput): Promise<Outcome<UnresolvedOutput>> {
  const place = workplaceOf(context);
  const { runtime } = context;
  const gaps = readGraphGaps(runtime, place.root);
  if (gaps === null) throw unknownGaps(path.join(new CortexIO(place.root, runtime).dir, 'graph.crtx'));
  const region = input.path === undefined ? '' : pathInProject(runtime.fs, place, input.path, (name) => name).replace(/^\.\/|\/$/g, '');
  const isIn = ({ path: file }: { readonly path: string }): boolean =>
    region === '' || region === '.' || file === region || file.startsWith(`${region}/`);
  const [imports, files] = [gaps.imports.filter(isIn), gaps.files.filter(isIn)];
  const built = graphWrittenAt(runtime.fs, place.root) ?? 0;
  const named = [...new Set([...imports, ...files].map((each) => each.path))];
  const changed = named.filter((each) => isNewer(runtime.fs, place.root, each, built));
  const warnings = changed.map((each) => `${each} has changed since the graph was built, so its lines may differ: cortex graph build`);
  const output = {
    imports: imports.map(({ names, ...each }) => ({ ...each, names: [...names] })),
    files: files.map((each) => ({ ...each })),
  };
  return { ok: true, output, warnings };
}

function unknownGaps(file: string): CortexError {
  return new CortexError('not-found', 'it is unknown which imports are unresolved: the graph was not built here, or was replaced since', {
    file,
    next: 'Build it: cortex graph build',
  });
}
