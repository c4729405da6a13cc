import path from 'node:path';
import { typeOfFileName } from '../../crtx/cortex-files.ts';
import { CORTEX_FOLDER } from '../../crtx/root.ts';
import { isInside } from '../../files/safe-path.ts';
import { listUnmerged } from '../../files/unmerged-files.ts';
import { joinSentences } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { VerifiedFile } from '../schemas/project.ts';

/** Adds a finding for each file in `.cortex` that git holds as unmerged without conflict markers. A deleted file may not be in the list. */
async function inFolder(fs: FileSystem, root: string, nameOf: (file: string) => string): Promise<VerifiedFile[]> {
  const folder = path.join(root, CORTEX_FOLDER);
  const found = await listUnmerged({ fs, root, owns: (file) => isInside(folder, file) });
  return found.map(({ file, severity, message, next }) => ({
    file: nameOf(file),
    type: typeOfFileName(path.relative(folder, file).split(path.sep).join('/')),
    findings: [{ severity, message: joinSentences(message), line: null, column: null, next }],
  }));
}

/**
 * Returns the verified files with the findings about unmerged ones, of the project and of the copies in a linked worktree.
 * @param verified all other findings, by file
 */
export async function withUnmerged(
  fs: FileSystem,
  { root, tree }: { readonly root: string; readonly tree: string },
  verified: readonly VerifiedFile[],
): Promise<VerifiedFile[]> {
  const ofProject = await inFolder(fs, root, (file) => path.relative(root, file).split(path.sep).join('/'));
  const ofTree = tree === root ? [] : await inFolder(fs, tree, (file) => file);
  const left = new Map([...ofProject, ...ofTree].map((each) => [each.file, each]));
  const files = verified.map((each) => {
    const unmerged = left.get(each.file);
    left.delete(each.file);
    return unmerged === undefined ? each : { ...each, findings: [...each.findings, ...unmerged.findings] };
  });
  return [...files, ...left.values()];
}
