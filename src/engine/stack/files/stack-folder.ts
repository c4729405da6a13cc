import path from 'node:path';
import { syncNames } from '../../files/atomic-file.ts';
import { CortexError, fileError, systemCode } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';

/** Returns the error for a file in the place of a folder. */
export function fileInPlaceError(file: string): CortexError {
  const next = `Move the file ${file} away, or correct the path.`;
  return new CortexError('broken-file', 'a file is in the place of a stack folder', { file, next });
}

/** Creates a folder and its missing parents, synced so that they survive power loss. @returns its real path @throws CortexError */
export async function makeStackFolder({ fs }: Pick<Runtime, 'fs'>, folder: string): Promise<string> {
  try {
    const made = fs.mkdirSync(folder, { recursive: true });
    for (let inner = folder; made !== undefined && inner.length >= made.length; inner = path.dirname(inner)) {
      await syncNames(fs, path.dirname(inner), inner);
    }
    return fs.realpathSync(folder);
  } catch (error) {
    if (systemCode(error) === 'EEXIST') throw fileInPlaceError(folder);
    throw fileError(error, folder, 'create the folder');
  }
}
