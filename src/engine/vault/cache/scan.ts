import path from 'node:path';
import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { compareCodePoints } from '../../text/code-point-order.ts';
import { shellWord } from '../../text/shell-word.ts';
import type { FileIdentity } from '../notes/note.ts';
import { runAtOnce } from '../slices.ts';
import { type VaultProblem, VaultTree } from './vault-tree.ts';

/** File of a note. */
export interface FoundFile {
  /** As in `Note`. */
  readonly path: string;
  readonly identity: FileIdentity;
}

/**
 * Checks that the vault's folder exists.
 * @param isGuess the folder was not named by the caller, so the working directory itself may be the vault
 * @throws CortexError `not-found` if the vault's folder does not exist, `broken-file` if it is not a folder
 */
export function requireVault(runtime: Pick<Runtime, 'fs'>, root: string, isGuess = false): void {
  const isAtHome = root.split(path.sep).includes('~');
  const here = isGuess ? 'Add --vault . if your notes are in this folder. Else set' : 'Set';
  const next = isAtHome
    ? 'Use an absolute path: only a shell expands "~".'
    : `${here} an existing folder with --vault, CORTEX_VAULT or [vault] path in cortex.toml`;
  let isFolder: boolean;
  try {
    isFolder = runtime.fs.statSync(root, { bigint: true }).isDirectory();
  } catch (error) {
    const made = isAtHome ? next : `${next}, or create it: mkdir -p ${shellWord(root)}`;
    throw new CortexError('not-found', 'the vault does not exist', { file: root, next: made }, { cause: error });
  }
  if (!isFolder) throw new CortexError('broken-file', 'the vault is not a folder', { file: root, next: isAtHome ? next : `${next}.` });
}

/**
 * Finds the files of all notes (RULINGS, vault 3), in code point order of path. Files and folders that cannot be read are returned as
 * problems.
 * @param root absolute
 * @throws CortexError if the folder does not exist
 */
export function scanVault(
  runtime: Pick<Runtime, 'fs'>,
  root: string,
): { readonly files: readonly FoundFile[]; readonly problems: readonly VaultProblem[] } {
  requireVault(runtime, root);
  const tree = new VaultTree(runtime.fs, root);
  const found = runAtOnce(tree.scan()).map((file) => ({ path: file, identity: tree.identityOf(file) }));
  const files = found.filter((file): file is FoundFile => file.identity !== null);
  return { files: files.sort((one, other) => compareCodePoints(one.path, other.path)), problems: tree.problems };
}
