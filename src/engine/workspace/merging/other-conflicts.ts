import path from 'node:path';
import { CORTEX_FOLDER } from '../../crtx/index.ts';
import { statOf } from '../../files/file-content.ts';
import { isInside } from '../../files/safe-path.ts';
import { describeUnmerged, isUndecided, type UnmergedFile, unmergedText, withoutSide } from '../../files/unmerged-files.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { listUnmergedObjects } from '../../platform/git/conflict-stages.ts';
import { shellWord } from '../../text/shell-word.ts';
import { isVault as isVaultByContent, mayBeVault } from '../../vault/index.ts';

/** An unmerged file of a stack, a vault or a team. */
export interface OtherConflict {
  /** Absolute. */
  readonly file: string;
  readonly protocol: 'stack' | 'vault' | 'team';
}

/** An unmerged file that one side does not have. */
export interface UndecidedFile extends UnmergedFile {
  /** `null`: of `.cortex`. */
  readonly protocol: OtherConflict['protocol'] | null;
}

/** The unmerged files below a folder. */
export interface UnmergedFiles {
  readonly others: readonly OtherConflict[];
  /** Files that one side does not have, so that there are no two texts to keep. */
  readonly undecided: readonly UndecidedFile[];
  /** The folders of vaults whose generated files are unmerged, absolute. */
  readonly indexed: readonly string[];
  /** The project folders with an unmerged file in their `.cortex`, absolute. */
  readonly projects: readonly string[];
}

const OF_CORTEX = new RegExp(`^(.*/)?\\${CORTEX_FOLDER}/`);
const OF_STACK = /(?:^|\/)(?:\.cstack\/[^/]+\.md|AGENTS\.md)$/;
const OF_TEAM = /(?:^|\/)(?:agents|projects|templates)\/(?:[^/]+\/)?[^/]+\.md$/;
/** Files that `cortex vault index` writes. */
const OF_INDEX = /^(?:(.*)\/)?(?:index|layers)\/[^/]+\.json$/;
const VAULT_CONFIG = 'cortex.toml';
/** The setting of the folder of the vault, also between conflict markers. */
const PLACE_OF_VAULT = /^[ \t]*path[ \t]*=/m;

/** Reports whether a folder has the configuration of a vault that is this folder, and not another one. */
function isConfigured(fs: FileSystem, folder: string): boolean {
  const text = unmergedText({ fs, root: folder }, path.join(folder, VAULT_CONFIG));
  return text !== null && !PLACE_OF_VAULT.test(text);
}

function isInVault(fs: FileSystem, tree: string, name: string): boolean {
  const folders = name.split('/').slice(0, -1);
  const above = ['', ...folders.map((_, place) => folders.slice(0, place + 1).join('/'))];
  const isVault = (folder: string) =>
    statOf(fs, path.join(folder, '_moc')) !== null || isConfigured(fs, folder) || isVaultByContent(fs, folder) || mayBeVault(fs, folder);
  return folders.includes('vault') || above.some((folder) => isVault(path.join(tree, folder)));
}

/** Where a team and a vault are known to be, whatever their files look like. Absolute, with links resolved. */
export interface KnownRoot {
  readonly protocol: OtherConflict['protocol'];
  readonly root: string;
}

/** Returns the protocol of a file; `null` for a file of none. @param name in the worktree */
function protocolOf(fs: FileSystem, tree: string, name: string, known: readonly KnownRoot[]): OtherConflict['protocol'] | null {
  if (OF_STACK.test(name)) return 'stack';
  const isIn = (protocol: OtherConflict['protocol']) =>
    known.some((each) => each.protocol === protocol && isInside(each.root, path.join(tree, name)));
  if (path.posix.basename(name) === VAULT_CONFIG && isIn('vault')) return 'vault';
  if (!name.endsWith('.md')) return null;
  if (OF_TEAM.test(name) && isIn('team')) return 'team';
  if (isIn('vault')) return 'vault';
  if (isInVault(fs, tree, name)) return 'vault';
  return OF_TEAM.test(name) ? 'team' : null;
}

/** Returns the folders of the vaults of whose generated files some are among the given ones. @param names in the worktree */
function indexedVaults(fs: FileSystem, tree: string, names: readonly string[]): string[] {
  const found = names.flatMap((name) => {
    const match = OF_INDEX.exec(name);
    return match !== null && isInVault(fs, tree, name) ? [path.join(tree, match[1] ?? '')] : [];
  });
  return [...new Set(found)];
}

/** Says how the generated files of a vault are resolved: they have nothing that the notes do not have. */
export function indexAdvice(vault: string): { readonly message: string; readonly next: string; readonly command: string } {
  const files = ['index', 'layers'].map((name) => shellWord(path.join(vault, name))).join(' ');
  const command = `cortex vault index --vault ${shellWord(vault)}`;
  const next = `When its notes are settled, write it again: ${command}; then: git add -- ${files}`;
  return { message: 'its index has conflicts', next, command };
}

/**
 * Returns the unmerged files of all protocols below a folder.
 * @param known the team and the vault, if it is known where they are
 * @throws CortexError `io` if git is not available
 */
export async function listUnmergedFiles(fs: FileSystem, tree: string, known: readonly KnownRoot[]): Promise<UnmergedFiles> {
  const others: OtherConflict[] = [];
  const undecided: UndecidedFile[] = [];
  const projects = new Set<string>();
  const unmerged = await listUnmergedObjects(tree, '.');
  for (const [name, objects] of unmerged) {
    const file = path.join(tree, name);
    const ofCortex = OF_CORTEX.exec(name);
    const protocol = ofCortex === null ? protocolOf(fs, tree, withoutSide(name), known) : null;
    const isGone = objects.ours === undefined && objects.theirs === undefined;
    if (ofCortex !== null && !isGone) projects.add(path.resolve(tree, ofCortex[1] ?? ''));
    else if (protocol === null && ofCortex === null) continue;
    else if (isUndecided({ fs, root: tree }, file, objects))
      undecided.push({ ...describeUnmerged(file, objects, statOf(fs, file) !== null), protocol });
    else if (protocol !== null) others.push({ file, protocol });
  }
  return { others, undecided, indexed: indexedVaults(fs, tree, [...unmerged.keys()]), projects: [...projects] };
}
