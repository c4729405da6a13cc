import * as vscode from 'vscode';
import { CoalescedWork } from '../../engine/kernel/coalesced-work.ts';
import type { StackMessage, Stacks } from '../../engine/stack/index.ts';
import { OpenFolders } from '../model/open-folders.ts';
import type { ProjectSession } from '../session.ts';
import { OpenedStacks } from './opened-stacks.ts';
import type { StackFiles } from './stack-files.ts';

/** Changes that come in a burst are told once. */
const TELL_MS = 50;

/** The stacks of one folder that is open. */
export interface StackFolder {
  /** Of the folder, as the editor calls it. */
  readonly name: string;
  readonly stacks: Stacks;
  /** What is wrong with the stacks, in words. */
  readonly problems: readonly string[];
}

/** The stacks of all folders that are open in the editor. */
export class StackSession implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  /** Tells that stacks, or the files in them, are different. */
  readonly onDidChange: vscode.Event<void> = this.#changed.event;
  readonly #stacksChanged = new vscode.EventEmitter<void>();
  /** Tells that there are other stacks than before. */
  readonly onDidChangeStacks: vscode.Event<void> = this.#stacksChanged.event;
  readonly #folders: OpenFolders<vscode.WorkspaceFolder, OpenedStacks>;
  readonly #telling: CoalescedWork;
  readonly #subscriptions: vscode.Disposable[];
  /** Ends with the last look that was asked for. */
  #looking: Promise<void>;

  constructor(
    readonly session: ProjectSession,
    private readonly log: vscode.LogOutputChannel,
  ) {
    const { runtime } = session;
    this.#telling = new CoalescedWork(runtime, TELL_MS, () => this.#settle());
    this.#folders = new OpenFolders({
      keyOf: ({ uri }) => uri.toString(),
      open: async ({ uri }) => new OpenedStacks(runtime, uri.fsPath, () => this.#tell()),
      failed: (error) => this.#fail(error),
    });
    this.#subscriptions = [
      this.#changed,
      this.#stacksChanged,
      this.#telling,
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.#look()),
      // Where changes cannot be noticed, they are seen at the latest when a person comes back.
      vscode.window.onDidChangeWindowState(({ focused }) => focused && this.#comeBack()),
    ];
    this.#looking = session.ready().then(() => this.#look());
  }

  #tell(): void {
    void this.#telling.request();
  }

  #settle(): void {
    const before = this.#key();
    for (const { opened } of this.#folders.all) {
      // What was open is closed behind what is shown: to look once more at what was written takes a second.
      opened.settle().catch((error: unknown) => this.#fail(error));
    }
    if (this.#key() !== before) this.#stacksChanged.fire();
    this.#changed.fire();
  }

  #key(): string {
    return JSON.stringify(this.opened.map(({ opened }) => opened.files.map(({ directory }) => directory)));
  }

  #fail(error: unknown): void {
    this.log.error(error instanceof Error ? error : String(error));
  }

  #look(): Promise<void> {
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
    this.#looking = this.#folders.show(folders, false).then(() => {
      this.#stacksChanged.fire();
      this.#tell();
    });
    return this.#looking;
  }

  #comeBack(): void {
    for (const { opened } of this.#folders.all) if (opened.watchProblems.length > 0) opened.refresh();
  }

  /** Resolves when the folders are open that there are now. */
  ready(): Promise<void> {
    return this.#looking;
  }

  /** Looks at all files again. */
  async refresh(): Promise<void> {
    await this.#looking;
    for (const { opened } of this.#folders.all) opened.refresh();
    this.#settle();
  }

  /** Every repository once, although several folders of it may be open. */
  get opened(): readonly { readonly name: string; readonly opened: OpenedStacks }[] {
    const seen = new Set<string>();
    return this.#folders.all.flatMap(({ folder, opened }) => {
      if (seen.has(opened.root)) return [];
      seen.add(opened.root);
      return [{ name: folder.name, opened }];
    });
  }

  /** Folders whose stacks can be read. */
  folders(): readonly StackFolder[] {
    return this.opened.flatMap(({ name, opened }) => {
      const { state } = opened;
      return state.kind === 'broken' ? [] : [{ name, stacks: state.stacks, problems: state.problems }];
    });
  }

  /** The messages of all stacks; made when they are asked for, and kept until one of their files changes. */
  messages(): readonly StackMessage[] {
    return this.opened.flatMap(({ opened }) => opened.messages());
  }

  /** The files of a stack by its folder; `undefined` when it is not one, or not any more. */
  filesAt(directory: string): StackFiles | undefined {
    return this.opened.flatMap(({ opened }) => opened.files).find((files) => files.directory === directory);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Lets go of all files. */
  async close(): Promise<void> {
    this.dispose();
    await this.#folders.close();
  }
}
