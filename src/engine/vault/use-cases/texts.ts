import { CortexError, describeError } from '../../platform/errors.ts';
import { diffLines } from '../../text/diff.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import { inItsLineEnds } from '../line-ends.ts';
import { readFoundBytes, readNoteBytes } from '../notes/note-file.ts';
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
export function textOf({ runtime, config, store }: OpenVault, path: string): string | null {
  const known = store.index.get(path);
  const content = known === undefined ? readNoteBytes(runtime, config.root, path) : readFoundBytes(runtime, config.root, path, known.file);
  return content === null ? null : decodeUtf8(content.bytes, path);
}

/** The text of a note without its header, to compare it with others: one that cannot be read is like no other. */
export function bodyOrNothing({ store }: OpenVault, path: string): string {
  try {
    return store.body(path);
  } catch {
    return '';
  }
}

/** What a change would do to a file. @returns `null` when nothing changes @throws CortexError that names the file */
export function planned(vault: OpenVault, path: string, change: Change): ChangedText | null {
  const before = textOf(vault, path);
  const after = before === null ? null : naming(path, change)(before);
  return before === null || after === null || before === after ? null : { path, diff: diffLines(before, after) };
}

/** A change that says which file it was that it could not be done to. */
function naming(path: string, change: Change): Change {
  return (text) => {
    try {
      return inItsLineEnds(text, change);
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      throw new CortexError(error.code, error.message, { file: path, ...error.data }, { cause: error });
    }
  };
}

/**
 * Changes a file of the vault.
 * @param change applied to what stands in the file by then, several times if others write meanwhile
 * @returns what was done, `null` for nothing @throws CortexError
 */
export async function changeText({ store }: OpenVault, path: string, change: Change): Promise<ChangedText | null> {
  let [before, after] = ['', ''];
  const { changed } = await store.edits.edit(path, (text) => {
    if (text === null) return null;
    before = text;
    after = naming(path, change)(text);
    return after;
  });
  return changed ? { path, diff: diffLines(before, after) } : null;
}

/** Changes many files of a vault, one after the other: what cannot be read or written is left as it is, and is a warning. */
export class Rewriting {
  readonly warnings: string[] = [];
  #isDone = true;

  constructor(
    private readonly vault: OpenVault,
    /** Whether it is done; else it is only said what it would do. */
    private readonly write: boolean,
  ) {}

  /** Whether nothing that was to be changed stayed as it was. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** @param change as for `changeText` @returns `null` when nothing changes, or it could not be done */
  async change(path: string, change: Change): Promise<ChangedText | null> {
    const plan = await this.#orWarn(() => planned(this.vault, path, change));
    if (plan === null || !this.write) return plan;
    return this.#orWarn(
      () => changeText(this.vault, path, change),
      () => {
        this.#isDone = false;
      },
    );
  }

  async #orWarn<T>(work: () => T | Promise<T>, failed = () => {}): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      this.warnings.push(describeError(error));
      failed();
      return null;
    }
  }
}
