import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { isBackupName } from './backup-files.ts';
import { FILE_NAMES } from './cortex-io.ts';
import { ARCHIVE_FOLDER } from './names.ts';
import type { CortexFileType } from './schema.ts';

/** The folder of reasoning traces, below `.cortex/`. */
export const REASONING = 'reasoning';
const TYPES: Readonly<Record<string, CortexFileType>> = {
  [FILE_NAMES.dna]: 'dna',
  [FILE_NAMES.timeline]: 'timeline',
  [FILE_NAMES.graph]: 'graph',
  [FILE_NAMES.swarm]: 'swarm',
};

/** Returns the names of `.crtx` files in a folder, sorted; none if the folder does not exist. */
export function listCortexFiles(fs: FileSystem, folder: string): string[] {
  try {
    return fs
      .readdirSync(folder)
      .filter((name) => name.endsWith('.crtx') || isBackupName(name))
      .sort();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    if (systemCode(error) === 'ENOTDIR') {
      throw new CortexError('broken-file', 'is not a folder', { file: folder, next: 'Move it away: a folder is expected here.' });
    }
    throw fileError(error, folder, 'list the folder', 'read');
  }
}

/** Returns the type that belongs in a file; `null` if the protocol has no such file (seed 1, "Directory Structure"). */
export function typeOfFileName(name: string): CortexFileType | null {
  if (name.startsWith(`${REASONING}/`)) return 'reasoning';
  if (name.startsWith(`${ARCHIVE_FOLDER}/`)) return 'timeline';
  return TYPES[name] ?? null;
}
