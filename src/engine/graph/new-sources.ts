import path from 'node:path';
import { systemCode } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { listSources, type Source } from './sources.ts';

/**
 * Returns the sources that were created or renamed since a graph was built.
 * @param known the files of the graph
 * @param built milliseconds since 1970 UTC
 * @throws like `listSources`
 */
export async function newSources(
  runtime: Runtime,
  root: string,
  { known, built, signal }: { readonly known: ReadonlySet<string>; readonly built: number; readonly signal?: AbortSignal },
): Promise<Source[]> {
  const { files } = await listSources(runtime, root, signal);
  return files.filter((source) => !known.has(source.path) && renamedAt(runtime, path.join(root, source.path)) > built);
}

/** Returns when a file was created or renamed (ctime), in milliseconds since 1970 UTC; 0 if it no longer exists. */
function renamedAt({ fs }: Runtime, file: string): number {
  try {
    return Number(fs.lstatSync(file, { bigint: true }).ctimeNs / 1_000_000n);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return 0;
  }
}
