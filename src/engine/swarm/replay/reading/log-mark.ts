import path from 'node:path';
import type { FileSystem } from '../../../kernel/file-system.ts';
import { listDirectory } from '../../../kernel/folder-entries.ts';
import { statOf } from '../../../kernel/log/file-content.ts';
import { segmentNumber } from '../../../kernel/log/layout.ts';
import { localFolder } from '../../local-folder.ts';

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
