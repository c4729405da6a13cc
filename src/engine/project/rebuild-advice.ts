import path from 'node:path';
import { ASIDE, adviceForInvalidEntries } from '../crtx/backup-files.ts';
import { FILE_NAMES } from '../crtx/cortex-io.ts';
import { MAX_FILE_BYTES } from '../crtx/inspect.ts';
import { parseTolerantly } from '../crtx/invalid/tolerant-format.ts';
import { resolveLocalFolder } from '../crtx/local-folder.ts';
import { adviceForSwarmFile } from '../crtx/merging/merge-marks.ts';
import { unmergedFileError } from '../crtx/merging/unmerged-file.ts';
import { CORTEX_FOLDER } from '../crtx/root.ts';
import type { CortexFileType } from '../crtx/schema.ts';
import { readFileBounded } from '../files/atomic-file.ts';
import { statOf } from '../files/file-content.ts';
import type { Loggable, LogMachine } from '../log/machine.ts';
import { LogReader } from '../log/segments/reader.ts';
import { CortexError } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';
import type { Runtime } from '../platform/runtime.ts';
import { PLACEHOLDERS } from '../swarm/projection.ts';
import { swarmMachine } from '../swarm/state/machine.ts';
import { decodeRepairable } from '../text/utf8.ts';
import { timelineMachine } from '../timeline/machine.ts';

/** A file of a project: its type, and its name relative to `.cortex/`. */
interface NamedFile {
  readonly type: CortexFileType;
  readonly name: string;
}

/** Returns errors for the parts of a file that its log would not adopt; `null` when it can adopt nothing. */
function leftOut(fs: FileSystem, folder: string, { type, name }: NamedFile): readonly CortexError[] | null {
  const file = path.join(folder, name);
  try {
    const content = readFileBounded(fs, file, { maxBytes: MAX_FILE_BYTES, root: folder });
    if (content === null) return null;
    const tolerance = { ...(type === 'swarm' && { placeholders: PLACEHOLDERS }), next: adviceForInvalidEntries(name), repair: true };
    return parseTolerantly(decodeRepairable(content.bytes), file, type, tolerance).errors;
  } catch (error) {
    if (error instanceof CortexError) return null;
    throw error;
  }
}

const CORRECTED = 'The next command that uses the file corrects this, and adopts all entries.';

/**
 * Explains why a file that its log can rebuild cannot be read. Correcting it is pointless, so the next step says what will happen to it.
 * @param folder the `.cortex` folder
 * @returns one error for each invalid part when the log would adopt the others
 */
export function rebuildAdvice(fs: FileSystem, folder: string, { type, name }: NamedFile, why: unknown): readonly [unknown, ...unknown[]] {
  const file = path.join(folder, name);
  if (!(why instanceof CortexError && why.code === 'broken-file') || statOf(fs, file)?.isFile() !== true) return [why];
  const isUnmerged = unmergedFileError(fs, folder, { type, file })?.code === 'busy';
  // Unmerged entries of two sides must not be replaced from the log.
  if (isUnmerged && type !== 'swarm') return [why];
  const parts = leftOut(fs, folder, { type, name });
  const [first, ...others] = parts ?? [];
  if (first !== undefined) return [first, ...others];
  if (parts !== null) return [new CortexError(why.code, why.message, { ...why.data, next: CORRECTED })];
  const aside = `${CORTEX_FOLDER}/${name}${ASIDE}<time>`;
  const anew = `The next command that uses it rewrites it from the log, and moves these bytes to ${aside}: copy what you still need from there.`;
  return [new CortexError(why.code, why.message, { ...why.data, next: isUnmerged ? adviceForSwarmFile(file, aside) : anew })];
}

/**
 * Explains why a file of a project cannot be read, with the next step. Returns the first of `rebuildAdvice` when its log can rebuild it.
 */
export function explainUnreadable(runtime: Runtime, root: string, type: keyof typeof FILE_NAMES, why: unknown): unknown {
  const canRebuild =
    (type === 'swarm' && hasPublished(runtime, root, type, swarmMachine)) ||
    (type === 'timeline' && hasPublished(runtime, root, type, timelineMachine));
  return canRebuild ? rebuildAdvice(runtime.fs, path.join(root, CORTEX_FOLDER), { type, name: FILE_NAMES[type] }, why)[0] : why;
}

/** Reports whether a log has published its file before. False for a log that cannot be read, which publishes nothing. */
function hasPublished<Operation extends Loggable, State, Answer>(
  runtime: Runtime,
  root: string,
  name: string,
  machine: LogMachine<Operation, State, Answer>,
): boolean {
  let reader: LogReader<Operation, State, Answer> | null = null;
  try {
    reader = new LogReader(runtime, { directory: resolveLocalFolder(runtime.fs, root, name), machine, from: 'newest' });
    reader.refresh();
    return reader.core.published !== null;
  } catch (error) {
    if (error instanceof CortexError) return false;
    throw error;
  } finally {
    reader?.close();
  }
}
