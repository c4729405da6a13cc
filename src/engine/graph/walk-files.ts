import path from 'node:path';
import { systemCode } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { GraphProblem } from './problems.ts';

/** Folders with third-party code or build output, in lower case. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['node_modules', 'bower_components', 'jspm_packages', 'vendor', 'third_party', 'pods', 'site-packages'],
  ...['dist', 'build', 'out', 'target', 'obj', 'coverage', '__pycache__', 'venv', 'env'],
]);
/** Maximum number of folders that are read. */
const MAX_FOLDERS = 100_000;
/** Number of entries after which other tasks of the event loop get a turn. */
const SLICE = 500;

function isLookedInto(name: string): boolean {
  return name.startsWith('.') ? name === '.github' : !LEFT_OUT.has(name.toLowerCase());
}

/**
 * Lists the files below a folder that is not in a git repository. Skipped folders (dependencies, build output, hidden) appear only as a
 * path with a trailing `/`. Follows no symlinks.
 */
export async function walkFiles(
  runtime: Runtime,
  root: string,
  problems: GraphProblem[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const files: string[] = [];
  const folders = [''];
  let seen = 0;
  // The array grows during the iteration.
  for (const folder of folders) {
    for (const found of entriesOf(runtime, root, folder, problems)) {
      seen += 1;
      if (seen % SLICE === 0) await runtime.sleep(0);
      signal?.throwIfAborted();
      if (!isFolder(runtime, path.join(root, found))) files.push(found);
      else if (isLookedInto(path.posix.basename(found))) folders.push(found);
      else files.push(`${found}/`);
    }
    if (folders.length > MAX_FOLDERS) {
      problems.push({ path: null, message: `only the first ${MAX_FOLDERS} folders were searched; the project has more` });
      folders.length = MAX_FOLDERS;
    }
  }
  return files;
}

function entriesOf({ fs }: Runtime, root: string, folder: string, problems: GraphProblem[]): readonly string[] {
  try {
    return fs
      .readdirSync(path.join(root, folder))
      .sort()
      .map((name) => (folder === '' ? name : `${folder}/${name}`));
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    problems.push({ path: folder === '' ? null : folder, message: `cannot read the folder: ${code}` });
    return [];
  }
}

function isFolder({ fs }: Runtime, file: string): boolean {
  try {
    return fs.lstatSync(file, { bigint: true }).isDirectory();
  } catch {
    // The caller checks again whether each file exists.
    return false;
  }
}
