import path from 'node:path';
import { type FileContent, readFileBounded } from '../files/atomic-file.ts';
import { CortexError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import { takenOver } from './put-aside.ts';
import type { CortexFilePlace, CortexFileType } from './schema.ts';
import { parseTolerantly, type TolerantFile } from './tolerant-format.ts';

/**
 * The largest `.crtx` file that is read or written, in bytes. Timelines roll into archives at 8 MiB, so a file of eight times
 * that is a mistake; to read one takes some three seconds and a few hundred megabytes, which is as much as a command may take.
 */
export const MAX_FILE_BYTES = 64 * 1_048_576;

/** A file that looks broken may be one that a foreign program is writing. The second look comes so many milliseconds later. */
const SECOND_LOOK_MS = 200;

/** A file with all that was found out about it: its value, what is left out of it and why, its warnings, its bytes and what identifies them. */
export interface InspectedFile<Type extends CortexFileType> extends TolerantFile<Type> {
  readonly type: Type;
  readonly file: string;
  readonly content: FileContent;
}

const WHERE_IT_STANDS: Readonly<Partial<Record<CortexFileType, string>>> = {
  dna: 'Correct it there; the rest of the file counts meanwhile, and nothing is written into it.',
  graph: 'Correct it there, or delete the file and make it anew with "cortex graph build"; the rest of it counts meanwhile.',
};

/** What to do about an entry that is not valid. @param name of the file below `.cortex/`: archives have no log */
function nextStep(name: string, type: CortexFileType): string {
  const isArchive = name.startsWith('archive/');
  return WHERE_IT_STANDS[type] ?? (isArchive ? 'Correct it there; the other entries count meanwhile.' : takenOver(name));
}

/**
 * A file of which nothing is left out, for whoever is to write it: what is left out would be lost.
 * @throws CortexError `broken-file` naming the first entry that is not valid
 */
export function whole<Type extends CortexFileType>(found: InspectedFile<Type> | null): InspectedFile<Type> | null {
  const [error] = found?.errors ?? [];
  if (error !== undefined) throw error;
  return found;
}

/** As `inspectFile`, with one look: one who can wait looks twice. @throws as there */
export function inspectOnce<Type extends CortexFileType>(
  { fs }: Runtime,
  root: string,
  { type, file }: CortexFilePlace<Type>,
): InspectedFile<Type> | null {
  const content = readFileBounded(fs, file, { maxBytes: MAX_FILE_BYTES, root });
  if (content === null) return null;
  return {
    ...parseTolerantly(decodeUtf8(content.bytes, file), file, type, {
      next: nextStep(path.relative(root, file).replaceAll(path.sep, '/'), type),
    }),
    type,
    file,
    content,
  };
}

/**
 * Reads a `.crtx` file with its warnings, entry by entry (RULINGS, crtx 10); one that looks broken is looked at twice.
 * @param root the folder that it must really be in
 * @returns `null` when there is no such file
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
