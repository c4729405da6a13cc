import path from 'node:path';
import {
  CortexIO,
  checkGraphReplaceable,
  findWorkplace,
  graphWrittenAt,
  isNewer,
  readGraphGaps,
  type UnreadFile,
  type UnresolvedImport,
} from '../../crtx/index.ts';
import { CortexError } from '../../platform/errors.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { findNamedFiles } from '../questions/files-named.ts';
import type { UnresolvedInput, UnresolvedOutput } from '../schemas/unresolved.ts';
import { languagesOfSource } from '../structure/manifests/manifest-language.ts';
import { openGraph } from './open-graph.ts';
import { notInGraphError } from './typed-names.ts';

/**
 * Lists the imports that the last build could not resolve, and the files that it could not read.
 * @throws CortexError `not-found` if that is unknown
 */
export async function listUnresolved(context: OperationContext, input: UnresolvedInput): Promise<Outcome<UnresolvedOutput>> {
  const place = findWorkplace(context);
  const { runtime } = context;
  const gaps = readGraphGaps(runtime, place.root);
  if (gaps === null)
    throw checkGraphReplaceable(runtime, place.root) ?? unknownGaps(path.join(new CortexIO(place.root, runtime).dir, 'graph.crtx'));
  const asked = input.path === undefined ? { region: '', unknown: null, languages: [] } : await regionOf(context, input.path);
  const { region, unknown, languages } = asked;
  const isIn = ({ path: file }: { readonly path: string }): boolean =>
    region === '' || region === '.' || file === region || file.startsWith(`${region}/`);
  // A manifest affects how imports resolve in any folder.
  const isMeant = (file: UnreadFile): boolean => isIn(file) || languages.includes(file.language ?? '');
  const mayBeIn = (each: UnresolvedImport): boolean => isIn(each) || each.candidates?.some((file) => isIn({ path: file })) === true;
  const [imports, files] = [gaps.imports.filter(mayBeIn), gaps.files.filter(isMeant)];
  const unchecked = (gaps.uncertain ?? []).filter((each) => isIn(each) || isIn({ path: each.definer }));
  // An empty list for a path that the graph does not know would look as if everything were resolved.
  if (unknown !== null && imports.length + files.length + unchecked.length === 0) throw unknown;
  const built = graphWrittenAt(runtime.fs, place.root) ?? 0;
  const named = [...new Set([...imports, ...files, ...unchecked].map((each) => each.path))];
  const changed = named.filter((each) => isNewer(runtime.fs, place.root, each, built));
  const warnings = changed.map((each) => `${each} has changed since the graph was built, so its lines may differ: cortex graph build`);
  const { doubts } = await openGraph(context);
  const output = {
    imports: imports.map(({ path: file, line, specifier, names, reason, candidates }) => {
      return {
        path: file,
        line,
        specifier,
        names: [...names],
        reason,
        ...(candidates === undefined ? {} : { candidates: [...candidates] }),
      };
    }),
    unchecked: unchecked.map(({ place: _, ...each }) => ({ ...each, names: [...each.names] })),
    files: files.map(({ path: file, line, reason }) => ({ path: file, ...(line === undefined ? {} : { line }), reason })),
    changed: (await doubts()).changed,
  };
  return { ok: true, output, warnings };
}

interface Region {
  readonly region: string;
  /** The error if the graph does not know it. */
  readonly unknown: CortexError | null;
  /** Languages of its sources, as returned by `languagesOfSource`. */
  readonly languages: readonly string[];
}

/** Returns the file or folder of a typed path. */
async function regionOf(context: OperationContext, typed: string): Promise<Region> {
  const { model, root, typed: names } = await openGraph(context, [typed]);
  const [name = typed] = names;
  const node = model.nodes[model.placeOf(name) ?? -1];
  const region = (node?.path ?? name).replace(/\/$/, '');
  const files = findNamedFiles(model, region).map((place) => model.nodes[place]?.path ?? '');
  const languages = [...new Set(files.flatMap((file) => languagesOfSource(file)))];
  const isKnown = node !== undefined || files.length > 0;
  return { region, unknown: isKnown ? null : notInGraphError(model, [region], readGraphGaps(context.runtime, root)), languages };
}

function unknownGaps(file: string): CortexError {
  return new CortexError('not-found', 'unresolved imports are unknown: the graph was not built here, or was replaced since', {
    file,
    next: 'Build it: cortex graph build',
  });
}
