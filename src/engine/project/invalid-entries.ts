import { hash } from 'node:crypto';
import path from 'node:path';
import { MAX_FILE_BYTES } from '../crtx/inspect.ts';
import { parseTolerantly } from '../crtx/invalid/tolerant-format.ts';
import { reasoningLogName } from '../crtx/names.ts';
import { LOCAL_FOLDER } from '../crtx/root.ts';
import type { CortexFileType } from '../crtx/schema.ts';
import { readFileBounded } from '../files/atomic-file.ts';
import { LeftOutNotes, leftOutErrors } from '../log/publishing/left-out.ts';
import { CORRECT_COPY } from '../log/publishing/set-aside.ts';
import { CortexError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { PLACEHOLDERS } from '../swarm/projection.ts';
import { decodeRepairable } from '../text/utf8.ts';

/**
 * Name of a copy of a file in which another program wrote invalid entries. It contains the time at which the valid entries were adopted.
 */
const INVALID = /^(.+\.crtx)\.corrupt-[0-9TZ]+(?:-\d+)?-entries$/;

/** Returns the original name of a file that was copied for its invalid entries; `null` for any other file. */
export const originalName = (name: string): string | null => INVALID.exec(name)?.[1] ?? null;

/** A copy of a file with a log. */
interface Copy {
  /** Absolute path. */
  readonly file: string;
  readonly type: CortexFileType;
}

/** Returns the folder of the log below `.local/`. */
function logName({ fs }: Runtime, root: string, { file, type }: Copy): string {
  return type === 'reasoning' ? reasoningLogName(fs, path.dirname(root), originalName(path.basename(file)) ?? '') : type;
}

/** Returns errors for valid parts of a copy that were not adopted. */
function leftOut(runtime: Runtime, root: string, copy: Copy, bytes: Uint8Array): readonly CortexError[] {
  const { file } = copy;
  const note = new LeftOutNotes(runtime, path.join(root, LOCAL_FOLDER, logName(runtime, root, copy))).read(hash('sha256', bytes, 'hex'));
  return note === null ? [] : leftOutErrors(note, file, CORRECT_COPY);
}

/**
 * Returns what is wrong with the entries in such a copy, and what else was not adopted, each with its position; nothing once the copy has
 * been corrected.
 * @param root the `.cortex` folder, which must contain the real file
 * @param file absolute
 */
export function invalidEntries(runtime: Runtime, root: string, file: string, type: CortexFileType): readonly CortexError[] {
  try {
    const content = readFileBounded(runtime.fs, file, { maxBytes: MAX_FILE_BYTES, root });
    if (content === null) return [];
    const tolerance = { ...(type === 'swarm' && { placeholders: PLACEHOLDERS }), repair: true };
    const { errors } = parseTolerantly(decodeRepairable(content.bytes), file, type, tolerance);
    return [...errors, ...leftOut(runtime, root, { file, type }, content.bytes)];
  } catch (error) {
    if (error instanceof CortexError) return [error];
    throw error;
  }
}
