import { CortexError, describeError } from '../../platform/errors.ts';
import { diffLines } from '../../text/diff.ts';
import { type Change, type ChangedText, naming, planned } from '../notes/planned-change.ts';
import type { OpenVault } from './open-vault.ts';

/** The text of a note without its header, to compare it with others: one that cannot be read is like no other. */
export function bodyOrNothing({ store }: OpenVault, path: string): string {
  try {
    return store.body(path);
  } catch {
    return '';
  }
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

/** What a change would do, or why nobody can tell. */
export interface Planned {
  readonly changed: ChangedText | null;
  readonly warning: string | null;
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
    return plan === null || !this.write ? plan : this.#apply(path, change);
  }

  /** As `change`, of which it is known what it would do. @param plan its warning says why it cannot be told */
  async carryOut({ changed, warning }: Planned, change: Change): Promise<ChangedText | null> {
    if (warning !== null) this.warnings.push(warning);
    return changed === null || !this.write ? changed : this.#apply(changed.path, change);
  }

  #apply(path: string, change: Change): Promise<ChangedText | null> {
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
