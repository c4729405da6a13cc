import { cp } from 'node:fs/promises';
import path from 'node:path';
import { fromRoot } from '../../scripts/lib/project.mjs';

/**
 * Copies what an editor is to open, so that tests may write into it.
 * @param source a folder or a `.code-workspace` file, relative to the top of the project; with the latter goes its folder
 * @param target a folder that does not exist yet
 * @returns what to open
 */
export async function copyWorkspace(source: string, target: string): Promise<string> {
  const from = fromRoot(source);
  if (!from.endsWith('.code-workspace')) {
    await cp(from, target, { recursive: true });
    return target;
  }
  await cp(path.dirname(from), target, { recursive: true });
  return path.join(target, path.basename(from));
}
