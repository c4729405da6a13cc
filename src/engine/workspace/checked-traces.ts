import path from 'node:path';
import { CORTEX_FOLDER } from '../crtx/index.ts';
import { readFileBounded, writeFileDurable } from '../files/atomic-file.ts';
import { makeLocalFolder } from '../files/local-folder.ts';
import { CortexError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';

const FOLDER = `${CORTEX_FOLDER}/.local/checked`;
const FILE = 'traces.json';
/** Increased when the checks change, so that files are checked again. */
const VERSION = 1;
const MAX_BYTES = 64 * 1_048_576;

/** Returns the strings of a parsed list; none for a list of another version. */
function identitiesIn(value: unknown): Map<string, string> {
  const [version, ...pairs]: readonly unknown[] = Array.isArray(value) ? value : [];
  const found = new Map<string, string>();
  if (version !== VERSION) return found;
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const [name, identity] = [pairs[at], pairs[at + 1]];
    if (typeof name === 'string' && typeof identity === 'string') found.set(name, identity);
  }
  return found;
}

/**
 * Reads which traces were checked without finding an error, by their names, with their identities.
 * @returns nothing if no list can be read: then all are checked again
 */
export function readCheckedTraces({ fs }: Runtime, root: string): Map<string, string> {
  try {
    const content = readFileBounded(fs, path.join(root, FOLDER, FILE), { maxBytes: MAX_BYTES, root: path.join(root, CORTEX_FOLDER) });
    return identitiesIn(content === null ? null : JSON.parse(content.bytes.toString('utf8')));
  } catch (error) {
    if (error instanceof CortexError || error instanceof SyntaxError) return new Map();
    throw error;
  }
}

/** Writes that list for other processes. Where it cannot be written, they check the files again. */
export async function writeCheckedTraces(runtime: Runtime, root: string, known: ReadonlyMap<string, string>): Promise<void> {
  try {
    const folder = await makeLocalFolder(runtime, root, FOLDER);
    await writeFileDurable(runtime, path.join(folder, FILE), Buffer.from(JSON.stringify([VERSION, ...[...known].flat()])));
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
  }
}
