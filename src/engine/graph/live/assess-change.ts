import path from 'node:path';
import type { Runtime } from '../../platform/runtime.ts';
import { isConfig, isPage } from '../configs.ts';
import { languageOf } from '../languages.ts';
import { isCandidate, isScript, mayBeScript } from '../scripts.ts';
import { type Sources, updateSources } from '../sources.ts';
import type { ProjectStructure } from '../structure/project-structure.ts';

/** Changes of this file change which files are listed. */
const IGNORES = '.gitignore';

/** Effect of changed paths on the list of sources. */
export interface ChangeAssessment {
  /** Changed paths that are or were sources or configuration. */
  readonly paths: ReadonlySet<string>;
  /** `null` if everything must be listed again: something was added, or a whole folder appeared or disappeared. */
  readonly sources: Sources | null;
}

/** Whether a path may hold sources: a folder, or a link to one. */
function isFolder({ fs }: Runtime, file: string): boolean {
  try {
    const stat = fs.lstatSync(file, { bigint: true });
    return stat.isDirectory() || stat.isSymbolicLink();
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

/** Whether a file without an ending is a script now. */
function isScriptNow(runtime: Runtime, root: string, relative: string): boolean {
  try {
    const stat = runtime.fs.lstatSync(path.join(root, relative), { bigint: true });
    return isCandidate({ path: relative, stat }) && isScript(runtime, root, relative);
  } catch {
    return false;
  }
}

/** Returns all ancestor folders of files. */
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

/** The known state of a project. */
interface Known {
  readonly sources: Sources;
  readonly structure: Pick<ProjectStructure, 'mayImport'>;
}

/**
 * Determines what a change means for the list of sources.
 * @param root a real path
 * @param changed paths relative to the root, `/`-separated
 */
export function assessChange(runtime: Runtime, root: string, { sources, structure }: Known, changed: Iterable<string>): ChangeAssessment {
  /** Whether a file that an import or a configuration may lead to, but that is no source, was added or removed. */
  const isOtherAsset = (relative: string): boolean =>
    (structure.mayImport(relative) || relative.endsWith('.json')) &&
    sources.paths.has(relative) !== isFile(runtime, path.join(root, relative));
  const known = new Set([...sources.files, ...sources.configs].map((source) => source.path));
  const folders = foldersOf(known);
  /** Whether a path may be a folder of sources: it contained sources before, or is a folder now. */
  const mayHoldSources = (relative: string): boolean =>
    folders.has(relative) || sources.links.has(relative) || isFolder(runtime, path.join(root, relative));
  const paths = new Set<string>();
  for (const relative of changed) {
    const isListed = known.has(relative);
    if (mayBeScript(relative) && isListed !== isScriptNow(runtime, root, relative)) return { paths: new Set(changed), sources: null };
    const isRead = languageOf(relative) !== null || isConfig(relative) || isPage(relative) || isListed;
    if (isRead) paths.add(relative);
    const isOfNoInterest = !isRead && path.posix.basename(relative) !== IGNORES && !mayHoldSources(relative);
    if (isListed) continue;
    if (!isOfNoInterest || (!isRead && isOtherAsset(relative))) return { paths: new Set(changed), sources: null };
  }
  return { paths, sources: updateSources(runtime, root, sources, paths) };
}
