import { UNMERGED, type UnmergedScope } from '../files/git-state.ts';
import { isInside } from '../files/safe-path.ts';
import type { StackFinding } from './findings.ts';
import type { Stacks } from './stacks.ts';

/** Returns where unmerged files of stacks are: AGENTS.md, and the folders of the stacks. */
export function unmergedScope(stacks: Stacks): UnmergedScope {
  const { root, agentsFile, runtime } = stacks;
  const folders = [stacks.own(), ...stacks.all().stacks].map(({ store }) => store.directory);
  return { fs: runtime.fs, root, owns: (file) => file === agentsFile || folders.some((folder) => isInside(folder, file)) };
}

/** Returns a finding for each file that git holds as unmerged without conflict markers. */
export async function unmergedFindings(stacks: Stacks): Promise<StackFinding[]> {
  const { listUnmerged } = await import('../files/unmerged-files.ts');
  const found = await listUnmerged(unmergedScope(stacks));
  return found.map(({ file, severity, message, next }) => ({ file, severity, code: UNMERGED, message, next, line: 1 }));
}
