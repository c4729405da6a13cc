import os from 'node:os';
import * as vscode from 'vscode';
import type { FileProblem } from '../engine/platform/file-problem.ts';
import type { OpenProtocol, Protocol, ProtocolLocation } from '../engine/platform/protocol.ts';
import { watchDirectory } from '../engine/platform/watching.ts';
import type { FollowedLocation } from '../engine/workspace/followed-location.ts';
import { FollowedProtocol } from '../engine/workspace/followed-protocol.ts';
import { readTextSetting } from './commands/person.ts';
import type { ProjectSession } from './session.ts';

/** Loaded when a file is first edited, because most windows never need it. */
const unsaved = async () => (await import('./commands/unsaved-documents.ts')).unsavedTexts;

/**
 * A protocol in the editor. Opens it for the current folders and follows its files (docs/decisions/0047-protocol-registry.md). Its engine
 * is loaded when the protocol is first found, or requested by `use`.
 */
export class ProtocolSession<O extends OpenProtocol> implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when the opened roots or their content changed. */
  readonly onDidChange: vscode.Event<void> = this.#changed.event;
  readonly #followed: FollowedProtocol<O>;
  readonly #subscriptions: vscode.Disposable[];
  /** Resolves after the last requested update of the places. */
  #looking: Promise<void>;

  /** @param viewId view whose progress bar is shown while opening, if that may take long */
  constructor(
    readonly protocol: Protocol<O>,
    readonly session: ProjectSession,
    readonly log: vscode.LogOutputChannel,
    viewId?: string,
  ) {
    const failed = (error: unknown) => log.error(error instanceof Error ? error : String(error));
    const opening = <T>(open: () => Promise<T>) =>
      viewId === undefined ? open() : vscode.window.withProgress({ location: { viewId } }, open);
    this.#followed = new FollowedProtocol(protocol, { runtime: session.runtime, watch: watchDirectory, unsaved, opening, failed });
    this.#followed.onDidChange(() => this.#changed.fire());
    const look = () => void this.#look();
    this.#subscriptions = [
      this.#changed,
      this.#followed,
      vscode.workspace.onDidChangeWorkspaceFolders(look),
      vscode.workspace.onDidGrantWorkspaceTrust(look),
      session.onDidChange((changes) => changes.has('project') && protocol.places === 'shown folder' && look()),
      vscode.workspace.onDidChangeConfiguration((event) => this.#isOfSetting(event) && look()),
      // Where file changes may have been missed, files are read again when the window gets the focus.
      vscode.window.onDidChangeWindowState(({ focused }) => focused && void this.#followed.comeBack()),
    ];
    this.#looking = session.ready().then(() => this.#followed.show(this.#places()));
  }

  #isOfSetting(event: vscode.ConfigurationChangeEvent): boolean {
    const { setting } = this.protocol;
    return setting !== undefined && event.affectsConfiguration(`cortex.${setting}`);
  }

  #look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#followed.show(this.#places()));
    return this.#looking;
  }

  #places(): ProtocolLocation[] {
    const { places, setting } = this.protocol;
    const isTrusted = vscode.workspace.isTrusted;
    const said = { home: os.homedir(), named: setting === undefined ? '' : readTextSetting(setting), environment: process.env, isTrusted };
    if (places === 'each folder') return localFolders().map(({ uri }) => ({ ...said, folder: uri.fsPath }));
    return [{ ...said, folder: places === 'home' ? null : this.shownFolder }];
  }

  /** Folder of the shown project, absolute; `null` if no folder is open. */
  get shownFolder(): string | null {
    const { viewModel } = this.session;
    return viewModel.kind === 'no-folder' ? null : viewModel.folder;
  }

  /** Places where the protocol is searched, with what was found. */
  get places(): readonly FollowedLocation<O>[] {
    return this.#followed.places;
  }

  /** The places without duplicate roots. Several open folders may have the same root. */
  get roots(): readonly FollowedLocation<O>[] {
    return this.#followed.roots;
  }

  /** The opened roots, with the name of the folder where each was found. */
  get opened(): readonly { readonly name: string; readonly opened: O }[] {
    return this.roots.flatMap(({ opened, place }) => {
      const folder = localFolders().find(({ uri }) => uri.fsPath === place.folder);
      return opened === null ? [] : [{ name: folder?.name ?? this.protocol.title, opened }];
    });
  }

  /** Returns the problems in the files of all places. */
  problems(): readonly FileProblem[] {
    return this.#followed.problems();
  }

  /** Returns the label that distinguishes a root from others; `null` if it is the only one. */
  labelOf({ root }: Pick<OpenProtocol, 'root'>): string | null {
    const { opened } = this;
    return opened.length > 1 ? (opened.find((each) => each.opened.root === root)?.name ?? null) : null;
  }

  /** Whether there are open folders in which the protocol can be initialized. */
  get hasFolders(): boolean {
    return localFolders().length > 0;
  }

  /** Whether the protocol was found in any place or requested, so that its engine is loaded. */
  get isUsed(): boolean {
    return this.#followed.isUsed;
  }

  /** Loads the engine and opens the protocol, even if no files of it were found. Resolves when it is open. */
  async use(): Promise<void> {
    await this.#looking;
    await this.#followed.use();
  }

  /** Resolves when everything found so far is open. */
  ready(): Promise<void> {
    return this.#looking;
  }

  /** Searches again, and reads all files again. */
  async refresh(): Promise<void> {
    await this.#looking;
    await this.#followed.refresh();
  }

  /** Fires `onDidChange`, so that views are updated. */
  notify(): void {
    this.#changed.fire();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Closes all files. */
  async close(): Promise<void> {
    this.dispose();
    await this.#followed.close();
  }
}

function localFolders(): vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}
