import path from 'node:path';
import * as vscode from 'vscode';
import { foldersUpwards, mayBeThere } from '../../engine/files/signs.ts';
import { CoalescedWork } from '../../engine/platform/coalesced-work.ts';
import { nonce } from '../../engine/platform/ids.ts';
import { watchDirectory } from '../../engine/platform/watching.ts';
import { type OpenedStacks, type StackFiles, type Stacks, stackProtocol } from '../../engine/stack/index.ts';
import { OpenFolders } from '../model/open-folders.ts';
import type { Subject } from '../model/row.ts';
import { placeIn } from '../place.ts';
import type { ProjectSession } from '../session.ts';

/** Changes that come in a burst are told once. */
const TELL_MS = 50;
/** Where a folder has none of these, nor one above it, there is no stack (seed 4). */
const SIGNS = ['AGENTS.md', '.cstack'];
const NOT_WATCHED = vscode.Disposable.from();

/** The stacks of one folder that is open. */
export interface StackFolder {
  /** Of the folder, as the editor calls it. */
  readonly name: string;
  readonly stacks: Stacks;
  /** What is wrong with the stacks, in words. */
  readonly problems: readonly string[];
}

/** Messages of a stack that a person wants to see: a single one, or all of them. */
interface WishedMessages {
  /** Another one for every time. */
  readonly id: string;
  readonly subject: Extract<Subject, { readonly directory: string }>;
}

/**
 * The stacks of all folders that are open in the editor. The engine of stacks is loaded with the first sign of one, or when somebody asks
 * for them.
 */
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
  #signs: vscode.Disposable = NOT_WATCHED;
  #isUsed = false;
  /** Ends with the last look that was asked for. */
  #looking: Promise<void>;
  #wish: WishedMessages | null = null;

  constructor(
    readonly session: ProjectSession,
    private readonly log: vscode.LogOutputChannel,
  ) {
    const { runtime } = session;
    this.#telling = new CoalescedWork(runtime, TELL_MS, () => this.#settle());
    this.#folders = new OpenFolders({
      keyOf: ({ uri }) => uri.toString(),
      open: async ({ uri }) => {
        const found = (await stackProtocol.load()).find(runtime, placeIn(uri.fsPath));
        if (found === null) throw new Error('a folder always may have stacks');
        const opened = await found.open({ watch: watchDirectory });
        opened.onDidChange(() => this.#tell());
        return opened;
      },
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
      opened.settle();
      if (vscode.workspace.isTrusted) opened.lookLater();
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
    const folders = localFolders();
    this.#isUsed ||= folders.some(({ uri }) => this.#hasSigns(uri.fsPath));
    this.#watchSigns(this.#isUsed ? [] : folders);
    this.#looking = this.#folders.show(this.#isUsed ? folders : [], false).then(() => {
      this.#stacksChanged.fire();
      this.#tell();
    });
    return this.#looking;
  }

  #hasSigns(folder: string): boolean {
    const { fs } = this.session.runtime;
    return foldersUpwards(fs, folder).some((each) => SIGNS.some((sign) => mayBeThere(fs, path.join(each, sign))));
  }

  #watchSigns(folders: readonly vscode.WorkspaceFolder[]): void {
    this.#signs.dispose();
    const watchers = folders.flatMap((folder) => {
      const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, `{${SIGNS.join(',')}}`));
      return [watcher, watcher.onDidCreate(() => this.#look())];
    });
    this.#signs = vscode.Disposable.from(...watchers);
  }

  /** Whether there are folders that may get stacks. */
  get hasFolders(): boolean {
    return localFolders().length > 0;
  }

  /** Whether the folders are read. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** Reads the folders from now on, whether or not there is a sign of stacks. Resolves when they are open. */
  async use(): Promise<void> {
    await this.#looking;
    if (this.#isUsed) return;
    this.#isUsed = true;
    await this.#look();
  }

  #comeBack(): void {
    if (!this.#isUsed) void this.#look();
    for (const { opened } of this.#folders.all) if (opened.mayMissChanges) opened.refresh();
  }

  /** Resolves when the folders are open that there are now. */
  ready(): Promise<void> {
    return this.#looking;
  }

  /** Looks at all files again. */
  async refresh(): Promise<void> {
    await this.#looking;
    if (!this.#isUsed) await this.#look();
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

  /** By what the stacks of a folder are told from those of others; `null` where no other one has any. */
  labelOf({ root }: OpenedStacks): string | null {
    const used = this.opened.filter(({ opened }) => opened.files.some((files) => files.exists()));
    return used.length > 1 ? (used.find(({ opened }) => opened.root === root)?.name ?? null) : null;
  }

  /** Folders whose stacks can be read. */
  folders(): readonly StackFolder[] {
    return this.opened.flatMap(({ name, opened }) => {
      const { state } = opened;
      return state.kind === 'broken' ? [] : [{ name, stacks: state.stacks, problems: state.problems }];
    });
  }

  /** What the Messages dashboard is to show; `null`: what it showed last. */
  get wish(): WishedMessages | null {
    return this.#wish;
  }

  /** Says what the Messages dashboard is to show next. @param subject of a row of the view */
  wishFor(subject: Subject | null): void {
    this.#wish = subject !== null && 'directory' in subject ? { id: nonce(this.session.runtime.random), subject } : null;
    this.#changed.fire();
  }

  /** The files of a stack by its folder; `undefined` when it is not one, or not any more. */
  filesAt(directory: string): StackFiles | undefined {
    return this.opened.flatMap(({ opened }) => opened.files).find((files) => files.directory === directory);
  }

  dispose(): void {
    this.#signs.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Lets go of all files. */
  async close(): Promise<void> {
    this.dispose();
    await this.#folders.close();
  }
}

function localFolders(): vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}
