import path from 'node:path';
import type { Runtime } from '../../platform/runtime.ts';
import { isConfig } from '../configs.ts';
import { languageOf } from '../languages.ts';
import { lookAgain, type Sources } from '../sources.ts';
import type { ProjectStructure } from '../structure/project-structure.ts';

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

function isFile({ fs }: Runtime, file: string): boolean {
  try {
    return fs.lstatSync(file, { bigint: true }).isFile();
  } catch {
    return false;
  }
}

/** The folders in which files lie, however deep. */
function foldersOf(files: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const file of files) {
    let folder = path.posix.dirname(file);
    while (folder !== '.' && !folders.has(folder)) {
      folders.add(folder);
      folder = path.posix.dirname(folder);
    }
  }
  return folders;
}

/** What is known of a project. */
interface Known {
  readonly sources: Sources;
  readonly structure: Pick<ProjectStructure, 'mayImport'>;
}

/** @param root a real path @param changed paths relative to the root, `/`-separated */
export function touchedBy(runtime: Runtime, root: string, { sources, structure }: Known, changed: Iterable<string>): Touched {
  /** Whether something that is no source has come or gone to which an import leads. */
  const isOtherAsset = (relative: string): boolean =>
    structure.mayImport(relative) && sources.paths.has(relative) !== isFile(runtime, path.join(root, relative));
  const known = new Set([...sources.files, ...sources.configs].map((source) => source.path));
  const folders = foldersOf(known);
  /** Whether a path may be a folder of sources: one in which sources were, or one that is there. */
  const mayHoldSources = (relative: string): boolean => folders.has(relative) || isFolder(runtime, path.join(root, relative));
  const paths = new Set<string>();
  for (const relative of changed) {
    const isRead = languageOf(relative) !== null || isConfig(relative);
    if (isRead) paths.add(relative);
    const isListed = known.has(relative);
    const isOfNoInterest = !isRead && path.posix.basename(relative) !== IGNORES && !mayHoldSources(relative);
    if (isListed) continue;
    if (!isOfNoInterest || (!isRead && isOtherAsset(relative))) return { paths: new Set(changed), sources: null };
  }
  return { paths, sources: lookAgain(runtime, root, sources, paths) };
}
