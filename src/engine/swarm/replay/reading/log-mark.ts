import path from 'node:path';
import { localFolder } from '../../../crtx/local-folder.ts';
import { statOf } from '../../../files/file-content.ts';
import { listDirectory } from '../../../files/folder-entries.ts';
import { segmentNumber } from '../../../log/layout.ts';
import type { FileSystem } from '../../../platform/file-system.ts';

/**
 * A text that is another one when the log of a swarm has grown, or was swept or begun anew; empty where there is none.
 * @param root the folder that has `.cortex/`
 * @throws CortexError where it cannot be looked at
 */
export function logMark(fs: FileSystem, root: string): string {
  const directory = localFolder(fs, root, 'swarm');
  const segments = listDirectory(fs, directory).filter((name) => segmentNumber(name) !== null);
  return segments
    .toSorted()
    .map((name) => `${name}:${statOf(fs, path.join(directory, name))?.size ?? ''}`)
    .join(' ');
}
