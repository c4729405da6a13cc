import path from 'node:path';
import { CORTEX_FOLDER } from '../../crtx/root.ts';
import { statOf } from '../../files/file-content.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { listGitConflicts } from '../../platform/git/conflict-stages.ts';
import { FEW } from '../../swarm/refusal.ts';
import { shellWord } from '../../text/shell-word.ts';

const OF_STACK = /(?:^|\/)(?:\.cstack\/[^/]+\.md|AGENTS\.md)$/;
const OF_TEAM = /(?:^|\/)(?:agents|projects|templates)\/(?:[^/]+\/)?[^/]+\.md$/;
/** Entries of a folder that make it a vault. */
const OF_VAULT = ['atoms', '_moc', 'cortex.toml'];

function isInVault(fs: FileSystem, tree: string, name: string): boolean {
  const folders = name.split('/').slice(0, -1);
  const above = ['', ...folders.map((_, place) => folders.slice(0, place + 1).join('/'))];
  return folders.includes('vault') || above.some((folder) => OF_VAULT.some((entry) => statOf(fs, path.join(tree, folder, entry)) !== null));
}

/** Returns the command that settles a file of another protocol; `null` for a file of none. @param name in the worktree */
function commandFor(fs: FileSystem, tree: string, name: string): string | null {
  if (OF_STACK.test(name)) return 'cstack settle';
  if (!name.endsWith('.md')) return null;
  if (isInVault(fs, tree, name)) return 'cortex vault settle';
  return OF_TEAM.test(name) ? 'cortex team settle' : null;
}

/** Names the unmerged files of the other protocols, each with the command that settles it. */
export async function otherConflicts(fs: FileSystem, tree: string): Promise<string[]> {
  const names = [...(await listGitConflicts(tree, '.')).keys()].filter((name) => !name.startsWith(`${CORTEX_FOLDER}/`));
  const found = names.flatMap((name) => {
    const command = commandFor(fs, tree, name);
    return command === null ? [] : `${name} has a merge conflict, too: ${command} ${shellWord(path.join(tree, name))}`;
  });
  const more = found.length - FEW;
  return more > 0 ? [...found.slice(0, FEW), `${more} more files have a merge conflict; see: cortex doctor`] : found;
}
