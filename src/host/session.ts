import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { CORTEX_FOLDER } from '../engine/crtx/index.ts';
import { CoalescedWork } from '../engine/platform/coalesced-work.ts';
import type { Runtime } from '../engine/platform/runtime.ts';
import { watchDirectory } from '../engine/platform/watching.ts';
import type { SwarmView } from '../engine/workspace/swarm-source.ts';
import { Workspace, type WorkspaceChange } from '../engine/workspace/workspace.ts';
import { CachedForTurn } from './model/cached-for-turn.ts';
import { type OpenFolder, OpenFolders } from './model/open-folders.ts';
import { createViewModel, type ViewModel } from './model/swarm/view-model.ts';
import { OverlapHints } from './overlap-hints.ts';

export const UNTRUSTED = 'This folder is in Restricted Mode: nothing is changed until you trust it.';
/** Minimum delay between two updates, in milliseconds. */
const DRAW_MS = 250;

const ALL_CHANGES: ReadonlySet<WorkspaceChange> = new Set(['project', 'swarm', 'locks', 'problems']);
const CHOSEN = 'cortex.folder';

/** An open project, shown or not. */
export interface OpenProject {
  /** Root of the project, a real path. */
  readonly root: string;
  /** Open folder, absolute. */
  readonly folder: string;
  /** `null` until something could be read. */
  readonly view: SwarmView | null;
}

