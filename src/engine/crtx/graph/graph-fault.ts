import path from 'node:path';
import { backupName, identityOf, statOf } from '../../files/file-content.ts';
import { CortexError, describeValue, fileError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { FILE_NAMES } from '../cortex-io.ts';
import { inspectOnce } from '../inspect.ts';
import { CORTEX_FOLDER } from '../root.ts';

/**
 * Returns what is wrong with the graph of a project, with a fix: it has merge conflicts, is unreadable, or has an invalid entry. `null` if
 * nothing is. Reads the whole graph.
 * @param root a real path
 */
export function checkGraphReplaceable(runtime: Runtime, root: string): CortexError | null {
  const dir = path.join(root, CORTEX_FOLDER);
  try {
    return inspectOnce(runtime, dir, { type: 'graph', file: path.join(dir, FILE_NAMES.graph) })?.errors[0] ?? null;
  } catch (error) {
    if (error instanceof CortexError) return error;
    throw error;
  }
}

/**
 * Moves a graph that cannot be read, or only in part, to a copy beside it, so that a build can write it anew: all of it is derived.
 * @param root a real path
 * @returns a warning that names the copy; none if the graph is valid or missing
 * @throws CortexError if it must not be replaced: it has merge conflicts, is not a file of the project, or is of a newer version
 */
export function moveBrokenGraphAside(runtime: Runtime, root: string): string[] {
  const { fs } = runtime;
  const error = checkGraphReplaceable(runtime, root);
  if (error === null) return [];
  const file = path.join(root, CORTEX_FOLDER, FILE_NAMES.graph);
  const stat = statOf(fs, file);
  if (error.code !== 'broken-file' || stat?.isFile() !== true) throw error;
  const aside = backupName(runtime, file, identityOf(stat));
  try {
    fs.renameSync(file, aside);
  } catch (cause) {
    throw fileError(cause, file, `move it to ${path.basename(aside)}`);
  }
  const { line, column } = error.data;
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return [`${place}: ${error.message}${describeValue(error.data)}. The graph is built anew; the old bytes are in ${path.basename(aside)}.`];
}
