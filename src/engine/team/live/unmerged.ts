import path from 'node:path';
import { UNMERGED, type UnmergedScope } from '../../files/git-state.ts';
import { joinSentences } from '../../platform/errors.ts';
import { teamFile } from '../team-files.ts';
import type { TeamProblem, TeamStore } from '../team-store.ts';

const nameIn = (root: string, file: string): string => path.relative(root, file).split(path.sep).join('/');

/** Returns where unmerged files of a team are. */
export function unmergedScope({ root, runtime }: TeamStore): UnmergedScope {
  return { fs: runtime.fs, root, owns: (file) => teamFile(nameIn(root, file)) !== null };
}

/** Returns a problem for each file that git holds as unmerged without conflict markers. */
export async function unmergedNotes(store: TeamStore): Promise<TeamProblem[]> {
  const { listUnmerged } = await import('../../files/unmerged-files.ts');
  const found = await listUnmerged(unmergedScope(store));
  return found.map(({ file, severity, message, next }) => {
    return { path: nameIn(store.root, file), line: 1, severity, code: UNMERGED, message: joinSentences(message, next) };
  });
}
