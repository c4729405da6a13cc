import path from 'node:path';
import * as vscode from 'vscode';
import type { ProjectSession } from '../../session.ts';

/** Delay that batches the changes of a program that saves many files, in milliseconds. */
const SENT_MS = 100;
/** Folders without project code in which files change often. */
const NOT_CODE = /(?:^|\/)(?:\.git|\.cortex|node_modules)(?:\/|$)/;

export interface GraphFilesOptions {
  readonly session: ProjectSession;
  /** Project folder, a real path. */
  readonly root: string;
  /** Panel that shows the graph. Changes are held back while it is hidden. */
  readonly panel: vscode.WebviewPanel;
  /** @param paths files that were added, changed or removed, relative to the root, `/`-separated */
  changed(paths: readonly string[]): void;
}

/** Reports changed files of a project, whichever program changed them. Uses VS Code's file watcher, so nothing is polled. */
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
