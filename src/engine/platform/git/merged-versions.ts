import path from 'node:path';
import type { MergedVersions } from '../../text/conflicts/certain-sides.ts';
import { CortexError } from '../errors.ts';
import { listGitConflicts, readSides } from './conflict-stages.ts';

/**
 * Returns the versions of a text file that git is merging; `null` without a merge of it in progress, or without git.
 * @param file absolute
 */
export async function mergedVersions(file: string): Promise<MergedVersions | null> {
  const [folder, name] = [path.dirname(file), path.basename(file)];
  try {
    const objects = (await listGitConflicts(folder, name)).get(name);
    if (objects === undefined) return null;
    const { base, ours, theirs } = await readSides(folder, name, objects);
    const textOf = (bytes: Buffer | undefined) => bytes?.toString('utf8') ?? '';
    return { base: base === undefined ? null : textOf(base), ours: textOf(ours), theirs: textOf(theirs) };
  } catch (error) {
    // The text alone may be sufficient.
    if (error instanceof CortexError) return null;
    throw error;
  }
}
