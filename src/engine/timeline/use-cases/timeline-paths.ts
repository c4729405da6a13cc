import path from 'node:path';
import { elsewhereWarning, readingsFromTop } from '../../crtx/typed/typed-elsewhere.ts';
import { isElsewhere, leadsOut, pathInProject, type Workplace } from '../../crtx/typed/typed-path.ts';
import { resolveInside } from '../../files/safe-path.ts';
import { CortexError } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { statOrNull } from '../../swarm/locks/names-on-disk.ts';

/** A path as entries name it: relative to the project, `/`-separated, NFC. @throws CortexError `outside-root`, `invalid-input` */
export function fileInside(fs: FileSystem, place: Workplace, typed: string): string {
  const text = pathInProject(fs, place, typed, (name) => name);
  if (isElsewhere(place, text)) throw leadsOut(typed);
  for (const tree of [place.root, place.tree]) resolveInside(fs, tree, text);
  const file = path.posix.normalize(text.replaceAll('\\', '/')).normalize('NFC');
  if (text !== '' && file !== '.' && file !== './') return file;
  throw new CortexError('invalid-input', 'this does not name a file of the project', {
    value: typed,
    allowed: 'a file of the project',
    next: 'Name the file, or leave the option out.',
  });
}

/** What is to be said of files that are not there while the same texts, read from the top of the project, name some that are. */
export function elsewhereWarnings(fs: FileSystem, place: Workplace, texts: readonly string[]): string[] {
  const isThere = (file: string) => [place.root, place.tree].some((tree) => statOrNull(fs, path.join(tree, file)) !== null);
  return texts.flatMap((typed) => {
    const taken = fileInside(fs, place, typed);
    const other = isThere(taken) ? undefined : readingsFromTop(place, typed).find(isThere);
    return other === undefined ? [] : elsewhereWarning(place, taken, other, null);
  });
}
