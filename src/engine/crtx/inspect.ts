import path from 'node:path';
import { type FileContent, readFileBounded } from '../files/atomic-file.ts';
import { CortexError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import { adviceForInvalidEntries } from './backup-files.ts';
import { parseTolerantly, type TolerantFile } from './invalid/tolerant-format.ts';
import type { CortexFilePlace, CortexFileType } from './schema.ts';

/**
 * The largest `.crtx` file that is read or written, in bytes. Timelines roll into archives at 8 MiB, so a file of eight times that is a
 * mistake. Reading one takes about three seconds and a few hundred megabytes, the limit for a command.
 */
export const MAX_FILE_BYTES = 64 * 1_048_576;

/** Delay before a broken file is read again, in milliseconds: another program may be writing it. */
const SECOND_LOOK_MS = 200;

/** A file with its value, its invalid entries and their errors, its warnings, its bytes and their identity. */
export interface InspectedFile<Type extends CortexFileType> extends TolerantFile<Type> {
  readonly type: Type;
  readonly file: string;
  readonly content: FileContent;
}

const WHERE_IT_STANDS: Readonly<Partial<Record<CortexFileType, string>>> = {
  dna: 'Correct it there. Until then, the rest of the file is used.',
};

/** Returns the advice for an invalid entry. Archives have no log. */
function nextStep(root: string, { type, file }: CortexFilePlace<CortexFileType>): string {
  const name = path.relative(root, file).replaceAll(path.sep, '/');
  if (type === 'graph') return 'Until it is correct, the rest of it is used. Rebuild it: cortex graph build';
  const isArchive = name.startsWith('archive/');
  return WHERE_IT_STANDS[type] ?? (isArchive ? 'Correct it there. Until then, the other entries are used.' : adviceForInvalidEntries(name));
}

/**
 * Requires a file without invalid entries. Writers call this, because a write would lose such entries.
 * @throws CortexError `broken-file` naming the first entry that is not valid
 */
export function requireComplete<Type extends CortexFileType>(found: InspectedFile<Type> | null): InspectedFile<Type> | null {
  const [error] = found?.errors ?? [];
  if (error !== undefined) throw error;
  return found;
}

/** As `inspectFile`, but reads the file only once, for callers that cannot wait. @throws as there */
export function inspectOnce<Type extends CortexFileType>(
  { fs }: Runtime,
  root: string,
  { type, file }: CortexFilePlace<Type>,
): InspectedFile<Type> | null {
  const content = readFileBounded(fs, file, { maxBytes: MAX_FILE_BYTES, root });
  if (content === null) return null;
  return {
    // A file with a log is repaired when the log adopts it, which tells what happens to it; a graph is built anew.
    ...parseTolerantly(decodeUtf8(content.bytes, file), file, type, { next: nextStep(root, { type, file }), repair: type === 'dna' }),
    type,
    file,
    content,
  };
}

/**
 * Reads a `.crtx` file with its warnings, entry by entry (RULINGS, crtx 10). A file that looks broken is read again after a delay.
 * @param root the folder that must contain the file, after symlinks are resolved
 * @returns `null` if the file does not exist
 * @throws CortexError as `CortexIO` says
 */
export async function inspectFile<Type extends CortexFileType>(
  runtime: Runtime,
  root: string,
  place: CortexFilePlace<Type>,
): Promise<InspectedFile<Type> | null> {
  try {
    return inspectOnce(runtime, root, place);
  } catch (error) {
    if (!(error instanceof CortexError && error.code === 'broken-file')) throw error;
  }
  await runtime.sleep(SECOND_LOOK_MS);
  return inspectOnce(runtime, root, place);
}
