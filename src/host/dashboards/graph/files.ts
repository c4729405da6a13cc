import path from 'node:path';
import * as vscode from 'vscode';
import type { ProjectSession } from '../../session.ts';

/** What a program saves file by file is told together. */
const SENT_MS = 100;
/** Folders in which nothing is code of the project, and much happens. */
const NOT_CODE = /(?:^|\/)(?:\.git|\.cortex|node_modules)(?:\/|$)/;

export interface GraphFilesOptions {
  readonly session: ProjectSession;
  /** A real path. */
  readonly root: string;
  /** Where the graph is shown: what changes while nobody sees it is told when somebody does again. */
  readonly panel: vscode.WebviewPanel;
  /** @param paths of what was added, changed or removed, relative to the root, `/`-separated */
  changed(paths: readonly string[]): void;
}

/** Tells what changes in the files of a project, whoever does it: the editor watches them anyway, and nothing is polled. */
export class GraphFiles implements vscode.Disposable {
  readonly #paths = new Set<string>();
  readonly #subscription: vscode.Disposable;

  constructor({ session, root, panel, changed }: GraphFilesOptions) {
    const sending = session.drawing(async () => {
      if (!panel.visible || this.#paths.size === 0) return;
      const paths = [...this.#paths];
      this.#paths.clear();
      changed(paths);
    }, SENT_MS);
    const noticed = ({ fsPath }: vscode.Uri) => {
      const relative = path.relative(root, fsPath).split(path.sep).join('/');
      if (relative === '' || relative.startsWith('../') || NOT_CODE.test(relative)) return;
      this.#paths.add(relative);
      void sending.request();
    };
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(root), '**/*'));
    this.#subscription = vscode.Disposable.from(
      sending,
      watcher,
      watcher.onDidCreate(noticed),
      watcher.onDidChange(noticed),
      watcher.onDidDelete(noticed),
      panel.onDidChangeViewState(() => void sending.request()),
    );
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
