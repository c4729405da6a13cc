import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { diffLines } from '../../text/diff.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { keepLineEnds } from '../line-ends.ts';
import { readFoundBytes, readNoteBytes } from './note-file.ts';

/** Returns the changed text, which may be equal. */
export type Change = (text: string) => string;

/** Effect of a change on a file. */
export interface ChangedText {
  readonly path: string;
  /** Unified diff without the file header. */
  readonly diff: string;
}

/** Source of a vault's files: an `OpenVault`, or the subset of it that another thread has. */
export interface TextSource {
  readonly runtime: Pick<Runtime, 'fs'>;
  readonly config: { readonly root: string };
  readonly store: { readonly index: VaultIndex };
}

/** Returns the text of a file of the vault; `null` if it does not exist. @throws CortexError if it is not text */
export function readVaultText({ runtime, config, store }: TextSource, path: string): string | null {
  const known = store.index.knownAt(path);
  const content = known === undefined ? readNoteBytes(runtime, config.root, path) : readFoundBytes(runtime, config.root, path, known.file);
  return content === null ? null : decodeUtf8(content.bytes, path);
}

/** Returns what a change would do to a file. @returns `null` if nothing changes @throws CortexError that names the file */
export function planChange(vault: TextSource, path: string, change: Change): ChangedText | null {
  const before = readVaultText(vault, path);
  const after = before === null ? null : withFileName(path, change)(before);
  return before === null || after === null || before === after ? null : { path, diff: diffLines(before, after) };
}

/** Wraps a change so that its errors name the file. */
export function withFileName(path: string, change: Change): Change {
  return (text) => {
    try {
      return keepLineEnds(text, change);
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      throw new CortexError(error.code, error.message, { file: path, ...error.data }, { cause: error });
    }
  };
}
