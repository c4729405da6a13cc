import { CortexError, describeError } from '../../platform/errors.ts';
import { diffLines } from '../../text/diff.ts';
import { type Change, type ChangedText, planChange, withFileName } from '../notes/planned-change.ts';
import type { OpenVault } from './open-vault.ts';

/** Returns the text of a note without its header, for comparisons. An unreadable note is empty, so that it resembles no other. */
export function readBodyOrEmpty({ store }: OpenVault, path: string): string {
  try {
    return store.body(path);
  } catch {
    return '';
  }
}

/**
 * Changes a file of the vault.
 * @param change applied to the file's current text, several times if other programs write to it
 * @returns the change, `null` if nothing changed
 * @throws CortexError
 */
export async function changeText({ store }: OpenVault, path: string, change: Change): Promise<ChangedText | null> {
  let [before, after] = ['', ''];
  const { changed } = await store.edits.edit(path, (text) => {
    if (text === null) return null;
    before = text;
    after = withFileName(path, change)(text);
    return after;
  });
  return changed ? { path, diff: diffLines(before, after) } : null;
}

/** Planned change, or the reason why it cannot be determined. */
export interface Planned {
  readonly changed: ChangedText | null;
  readonly warning: string | null;
}

/** Changes many files in sequence. Files that cannot be read or written are skipped with a warning. */
export class Rewriting {
  readonly warnings: string[] = [];
  #isDone = true;

  constructor(
    private readonly vault: OpenVault,
    /** Whether changes are written; otherwise this is a dry run. */
    private readonly write: boolean,
  ) {}

  /** Whether all requested writes succeeded. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** Changes a file. @param change as for `changeText` @returns `null` if nothing changed or the change failed */
  async change(path: string, change: Change): Promise<ChangedText | null> {
    const plan = await this.#orWarn(() => planChange(this.vault, path, change));
    return plan === null || !this.write ? plan : this.#apply(path, change);
  }

  /** Like `change`, with a known plan. Records the plan's warning. */
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
