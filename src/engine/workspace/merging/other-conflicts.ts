import path from 'node:path';
import { statOf } from '../../files/file-content.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { listGitConflicts } from '../../platform/git/conflict-stages.ts';

/** An unmerged file outside of `.cortex`. */
export interface OtherConflict {
  /** Absolute. */
  readonly file: string;
  readonly protocol: 'stack' | 'vault' | 'team';
}

const OF_CORTEX = /(?:^|\/)\.cortex\//;
const OF_STACK = /(?:^|\/)(?:\.cstack\/[^/]+\.md|AGENTS\.md)$/;
const OF_TEAM = /(?:^|\/)(?:agents|projects|templates)\/(?:[^/]+\/)?[^/]+\.md$/;
/** Entries of a folder that make it a vault. */
const OF_VAULT = ['atoms', '_moc', 'cortex.toml'];

function isInVault(fs: FileSystem, tree: string, name: string): boolean {
  const folders = name.split('/').slice(0, -1);
  const above = ['', ...folders.map((_, place) => folders.slice(0, place + 1).join('/'))];
  return folders.includes('vault') || above.some((folder) => OF_VAULT.some((entry) => statOf(fs, path.join(tree, folder, entry)) !== null));
}

/** Returns the protocol of a file; `null` for a file of none. @param name in the worktree */
function protocolOf(fs: FileSystem, tree: string, name: string): OtherConflict['protocol'] | null {
  if (OF_CORTEX.test(name)) return null;
  if (OF_STACK.test(name)) return 'stack';
  if (!name.endsWith('.md')) return null;
  if (isInVault(fs, tree, name)) return 'vault';
  return OF_TEAM.test(name) ? 'team' : null;
}

/** Returns the unmerged files of stacks, vaults and teams below a folder. @throws CortexError `io` if git is not available */
export async function otherConflicts(fs: FileSystem, tree: string): Promise<OtherConflict[]> {
  const names = [...(await listGitConflicts(tree, '.')).keys()];
  return names.flatMap((name) => {
    const protocol = protocolOf(fs, tree, name);
    return protocol === null ? [] : [{ file: path.join(tree, name), protocol }];
  });
}
