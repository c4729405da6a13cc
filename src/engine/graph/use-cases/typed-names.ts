import path from 'node:path';
import { type GraphGaps, pathInProject, type Workplace } from '../../crtx/index.ts';
import { statOf } from '../../files/file-content.ts';
import { resolveInside } from '../../files/safe-path.ts';
import { CortexError } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { fileUrlToPath, possiblePaths } from '../../swarm/index.ts';
import { shellWord } from '../../text/shell-word.ts';
import type { GraphModel } from '../graph-model.ts';
import { languageOf } from '../languages.ts';
import { findNamedFiles } from '../questions/files-named.ts';
import { findSimilarId } from './similar-id.ts';

/** Matches `file#symbol`. A misspelled symbol must not fall back to its file; a line (`#L12`) may. */
const NAMES_SYMBOL = /#(?!L?\d)/;

const isKnown = (model: GraphModel, id: string): boolean => model.placeOf(id) !== null || findNamedFiles(model, id).length > 0;

/** Returns the path to which symbolic links lead; the path itself if that is not in the project. */
function behindLink(fs: FileSystem, root: string, name: string): string {
  try {
    return path
      .relative(fs.realpathSync(root), resolveInside(fs, root, name))
      .split(path.sep)
      .join('/');
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    return name;
  }
}

/**
 * Converts what a person typed into names of the graph: the id of a node, or a path relative to the project. Text around a known path
 * (`src/app.ts:100`, quotes) is ignored, as locks do; of several readings the first known one wins.
 * @throws CortexError `invalid-input` for a path outside of the project
 */
export function resolveTypedNames(model: GraphModel, fs: FileSystem, place: Workplace, typed: readonly string[]): string[] {
  const inProject = (text: string): string => pathInProject(fs, place, text, (name) => name).replace(/^\.\//, '');
  return typed.map((each) => {
    // An exact id wins: a folder may have the same name as a route.
    if (model.placeOf(each) !== null) return each;
    const name = inProject(fileUrlToPath(each));
    if (isKnown(model, name) || NAMES_SYMBOL.test(each)) return name;
    for (const reading of possiblePaths(each)) {
      const meant = inProject(reading);
      if (isKnown(model, meant)) return meant;
    }
    const real = behindLink(fs, place.root, name);
    return isKnown(model, real) ? real : name;
  });
}

/** Returns the error for a file that exists, but is in no language that the graph reads; `null` if none of the paths is such a file. */
export function notReadError(fs: FileSystem, root: string, paths: readonly string[]): CortexError | null {
  const file = paths.find((each) => languageOf(each) === null && statOf(fs, path.join(root, each))?.isFile() === true);
  if (file === undefined) return null;
  const search = `git grep -l --fixed-strings -e ${shellWord(path.basename(file))}`;
  return new CortexError('not-found', 'not in the graph, because it is in no language that the graph reads', {
    value: file,
    next: `What depends on it is unknown. Files that name it: ${search}`,
  });
}

/**
 * Returns the error for a query about names that the graph does not know.
 * @param gaps of the graph, which say why a source is left out; `null`: unknown
 */
export function notInGraphError(model: GraphModel, paths: readonly string[], gaps: GraphGaps | null): CortexError {
  const leftOut = (gaps?.files ?? []).find(({ path }) => paths.includes(path));
  if (leftOut !== undefined) {
    const next = 'Nothing is known about it. Files that are left out: cortex graph unresolved';
    return new CortexError('not-found', `not in the graph, because it ${leftOut.reason}`, { value: leftOut.path, next });
  }
  const similar = paths.map((each) => findSimilarId(model, each)).filter((id) => id !== null);
  const hint = similar.length === 0 ? 'Check the path.' : `Did you mean ${similar.join(', ')}?`;
  return new CortexError('not-found', 'not in the graph', {
    value: paths.join(', '),
    allowed: 'a source file, a manifest, a folder that contains some, a symbol (file#name), or a node id',
    next: `${hint} To add new source files, rebuild the graph: cortex graph build`,
  });
}