/** The open folders, and the one whose project is shown. */
export class ProjectSession implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<ReadonlySet<WorkspaceChange>>();
  /** Fires when `viewModel` changed, with the changed parts. */
  readonly onDidChange = this.#changed.event;
  readonly #anyChanged = new vscode.EventEmitter<ReadonlySet<WorkspaceChange>>();
  /** Fires when any of `projects` changed, shown or not, with the changed parts. */
  readonly onDidChangeAny = this.#anyChanged.event;
  readonly #folders: OpenFolders<vscode.WorkspaceFolder, Workspace>;
  readonly #viewModel = new CachedForTurn(() => this.#take());
  readonly #overlaps: OverlapHints;
  readonly #subscriptions: vscode.Disposable[] = [this.#changed, this.#anyChanged];
  readonly #ready: Promise<void>;

  constructor(
    readonly runtime: Runtime,
    private readonly memory: vscode.Memento,
    private readonly log: vscode.LogOutputChannel,
  ) {
    const failed = (error: unknown) => log.error(error instanceof Error ? error : String(error));
    this.#folders = new OpenFolders({ keyOf: ({ uri }) => uri.toString(), open: (folder) => this.#open(folder), failed });
    this.#overlaps = new OverlapHints(runtime, () => this.#redraw(new Set(['swarm'])), failed);
    this.#subscriptions.push(
      this.#overlaps,
      vscode.workspace.onDidChangeWorkspaceFolders(() => void this.#show(false)),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.#show(true)),
      // File events may be missed, so the files are checked when the window gets the focus.
      vscode.window.onDidChangeWindowState(({ focused }) => focused && void this.refresh()),
    );
    this.#ready = this.#show(false);
  }

  /** Resolves when the initial folders are open. Before that nothing is known, not even that there is no project. */
  ready(): Promise<void> {
    return this.#ready;
  }

  /** @param anew also reopens folders that are open */
  async #show(anew: boolean): Promise<void> {
    await this.#folders.show(
      (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file'),
      anew,
    );
    this.#anyChanged.fire(ALL_CHANGES);
    this.#notify(ALL_CHANGES);
  }

  async #open(folder: vscode.WorkspaceFolder): Promise<Workspace> {
    const read = vscode.workspace.isTrusted ? 'log' : 'files';
    const workspace = await Workspace.open({ runtime: this.runtime, watch: watchDirectory, folder: folder.uri.fsPath, read });
    workspace.onDidChange((changes) => {
      this.#anyChanged.fire(changes);
      // The project to show may be in another folder now.
      if (changes.has('project')) this.#notify(ALL_CHANGES);
      else if (this.#current?.opened === workspace) this.#notify(changes);
    });
    return workspace;
  }

  #notify(changes: ReadonlySet<WorkspaceChange>): void {
    const state = this.#current?.opened.state;
    if (state?.kind !== 'project') this.#overlaps.look(null, null);
    else if (!changes.has('problems') || changes.size > 1) this.#overlaps.look(state.root, state.view);
    this.#redraw(changes);
  }

  #redraw(changes: ReadonlySet<WorkspaceChange>): void {
    this.#viewModel.drop();
    this.#changed.fire(changes);
  }

  /** The folder that the user chose, else the first with a project, else the first. */
  get #current(): OpenFolder<vscode.WorkspaceFolder, Workspace> | undefined {
    const chosen = this.memory.get<string>(CHOSEN);
    const { all } = this.#folders;
    return all.find(({ folder }) => folder.uri.toString() === chosen) ?? all.find(({ opened }) => opened.hasProject) ?? all[0];
  }

  /** View model of the shown project. */
  get viewModel(): ViewModel {
    return this.#viewModel.get();
  }

  #take(): ViewModel {
    const current = this.#current;
    return current === undefined ? { kind: 'no-folder' } : this.#pictureOf(current);
  }

  #pictureOf({ folder, opened: { state } }: OpenFolder<vscode.WorkspaceFolder, Workspace>): ViewModel {
    const root = state.kind === 'project' ? state.root : folder.uri.fsPath;
    const now = this.runtime.clock.now();
    return createViewModel(state, { folder: folder.uri.fsPath, readOnly: whyReadOnly(root), overlaps: this.#overlaps.marksIn(root), now });
  }

  /** Returns the view model of an open folder, shown or not; the shown one if the folder is not open any more. @param folder absolute */
  pictureIn(folder: string): ViewModel {
    const found = this.#folders.all.find((each) => each.folder.uri.fsPath === folder);
    return found === undefined ? this.viewModel : this.#pictureOf(found);
  }

  /** View models of all open folders. For folders of the same project only the first is included. */
  get viewModels(): readonly ViewModel[] {
    return this.#roots.map((each) => this.#pictureOf(each));
  }

  /** Workspaces of all open folders. For folders of the same project only the first is included. */
  get workspaces(): readonly { readonly folder: string; readonly opened: Workspace }[] {
    return this.#roots.map(({ folder, opened }) => ({ folder: folder.uri.fsPath, opened }));
  }

  get #roots(): OpenFolder<vscode.WorkspaceFolder, Workspace>[] {
    const { all } = this.#folders;
    return all.filter(({ opened }, n) => all.findIndex((each) => each.opened.root === opened.root) === n);
  }

  /** The projects of all open folders without duplicates, each with its first folder. */
  get projects(): readonly OpenProject[] {
    const projects = new Map<string, OpenProject>();
    for (const { folder, opened } of this.#folders.all) {
      const { state } = opened;
      if (state.kind === 'project' && !projects.has(state.root)) {
        projects.set(state.root, { root: state.root, folder: folder.uri.fsPath, view: state.view });
      }
    }
    return [...projects.values()];
  }

  /** The folders that the user can choose from. */
  get folders(): readonly { readonly folder: vscode.WorkspaceFolder; readonly root: string | null; readonly shown: boolean }[] {
    const current = this.#current;
    return this.#folders.all.map((each) => ({
      folder: each.folder,
      root: each.opened.hasProject ? each.opened.root : null,
      shown: each === current,
    }));
  }

  /** Changes the folder whose project is shown. */
  async choose(folder: vscode.WorkspaceFolder): Promise<void> {
    await this.memory.update(CHOSEN, folder.uri.toString());
    this.#notify(ALL_CHANGES);
  }

  /**
   * Returns coalesced work that calls `draw` on request, after the session is ready. Errors are logged, and the next request retries.
   * @param gapMs minimum delay between two calls, in milliseconds
   */
  drawing(draw: () => void | Promise<void>, gapMs = DRAW_MS): CoalescedWork {
    return new CoalescedWork(this.runtime, gapMs, async () => {
      try {
        await this.#ready;
        await draw();
      } catch (error) {
        this.log.error(error instanceof Error ? error : String(error));
      }
    });
  }

  /** Reads all files again. */
  async refresh(): Promise<void> {
    await this.#folders.settled();
    await Promise.all(this.#folders.all.map(({ opened }) => opened.refresh()));
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Closes all files. */
  async close(): Promise<void> {
    this.dispose();
    await this.#folders.close();
  }
}

/** Returns why nothing can be changed in a project; `null` if changes are possible. */
function whyReadOnly(root: string): string | null {
  if (!vscode.workspace.isTrusted) return UNTRUSTED;
  for (const folder of [path.join(root, CORTEX_FOLDER), root]) {
    try {
      fs.accessSync(folder, fs.constants.W_OK);
      return null;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') continue;
      return `${folder} cannot be written by this user.`;
    }
  }
  return null;
}
