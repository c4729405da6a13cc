import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { CORTEX_FOLDER } from '../engine/crtx/index.ts';
import { CoalescedWork } from '../engine/kernel/coalesced-work.ts';
import type { Runtime } from '../engine/kernel/runtime.ts';
import { watchDirectory } from '../engine/kernel/watching.ts';
import { Workspace, type WorkspaceChange } from '../engine/workspace.ts';
import { type Picture, pictureOf } from './model/picture.ts';

/** A folder of the editor's workspace, opened. */
interface OpenFolder {
  readonly folder: vscode.WorkspaceFolder;
  readonly workspace: Workspace;
}

export const UNTRUSTED = 'This folder is in Restricted Mode: nothing is changed until you trust it.';
/** What is shown is drawn at most four times a second. */
const DRAW_MS = 250;

const EVERYTHING: ReadonlySet<WorkspaceChange> = new Set(['project', 'swarm', 'locks', 'problems']);
const CHOSEN = 'cortex.folder';

/** The folders that are open in the editor, and the one of them whose project is shown. */
export class ProjectSession implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<ReadonlySet<WorkspaceChange>>();
  /** Tells what is different in what `picture` gives. */
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: vscode.Disposable[] = [this.#changed];
  #open: readonly OpenFolder[] = [];
  #opening: Promise<void> = Promise.resolve();
  #disposed = false;

  constructor(
    readonly runtime: Runtime,
    private readonly memory: vscode.Memento,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#subscriptions.push(
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.reopen()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.reopen()),
      // Where changes cannot be noticed, they are seen at the latest when a person comes back.
      vscode.window.onDidChangeWindowState(({ focused }) => focused && void this.refresh()),
    );
  }

  /** Opens every folder anew. Resolves when all are open. */
  reopen(): Promise<void> {
    this.#opening = this.#opening.then(() => this.#reopen()).catch((error) => this.log.error(error));
    return this.#opening;
  }

  async #reopen(): Promise<void> {
    const before = this.#open;
    this.#open = [];
    await Promise.all(before.map(({ workspace }) => workspace.close()));
    if (this.#disposed) return;
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
    this.#open = await Promise.all(folders.map((folder) => this.#openFolder(folder)));
    this.#changed.fire(EVERYTHING);
  }

  async #openFolder(folder: vscode.WorkspaceFolder): Promise<OpenFolder> {
    const read = vscode.workspace.isTrusted ? 'log' : 'files';
    const workspace = await Workspace.open({ runtime: this.runtime, watch: watchDirectory, folder: folder.uri.fsPath, read });
    workspace.onDidChange((changes) => {
      // Another folder's project may be the one to show now.
      if (changes.has('project')) this.#changed.fire(EVERYTHING);
      else if (this.#current?.workspace === workspace) this.#changed.fire(changes);
    });
    return { folder, workspace };
  }

  /** The folder that a person has chosen, else the first that has a project, else the first. */
  get #current(): OpenFolder | undefined {
    const chosen = this.memory.get<string>(CHOSEN);
    return (
      this.#open.find(({ folder }) => folder.uri.toString() === chosen) ??
      this.#open.find(({ workspace }) => workspace.root !== null) ??
      this.#open[0]
    );
  }

  get picture(): Picture {
    const current = this.#current;
    if (current === undefined) return { kind: 'no-folder' };
    const { folder, workspace } = current;
    const { state } = workspace;
    const root = state.kind === 'project' ? state.root : folder.uri.fsPath;
    return pictureOf(state, folder.uri.fsPath, path.basename(root), whyReadOnly(root), this.runtime.clock.now());
  }

  /** The folder that operations work in; `null` where none is open. */
  get directory(): string | null {
    return this.#current?.folder.uri.fsPath ?? null;
  }

  /** The folders to choose from. */
  get folders(): readonly { readonly folder: vscode.WorkspaceFolder; readonly root: string | null; readonly shown: boolean }[] {
    const current = this.#current;
    return this.#open.map((each) => ({ folder: each.folder, root: each.workspace.root, shown: each === current }));
  }

  /** Shows the project of a folder from now on. */
  async choose(folder: vscode.WorkspaceFolder): Promise<void> {
    await this.memory.update(CHOSEN, folder.uri.toString());
    this.#changed.fire(EVERYTHING);
  }

  /** Draws as often as it is asked for and no oftener. What fails is logged, and is tried again when it is next asked for. */
  drawing(draw: () => void | Promise<void>): CoalescedWork {
    return new CoalescedWork(this.runtime, DRAW_MS, async () => {
      try {
        await draw();
      } catch (error) {
        this.log.error(error instanceof Error ? error : String(error));
      }
    });
  }

  /** Looks at all files again. */
  async refresh(): Promise<void> {
    await this.#opening;
    await Promise.all(this.#open.map(({ workspace }) => workspace.refresh()));
  }

  dispose(): void {
    this.#disposed = true;
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Lets go of all files. */
  async close(): Promise<void> {
    this.dispose();
    await this.#opening;
    await Promise.all(this.#open.map(({ workspace }) => workspace.close()));
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
