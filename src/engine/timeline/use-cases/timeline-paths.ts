import path from 'node:path';
import { elsewhereWarning, pathsFromTop } from '../../crtx/typed/typed-elsewhere.ts';
import { isOutsideProject, outsideProjectError, pathInProject, type Workplace } from '../../crtx/typed/typed-path.ts';
import { resolveInside } from '../../files/safe-path.ts';
import { CortexError } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { statOrNull } from '../../swarm/locks/names-on-disk.ts';
import { fileUrlToPath, pathsBeforePosition, possiblePaths } from '../../swarm/locks/path-readings.ts';

/**
 * Converts a typed path to the form in entries: relative to the project, `/`-separated, NFC. Text around a path (`src/app.ts:12`,
 * `@src/app.ts`, quotes) is removed, as for locks: if the path exists and the whole text does not, and always if it is a place in a file.
 * @throws CortexError `outside-root`, `invalid-input`
 */
export function toEntryPath(fs: FileSystem, place: Workplace, typed: string): string {
  const text = fileUrlToPath(typed);
  const meant = [text, ...possiblePaths(text)].find((each) => isFileThere(fs, place, each));
  return fileOf(fs, place, meant ?? pathsBeforePosition(text).at(-1) ?? text, typed);
}

function isFileThere(fs: FileSystem, place: Workplace, text: string): boolean {
  try {
    return isInProject(fs, place, fileOf(fs, place, text, text));
  } catch (error) {
    if (error instanceof CortexError) return false;
    throw error;
  }
}

const isInProject = (fs: FileSystem, { root, tree }: Workplace, file: string): boolean =>
  [root, tree].some((base) => statOrNull(fs, path.join(base, file)) !== null);

/** @param typed for the error */
function fileOf(fs: FileSystem, place: Workplace, meant: string, typed: string): string {
  const text = pathInProject(fs, place, meant, (name) => name);
  if (isOutsideProject(place, text)) throw outsideProjectError(typed);
  for (const tree of [place.root, place.tree]) resolveInside(fs, tree, text);
  const file = path.posix.normalize(text.replaceAll('\\', '/')).normalize('NFC');
  if (text !== '' && file !== '.' && file !== './') return file;
  throw new CortexError('invalid-input', 'this is not a file of the project', {
    value: typed,
    allowed: 'a file of the project',
    next: 'Name a file, or omit the option.',
  });
}

/** Returns warnings about missing files whose paths exist relative to the top of the project. */
export function elsewhereWarnings(fs: FileSystem, place: Workplace, texts: readonly string[]): string[] {
  const isThere = (file: string) => isInProject(fs, place, file);
  return texts.flatMap((typed) => {
    const taken = toEntryPath(fs, place, typed);
    const other = isThere(taken) ? undefined : pathsFromTop(place, typed).find(isThere);
    return other === undefined ? [] : elsewhereWarning(place, taken, other, null);
  });
}
