import os from 'node:os';
import * as vscode from 'vscode';
import type { FileProblem } from '../engine/platform/file-problem.ts';
import type { Opened, Place, Protocol } from '../engine/platform/protocol.ts';
import { watchDirectory } from '../engine/platform/watching.ts';
import type { FollowedPlace } from '../engine/workspace/followed-place.ts';
import { FollowedProtocol } from '../engine/workspace/followed-protocol.ts';
import type { ProjectSession } from './session.ts';
import { textSetting } from './text-setting.ts';

/** What is loaded with the first file that is opened: most windows have no use for it. */
const unsaved = async () => (await import('./commands/unsaved-documents.ts')).unsavedTexts;

/**
 * A protocol in the editor: it is open where the person at the editor looks, and follows its files (docs/decisions/0047-one-registry.md).
 * Its engine is loaded with the first sign of it, or when somebody asks for it.
 */
export class ProtocolSession<O extends Opened> implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  /** Tells that what is open, or something in it, is different. */
  readonly onDidChange: vscode.Event<void> = this.#changed.event;
  readonly #followed: FollowedProtocol<O>;
  readonly #subscriptions: vscode.Disposable[];
  /** Ends with the last look that was asked for. */
  #looking: Promise<void>;

  /** @param viewId of the view whose bar shows that one is being opened, where that may take long */
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
      // Where changes cannot be noticed, they are seen at the latest when a person comes back.
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

  #places(): Place[] {
    const { places, setting } = this.protocol;
    const isTrusted = vscode.workspace.isTrusted;
    const said = { home: os.homedir(), named: setting === undefined ? '' : textSetting(setting), environment: process.env, isTrusted };
    if (places === 'each folder') return localFolders().map(({ uri }) => ({ ...said, folder: uri.fsPath }));
    return [{ ...said, folder: places === 'home' ? null : this.shownFolder }];
  }

  /** Of the project that is shown, absolute; `null` where no folder is open. */
  get shownFolder(): string | null {
    const { viewModel } = this.session;
    return viewModel.kind === 'no-folder' ? null : viewModel.folder;
  }

  /** Where it is looked for, each with what is there. */
  get places(): readonly FollowedPlace<O>[] {
    return this.#followed.places;
  }

  /** The places, each root once: several folders of it may be open. */
  get roots(): readonly FollowedPlace<O>[] {
    return this.#followed.roots;
  }

  /** What is open, each root once, with the folder that it was found in, as the editor calls it. */
  get opened(): readonly { readonly name: string; readonly opened: O }[] {
    return this.roots.flatMap(({ opened, place }) => {
      const folder = localFolders().find(({ uri }) => uri.fsPath === place.folder);
      return opened === null ? [] : [{ name: folder?.name ?? this.protocol.title, opened }];
    });
  }

  /** What is wrong in the files of all places. */
  problems(): readonly FileProblem[] {
    return this.#followed.problems();
  }

  /** By what one is told from those of other folders; `null` where it is the only one. */
  labelOf({ root }: Pick<Opened, 'root'>): string | null {
    const { opened } = this;
    return opened.length > 1 ? (opened.find((each) => each.opened.root === root)?.name ?? null) : null;
  }

  /** Whether there are folders in which it may begin. */
  get hasFolders(): boolean {
    return localFolders().length > 0;
  }

  /** Whether it is looked for, and not only for signs of it. */
  get isUsed(): boolean {
    return this.#followed.isUsed;
  }

  /** Looks for it from now on, whether or not there is a sign of it. Resolves when it is open. */
  async use(): Promise<void> {
    await this.#looking;
    await this.#followed.use();
  }

  /** Resolves when all is open that there is now. */
  ready(): Promise<void> {
    return this.#looking;
  }

  /** Looks for it again, and at all files. */
  async refresh(): Promise<void> {
    await this.#looking;
    await this.#followed.refresh();
  }

  /** Has what shows it drawn again. */
  notify(): void {
    this.#changed.fire();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Lets go of all files. */
  async close(): Promise<void> {
    this.dispose();
    await this.#followed.close();
  }
}

function localFolders(): vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}
