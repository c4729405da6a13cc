import path from 'node:path';
import { FollowedUnmerged } from '../../files/followed-unmerged.ts';
import { conflictCopyNeeds } from '../../files/second-look/conflict-copies.ts';
import { type FileProblem, toProblem, toWarning } from '../../platform/file-problem.ts';
import { type Need, needForError } from '../../platform/need.ts';
import { problemNeeds, withErrorNeeds } from '../../platform/problem-needs.ts';
import type { ChangeResult, OpenOptions, OpenProtocol } from '../../platform/protocol.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { TrackedItem } from '../../platform/tracked-item.ts';
import type { Disposable } from '../../platform/watching.ts';
import { brokenNotes, type VaultSituation } from '../broken-notes.ts';
import type { VaultConfig } from '../config/config.ts';
import { errorProblems, listNoteFolders } from '../doctor.ts';
import { isNotePath } from '../notes/note-paths.ts';
import { WordIndex } from '../search/word-index.ts';
import { type VaultChanges, VaultStore } from '../store.ts';
import { unmergedScope } from '../unmerged.ts';

/** Open vault whose store follows changes of the files. */
export class OpenedVault implements OpenProtocol {
  readonly #listeners = new Set<() => void>();
  /** Whether notes changed since the last `readChanges`. */
  #isChanged = false;
  #words: WordIndex | null = null;

  readonly #unmerged: FollowedUnmerged;

  private constructor(
    readonly store: VaultStore,
    { watch }: OpenOptions,
  ) {
    const { config, runtime } = store;
    this.#unmerged = new FollowedUnmerged(unmergedScope(runtime.fs, config.root), watch, () => this.#notify());
    store.onChange((changes) => {
      this.#follow(changes);
      this.#notify();
    });
  }

  #notify(): void {
    this.#isChanged = true;
    for (const listener of [...this.#listeners]) listener();
  }

  /** Opens the vault. @throws CortexError if the vault cannot be read; the reason of `signal` if it is aborted */
  static async open(runtime: Runtime, config: VaultConfig, options: OpenOptions): Promise<OpenedVault> {
    const { watch, signal } = options;
    const store = await VaultStore.open(runtime, config, { ...(watch !== null && { watch }), ...(signal && { signal }) });
    return new OpenedVault(store, options);
  }

  get root(): string {
    return this.store.config.root;
  }

  get isThere(): boolean {
    return this.store.config.broken.length === 0;
  }

  get mayMissChanges(): boolean {
    return this.store.problems.length > 0;
  }

  get #situation(): VaultSituation {
    const { config, index, problems } = this.store;
    return { root: config.root, index, problems, mapConflicts: this.store.mapConflicts(), timeZone: config.timeZone };
  }

  problems(): readonly FileProblem[] {
    const { config, problems } = this.store;
    const ofNotes = brokenNotes(this.#situation).map(({ note, line, why, command }): FileProblem => {
      const file = path.join(config.root, note);
      return { severity: 'error', message: `${file}:${line}:1: ${why}`, summary: why, file, line, column: 1, command };
    });
    return [
      ...[...config.broken, ...problems.map(({ error }) => error)].map(toProblem),
      ...ofNotes,
      ...this.#unmerged.problems,
      ...config.problems.map(toWarning),
    ];
  }

  async needs(): Promise<readonly Need[]> {
    const [{ vaultNeeds }, { findMarkerProblems }, { HeaderLines }] = await Promise.all([
      import('../needs.ts'),
      import('../use-cases/marker-findings.ts'),
      import('../use-cases/header-lines.ts'),
    ]);
    const { config, index, runtime } = this.store;
    const lines = new HeaderLines({ runtime, config, store: this.store });
    const broken = config.broken.map((error) => needForError(error, 'cortex.toml'));
    const kept = conflictCopyNeeds(runtime.fs, listNoteFolders(config.root, index));
    const waiting = withErrorNeeds(
      config.root,
      [...broken, ...kept, ...vaultNeeds(this.#situation)],
      errorProblems(this.store, findMarkerProblems({ runtime, config, store: this.store }), (finding) => lines.placed(finding)),
    );
    return [...waiting, ...problemNeeds(await this.#unmerged.read())];
  }

  async items(): Promise<readonly TrackedItem[]> {
    return (await import('./vault-items.ts')).listVaultItems(this.store);
  }

  onDidChange(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  async readChanges(): Promise<ChangeResult> {
    await this.#unmerged.read();
    const result = this.#isChanged ? 'changed' : 'same';
    this.#isChanged = false;
    return result;
  }

  async refresh(): Promise<void> {
    await this.store.refresh();
  }

  lookLater(): void {
    if (this.isThere && !this.store.config.isOutside) this.store.edits.lookLater();
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#unmerged.dispose();
    await this.store.close();
  }

  /** Reports whether a path would be a note. @param path relative to the vault's root */
  isNote(path: string): boolean {
    return isNotePath(path);
  }

  /** Word index for searches, built on first use. */
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
