import path from 'node:path';
import type { Runtime } from '../../kernel/runtime.ts';
import { isConfig } from '../configs.ts';
import { languageOf } from '../languages.ts';
import { lookAgain, type Sources } from '../sources.ts';

/** What says which files are looked at. */
const IGNORES = '.gitignore';

/** What paths that changed mean for the list of the sources. */
export interface Touched {
  /** Those of them that are or were sources or configuration. */
  readonly paths: ReadonlySet<string>;
  /** `null` where all has to be listed anew: something has come, or a whole folder has come or gone. */
  readonly sources: Sources | null;
}

function isFolder({ fs }: Runtime, file: string): boolean {
  try {
    return fs.lstatSync(file, { bigint: true }).isDirectory();
  } catch {
    return false;
  }
}

/** Whether a path may be a folder of sources: one that is there, or one in which sources were. */
function mayHoldSources(runtime: Runtime, root: string, relative: string, known: ReadonlySet<string>): boolean {
  const within = `${relative}/`;
  for (const each of known) if (each.startsWith(within)) return true;
  return isFolder(runtime, path.join(root, relative));
}

/** @param root a real path @param changed paths relative to the root, `/`-separated */
export function touchedBy(runtime: Runtime, root: string, sources: Sources, changed: Iterable<string>): Touched {
  const known = new Set([...sources.files, ...sources.configs].map((source) => source.path));
  const paths = new Set<string>();
  for (const relative of changed) {
    const isRead = languageOf(relative) !== null || isConfig(relative);
    if (isRead) paths.add(relative);
    const isListed = known.has(relative);
    const isOfNoInterest = !isRead && path.posix.basename(relative) !== IGNORES && !mayHoldSources(runtime, root, relative, known);
    if (!isListed && !isOfNoInterest) return { paths: new Set(changed), sources: null };
  }
  return { paths, sources: lookAgain(runtime, root, sources, paths) };
}
