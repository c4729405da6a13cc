import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { CORTEX_FOLDER } from '../engine/crtx/index.ts';
import { CoalescedWork } from '../engine/platform/coalesced-work.ts';
import type { Runtime } from '../engine/platform/runtime.ts';
import { watchDirectory } from '../engine/platform/watching.ts';
import type { SwarmView } from '../engine/workspace/swarm-source.ts';
import { Workspace, type WorkspaceChange } from '../engine/workspace/workspace.ts';
import { Momentary } from './model/momentary.ts';
import { type OpenFolder, OpenFolders } from './model/open-folders.ts';
import { pictureOf, type ViewModel } from './model/swarm/view-model.ts';
import { OverlapHints } from './overlap-hints.ts';

export const UNTRUSTED = 'This folder is in Restricted Mode: nothing is changed until you trust it.';
/** What is shown is drawn at most four times a second. */
const DRAW_MS = 250;

const EVERYTHING: ReadonlySet<WorkspaceChange> = new Set(['project', 'swarm', 'locks', 'problems']);
const CHOSEN = 'cortex.folder';

/** A project that is open, shown or not. */
export interface OpenProject {
  /** Its folder, a real path. */
  readonly root: string;
  /** The folder that is open, absolute. */
  readonly folder: string;
  /** `null` while nothing could be read. */
  readonly view: SwarmView | null;
}

/** The folders that are open in the editor, and the one of them whose project is shown. */
export class ProjectSession implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<ReadonlySet<WorkspaceChange>>();
  /** Tells what is different in what `viewModel` gives. */
  readonly onDidChange = this.#changed.event;
  readonly #anyChanged = new vscode.EventEmitter<ReadonlySet<WorkspaceChange>>();
  /** Tells what is different in any of `projects`, shown or not. */
  readonly onDidChangeAny = this.#anyChanged.event;
  readonly #folders: OpenFolders<vscode.WorkspaceFolder, Workspace>;
  readonly #viewModel = new Momentary(() => this.#take());
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
      // Where changes cannot be noticed, they are seen at the latest when a person comes back.
      vscode.window.onDidChangeWindowState(({ focused }) => focused && void this.refresh()),
    );
    this.#ready = this.#show(false);
  }

  /** Resolves when the folders that were there at first are open: before that nothing is known, not even that there is no project. */
  ready(): Promise<void> {
    return this.#ready;
  }

  /** @param anew whether folders that are open already are opened again */
  async #show(anew: boolean): Promise<void> {
    await this.#folders.show(
      (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file'),
      anew,
    );
    this.#anyChanged.fire(EVERYTHING);
    this.#notify(EVERYTHING);
  }

  async #open(folder: vscode.WorkspaceFolder): Promise<Workspace> {
    const read = vscode.workspace.isTrusted ? 'log' : 'files';
    const workspace = await Workspace.open({ runtime: this.runtime, watch: watchDirectory, folder: folder.uri.fsPath, read });
    workspace.onDidChange((changes) => {
      this.#anyChanged.fire(changes);
      // Another folder's project may be the one to show now.
      if (changes.has('project')) this.#notify(EVERYTHING);
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

  /** The folder that a person has chosen, else the first that has a project, else the first. */
  get #current(): OpenFolder<vscode.WorkspaceFolder, Workspace> | undefined {
    const chosen = this.memory.get<string>(CHOSEN);
    const { all } = this.#folders;
    return all.find(({ folder }) => folder.uri.toString() === chosen) ?? all.find(({ opened }) => opened.hasProject) ?? all[0];
  }

  /** What is shown at this moment. */
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
    return pictureOf(state, { folder: folder.uri.fsPath, readOnly: whyReadOnly(root), overlaps: this.#overlaps.marksIn(root), now });
  }

  /** A folder that is open, whether or not its project is the one that is shown; where it is not open any more, what is shown. @param folder absolute */
  pictureIn(folder: string): ViewModel {
    const found = this.#folders.all.find((each) => each.folder.uri.fsPath === folder);
    return found === undefined ? this.viewModel : this.#pictureOf(found);
  }

  /** Of all folders that are open; of those with one project the first. */
  get viewModels(): readonly ViewModel[] {
    return this.#roots.map((each) => this.#pictureOf(each));
  }

  /** Of all folders that are open; of those with one project the first. */
  get workspaces(): readonly { readonly folder: string; readonly opened: Workspace }[] {
    return this.#roots.map(({ folder, opened }) => ({ folder: folder.uri.fsPath, opened }));
  }

  get #roots(): OpenFolder<vscode.WorkspaceFolder, Workspace>[] {
    const { all } = this.#folders;
    return all.filter(({ opened }, n) => all.findIndex((each) => each.opened.root === opened.root) === n);
  }

  /** The projects of all folders that are open, each once, with the first folder that is in it. */
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

  /** The folders to choose from. */
  get folders(): readonly { readonly folder: vscode.WorkspaceFolder; readonly root: string | null; readonly shown: boolean }[] {
    const current = this.#current;
    return this.#folders.all.map((each) => ({
      folder: each.folder,
      root: each.opened.hasProject ? each.opened.root : null,
      shown: each === current,
    }));
  }

  /** Shows the project of a folder from now on. */
  async choose(folder: vscode.WorkspaceFolder): Promise<void> {
    await this.memory.update(CHOSEN, folder.uri.toString());
    this.#notify(EVERYTHING);
  }

  /**
   * Draws as often as it is asked for and no oftener, and nothing before all is known. What fails is logged, and is tried again when it is
   * next asked for.
   * @param gapMs between two drawings
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

  /** Looks at all files again. */
  async refresh(): Promise<void> {
    await this.#folders.settled();
    await Promise.all(this.#folders.all.map(({ opened }) => opened.refresh()));
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

/** Why nothing can be changed in a project; `null` where it can. */
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
