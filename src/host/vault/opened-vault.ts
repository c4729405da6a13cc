import type { Runtime } from '../../engine/platform/runtime.ts';
import { watchDirectory } from '../../engine/platform/watching.ts';
import { isNotePath, type VaultChanges, type VaultConfig, VaultStore, WordIndex } from '../../engine/vault/index.ts';

/** A vault that is shown: it follows its files by itself. */
export class OpenedVault {
  readonly kind = 'vault';
  readonly store: VaultStore;
  #words: WordIndex | null = null;

  private constructor(store: VaultStore, changed: () => void) {
    this.store = store;
    this.store.onChange((changes) => {
      this.#follow(changes);
      changed();
    });
  }

  /**
   * @param changed told of each change of the notes
   * @throws CortexError when the vault cannot be read; what `signal` is aborted with
   */
  static async open(runtime: Runtime, config: VaultConfig, changed: () => void, signal: AbortSignal): Promise<OpenedVault> {
    return new OpenedVault(await VaultStore.open(runtime, config, { watch: watchDirectory, signal }), changed);
  }

  /** @param path in the vault */
  isNote(path: string): boolean {
    return isNotePath(path);
  }

  /** For searching; made when it is first asked for. */
  get words(): WordIndex {
    if (this.#words === null) {
      this.#words = new WordIndex();
      for (const note of this.store.index.notes()) this.#words.set(note);
    }
    return this.#words;
  }

  #follow({ changed, removed }: VaultChanges): void {
    for (const path of removed) this.#words?.delete(path);
    for (const path of changed) {
      const note = this.store.index.get(path);
      if (note !== undefined) this.#words?.set(note);
    }
  }
}
