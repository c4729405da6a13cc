import path from 'node:path';
import { resolveLocalFolder } from '../../../crtx/local-folder.ts';
import { statOf } from '../../../files/file-content.ts';
import { listDirectory } from '../../../files/folder-entries.ts';
import { segmentNumber } from '../../../log/layout.ts';
import type { FileSystem } from '../../../platform/file-system.ts';

/**
 * Returns a text that changes when the log of a swarm grows, is swept or is started anew; empty without a log.
 * @param root the folder that has `.cortex/`
 * @throws CortexError if the log cannot be read
 */
export function logMark(fs: FileSystem, root: string): string {
  const directory = resolveLocalFolder(fs, root, 'swarm');
  const segments = listDirectory(fs, directory).filter((name) => segmentNumber(name) !== null);
  return segments
    .toSorted()
    .map((name) => `${name}:${statOf(fs, path.join(directory, name))?.size ?? ''}`)
    .join(' ');
}
