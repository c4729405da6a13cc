import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { diffLines } from '../../text/diff.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { inItsLineEnds } from '../line-ends.ts';
import { readFoundBytes, readNoteBytes } from './note-file.ts';

/** A change of a text: what it becomes, which may be the same. */
export type Change = (text: string) => string;

/** What a change does to a file. */
export interface ChangedText {
  readonly path: string;
  /** In the unified form, without the file's head. */
  readonly diff: string;
}

/** Whose files are read: an `OpenVault`, or as much of one as another thread has. */
export interface TextSource {
  readonly runtime: Pick<Runtime, 'fs'>;
  readonly config: { readonly root: string };
  readonly store: { readonly index: VaultIndex };
}

/** The text of a file of the vault; `null` when it is not there. @throws CortexError for what is no text */
export function textOf({ runtime, config, store }: TextSource, path: string): string | null {
  const known = store.index.get(path);
  const content = known === undefined ? readNoteBytes(runtime, config.root, path) : readFoundBytes(runtime, config.root, path, known.file);
  return content === null ? null : decodeUtf8(content.bytes, path);
}

/** What a change would do to a file. @returns `null` when nothing changes @throws CortexError that names the file */
export function planned(vault: TextSource, path: string, change: Change): ChangedText | null {
  const before = textOf(vault, path);
  const after = before === null ? null : naming(path, change)(before);
  return before === null || after === null || before === after ? null : { path, diff: diffLines(before, after) };
}

/** A change that says which file it was that it could not be done to. */
export function naming(path: string, change: Change): Change {
  return (text) => {
    try {
      return inItsLineEnds(text, change);
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      throw new CortexError(error.code, error.message, { file: path, ...error.data }, { cause: error });
    }
  };
}
