import { CortexError, describeError } from '../../kernel/errors.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import { diffLines } from '../diff.ts';
import { readNoteBytes } from '../note-file.ts';
import type { OpenVault } from './open-vault.ts';

/** A change of a text: what it becomes, which may be the same. */
export type Change = (text: string) => string;

/** What a change does to a file. */
export interface ChangedText {
  readonly path: string;
  /** In the unified form, without the file's head. */
  readonly diff: string;
}

/** The text of a file of the vault; `null` when it is not there. @throws CortexError for what is no text */
export function textOf({ runtime, config }: OpenVault, path: string): string | null {
  const content = readNoteBytes(runtime, config.root, path);
  return content === null ? null : decodeUtf8(content.bytes, path);
}

/**
 * Changes a file of the vault, or only says what that would do.
 * @param write whether it is done; `change` may be applied several times then, to what others have written meanwhile
 * @returns `null` when nothing changes @throws CortexError
 */
export async function changeText(vault: OpenVault, path: string, write: boolean, change: Change): Promise<ChangedText | null> {
  const before = textOf(vault, path);
  const after = before === null ? null : change(before);
  if (before === null || after === null || before === after) return null;
  if (write) await vault.store.edits.edit(path, (text) => (text === null ? null : change(text)));
  return { path, diff: diffLines(before, after) };
}

/** As `changeText`, for one of many files: what cannot be read or written is left as it is, and is a warning. */
export async function changeOrWarn(
  vault: OpenVault,
  { path, write, warnings }: { path: string; write: boolean; warnings: string[] },
  change: Change,
): Promise<ChangedText | null> {
  try {
    return await changeText(vault, path, write, change);
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    warnings.push(describeError(error));
    return null;
  }
}
