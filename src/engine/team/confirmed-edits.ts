import { CortexError, describeError } from '../kernel/errors.ts';
import type { Runtime } from '../kernel/runtime.ts';
import type { TextEdits } from '../kernel/text-edits.ts';

/** A change of ours that an agent's own tool may take back, as it wrote the file that it had read before. */
export interface ClaimingEdit {
  /** Below the root, `/`-separated. */
  readonly path: string;
  /** The task that was changed, once it was: a later change of ours to it takes the place of this one. */
  task(): string;
  /** From the file's present text to its next one. @throws CortexError when it cannot be made any more */
  change(text: string): string;
  /** Whether a text shows that the change was made, whatever else happened since. */
  isMade(text: string): boolean;
  /** What is said when it is gone and the file is another one: "the claim of …". */
  readonly what: string;
}

/** Files that a person has open and has typed in, and not saved: what is changed in them is changed there (rulings, all protocols 2). */
export interface UnsavedTexts {
  /** What is typed; `null` for a file that is as it is saved. @param path below the root, `/`-separated */
  text(path: string): string | null;
  /** Changes what is typed; it stays to be saved. @throws CortexError when it cannot be changed, and whatever the change throws */
  edit(path: string, change: (text: string) => string): Promise<void>;
}

/** Where nobody has anything open. */
export const NOTHING_UNSAVED: UnsavedTexts = {
  text: () => null,
  edit: () => Promise.reject(new Error('nothing is open')),
};

/** Looked for again after this. Milliseconds. */
const CONFIRM_MS = 1_000;
const MOST_TRIES = 3;

/** Edits that are looked for again a second later (rulings, all protocols 2): gone and the text otherwise as before, they are made again. */
export class ConfirmedEdits {
  readonly #pending = new Set<Promise<void>>();
  readonly #problems: string[] = [];
  /** The newest change of each task that is not confirmed yet. */
  readonly #newest = new Map<string, ClaimingEdit>();

  constructor(
    private readonly runtime: Runtime,
    private readonly edits: TextEdits,
    private readonly read: (path: string) => string | null,
    private readonly unsaved: UnsavedTexts,
  ) {}

  /** What was taken back by others, and what else a person should look at. */
  get problems(): readonly string[] {
    return [...this.#problems, ...this.edits.problems];
  }

  /**
   * Makes a change; it is written when this resolves, and confirmed when `confirmed` does.
   * @returns what was written, which others may have written over by now @throws CortexError as `TextEdits.edit`, `not-found`
   */
  async edit(edit: ClaimingEdit): Promise<string> {
    const typed = this.unsaved.text(edit.path);
    if (typed !== null) {
      await this.unsaved.edit(edit.path, edit.change);
      return this.unsaved.text(edit.path) ?? this.read(edit.path) ?? typed;
    }
    const { before, after } = await this.#apply(edit);
    this.#newest.set(keyOf(edit), edit);
    const pending = this.#confirm(edit, before, 1).catch((error: unknown) => {
      this.#problems.push(describeError(error));
    });
    this.#pending.add(pending);
    void pending.finally(() => {
      this.#pending.delete(pending);
      if (this.#newest.get(keyOf(edit)) === edit) this.#newest.delete(keyOf(edit));
    });
    return after;
  }

  /** Resolves when every change was found again, or reported. */
  async confirmed(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  /** @returns the text that the change was applied to, and what became of it */
  async #apply({ path, change }: ClaimingEdit): Promise<{ before: string; after: string }> {
    let before = '';
    const { text: after } = await this.edits.edit(path, (text) => {
      if (text === null)
        throw new CortexError('not-found', 'the file is not there', { file: path, next: 'Look at the team directory again.' });
      before = text;
      return change(text);
    });
    return { before, after: after ?? before };
  }

  async #confirm(edit: ClaimingEdit, before: string, tries: number): Promise<void> {
    await this.runtime.sleep(CONFIRM_MS);
    if (this.#newest.get(keyOf(edit)) !== edit) return;
    const text = this.read(edit.path);
    if (text !== null && edit.isMade(text)) return;
    if (text !== before || tries >= MOST_TRIES) throw gone(edit);
    await this.#confirm(edit, (await this.#apply(edit)).before, tries + 1);
  }
}

const keyOf = (edit: ClaimingEdit): string => `${edit.path}\n${edit.task()}`;

function gone({ what, path, task }: ClaimingEdit): CortexError {
  const next = 'A program wrote the file that had read it before: look at it, and do it again if it is still right.';
  return new CortexError('not-found', `${what} (task ${JSON.stringify(task())}) is not there any more a second later`, {
    file: path,
    next,
  });
}
