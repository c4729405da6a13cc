import path from 'node:path';
import { CORTEX_FOLDER } from '../../crtx/index.ts';
import { statOf } from '../../files/file-content.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { listGitConflicts } from '../../platform/git/conflict-stages.ts';

/** An unmerged file of a stack, a vault or a team. */
export interface OtherConflict {
  /** Absolute. */
  readonly file: string;
  readonly protocol: 'stack' | 'vault' | 'team';
  /** The side that deleted the file, so that there are no two texts to keep. */
  readonly deletedBy: 'ours' | 'theirs' | null;
}

/** The unmerged files below a folder. */
export interface UnmergedFiles {
  readonly others: readonly OtherConflict[];
  /** The project folders with an unmerged file in their `.cortex`, absolute. */
  readonly projects: readonly string[];
}

const OF_CORTEX = new RegExp(`^(.*/)?\\${CORTEX_FOLDER}/`);
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
  if (OF_STACK.test(name)) return 'stack';
  if (!name.endsWith('.md')) return null;
  if (isInVault(fs, tree, name)) return 'vault';
  return OF_TEAM.test(name) ? 'team' : null;
}

/** Returns the unmerged files of all protocols below a folder. @throws CortexError `io` if git is not available */
export async function listUnmergedFiles(fs: FileSystem, tree: string): Promise<UnmergedFiles> {
  const others: OtherConflict[] = [];
  const projects = new Set<string>();
  for (const [name, { ours, theirs }] of await listGitConflicts(tree, '.')) {
    const ofCortex = OF_CORTEX.exec(name);
    const protocol = ofCortex === null ? protocolOf(fs, tree, name) : null;
    if (ofCortex !== null) projects.add(path.join(tree, ofCortex[1] ?? ''));
    const deletedBy = ours === undefined ? 'ours' : theirs === undefined ? 'theirs' : null;
    if (protocol !== null) others.push({ file: path.join(tree, name), protocol, deletedBy });
  }
  return { others, projects: [...projects] };
}
