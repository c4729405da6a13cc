import path from 'node:path';
import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { FILE_NAMES } from '../cortex-io.ts';
import { inspectOnce } from '../inspect.ts';
import { CORTEX_FOLDER } from '../root.ts';

/**
 * Returns why `graph build` would refuse to replace the graph of a project, with a fix: it has merge conflicts, is unreadable, or has an
 * invalid entry, which would be lost. `null` if it can be built. Reads the whole graph.
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
