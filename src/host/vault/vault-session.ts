import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { isInside } from '../../engine/files/safe-path.ts';
import { mayBeThere } from '../../engine/files/signs.ts';
import { CortexError, describeError } from '../../engine/platform/errors.ts';
import type { VaultConfig, VaultStore, WordIndex } from '../../engine/vault/index.ts';
import type { ProjectSession } from '../session.ts';
import { textSetting } from '../text-setting.ts';
import type { OpenedVault } from './opened-vault.ts';

/** What is there of a vault. */
export type VaultState =
  | { readonly kind: 'none' }
  | { readonly kind: 'broken'; readonly error: CortexError }
  | { readonly kind: 'vault'; readonly store: VaultStore; readonly words: WordIndex };

const NONE: VaultState = { kind: 'none' };

/** By what a folder is a vault, or says where one is. */
const SIGNS = ['cortex.toml', 'vault', 'vault/cortex.toml', 'atoms', '_moc', 'index/manifest.json'];
const NOT_WATCHED = vscode.Disposable.from();

/** The memory vault of the folder whose project is shown, or the one that the setting `cortex.vault.path` names. */
export class VaultSession implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  /** Tells that `state`, or the notes in it, are different. */
  readonly onDidChange = this.#changed.event;
  #state: VaultState = NONE;
  #opened: OpenedVault | null = null;
  #folder: string | null = null;
  #signs: vscode.Disposable = NOT_WATCHED;
  /** Ends with the last look that was asked for. */
  #looking: Promise<void>;
  readonly #closing = new AbortController();
  readonly #subscriptions: vscode.Disposable[];

  constructor(
    readonly session: ProjectSession,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#looking = session.ready();
    const look = () => void this.#look();
    this.#subscriptions = [
      this.#changed,
      session.onDidChange((changes) => changes.has('project') && look()),
      vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('cortex.vault') && look()),
      // Where changes cannot be noticed, they are seen at the latest when a person comes back.
      vscode.window.onDidChangeWindowState(({ focused }) => focused && void this.#comeBack()),
    ];
    look();
  }

  get state(): VaultState {
    return this.#state;
  }

  /** The folder that the vault was looked for in, absolute; `null` where none is open. */
  get folder(): string | null {
    return this.#folder;
  }

  /** The path in the vault of a file that is a note, or would be one. */
  pathOf(uri: vscode.Uri): string | null {
    const root = this.#opened?.store.config.root;
    if (root === undefined || uri.scheme !== 'file' || !isInside(root, uri.fsPath)) return null;
    const file = path.relative(root, uri.fsPath).split(path.sep).join('/');
    return this.#opened?.isNote(file) ? file : null;
  }

  /** Where a note is. @throws Error when there is no vault, which is a defect of ours */
  uriOf(note: string): vscode.Uri {
    if (this.#opened === null) throw new Error('there is no vault');
    return vscode.Uri.file(path.join(this.#opened.store.config.root, note));
  }

  /** Resolves when the vault is open that there is now. */
  ready(): Promise<void> {
    return this.#looking;
  }

  /** Looks for the vault again, and at all files of it. */
  async refresh(): Promise<void> {
    await this.#look();
    await this.#opened?.store.refresh();
  }

  /** A vault that is wholly watched is as its files are. */
  #comeBack(): Promise<void> {
    return this.#opened?.store.problems.length === 0 ? this.#look() : this.refresh();
  }

  #fail(error: unknown): void {
    this.log.error(error instanceof Error ? error : String(error));
  }

  #look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#show()).catch((error: unknown) => this.#fail(error));
    return this.#looking;
  }

  async #show(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const { picture } = this.session;
    const folder = picture.kind === 'no-folder' ? null : picture.folder;
    if (folder !== this.#folder) this.#watchSigns(folder);
    this.#folder = folder;
    try {
      const config = await this.#find(folder);
      if (config === null) await this.#put(NONE, null);
      else if (!isDeepStrictEqual(config, this.#opened?.store.config)) await this.#put(NONE, await this.#open(config));
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      if (!(error instanceof CortexError)) throw error;
      this.log.info(`vault: ${describeError(error)}`);
      await this.#put({ kind: 'broken', error }, null);
    }
  }

  /** @returns `null` where there is no vault @throws CortexError for one that is named, and cannot be used */
  async #find(folder: string | null): Promise<VaultConfig | null> {
    const { runtime } = this.session;
    const named = textSetting('vault.path');
    const isSaid = named !== '' || process.env.CORTEX_VAULT !== undefined;
    const isSeen = folder !== null && SIGNS.some((sign) => mayBeThere(runtime.fs, path.join(folder, sign)));
    if (!isSaid && !isSeen) return null;
    // The engine of the vault is loaded only for whoever may have one.
    const { whichVault } = await import('./which-vault.ts');
    return whichVault(runtime, { folder, named, isTrusted: vscode.workspace.isTrusted, environment: process.env });
  }

  /** The bar of the view says that it goes on; what was shown stays until then. */
  #open(config: VaultConfig): Thenable<OpenedVault> {
    const changed = () => {
      const store = this.#opened?.store;
      if (vscode.workspace.isTrusted && store?.config.isOutside === false) store.edits.lookLater();
      this.#changed.fire();
    };
    return vscode.window.withProgress({ location: { viewId: 'cortex.memory' } }, async () => {
      const { OpenedVault: Opened } = await import('./opened-vault.ts');
      return Opened.open(this.session.runtime, config, changed, this.#closing.signal);
    });
  }

  async #put(without: VaultState, opened: OpenedVault | null): Promise<void> {
    if (without === this.#state && opened === null) return;
    const before = this.#opened;
    this.#opened = opened;
    this.#state = opened ?? without;
    this.#changed.fire();
    await before?.store.close();
  }

  /** A vault may be made, or be configured otherwise, at any time. */
  #watchSigns(folder: string | null): void {
    this.#signs.dispose();
    this.#signs = NOT_WATCHED;
    if (folder === null) return;
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(folder), `{${SIGNS.join(',')}}`));
    const look = () => void this.#look();
    this.#signs = vscode.Disposable.from(watcher, watcher.onDidCreate(look), watcher.onDidChange(look), watcher.onDidDelete(look));
  }

  dispose(): void {
    this.#signs.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Lets go of all files. */
  async close(): Promise<void> {
    this.dispose();
    this.#closing.abort();
    await this.#looking;
    await this.#opened?.store.close();
  }
}
