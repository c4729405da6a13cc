import * as vscode from 'vscode';
import { CachedForTurn } from '../model/cached-for-turn.ts';
import type { Row } from '../model/row.ts';
import type { RowNode } from '../model/row-nodes.ts';
import { type ProjectSession, UNTRUSTED } from '../session.ts';
import { RowTree } from './row-tree.ts';

/** Properties of a view besides its rows. */
export interface ViewFrame {
  /** Set only for Needs You, because VS Code sums up the badges of all views. */
  readonly badge?: vscode.ViewBadge | undefined;
  /** Whether there are rows that look editable, so that a read-only message is useful. */
  readonly isShown: boolean;
  /** Value of the context key, which selects the welcome text. */
  readonly key: string;
  /** Refresh interval, in milliseconds; `null`: only after a change. */
  readonly againMs: number | null;
}

/** Source of a view's content. */
export interface ViewModelSource<ViewModel> {
  /** Id of the view, and name of its context key. */
  readonly id: string;
  readonly session: ProjectSession;
  /** Resolves when `take` can be called. */
  ready(): Promise<unknown>;
  /** Controller for dropping rows. Default: rows cannot be dropped. */
  readonly drops?: vscode.TreeDragAndDropController<RowNode>;
  take(): ViewModel;
  rows(viewModel: ViewModel): readonly Row[];
  /** @param isVisible whether the rows are visible; a badge always is */
  frame(viewModel: ViewModel, isVisible: boolean): ViewFrame;
}

/** A tree of the Cortex sidebar that shows a view model. Updates its rows, badge and context key. */
export class ViewModelTree<ViewModel> implements vscode.Disposable {
  readonly #viewModel: CachedForTurn<ViewModel>;
  readonly #tree: RowTree;
  readonly #view: vscode.TreeView<RowNode>;
  readonly #drawing: ReturnType<ProjectSession['drawing']>;
  readonly #redrawing: vscode.Disposable;
  #key = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly source: ViewModelSource<ViewModel>) {
    this.#viewModel = new CachedForTurn(() => source.take());
    this.#tree = new RowTree(() => source.rows(this.#viewModel.get()));
    this.#view = vscode.window.createTreeView(source.id, {
      treeDataProvider: this.#tree,
      showCollapseAll: true,
      ...(source.drops === undefined ? {} : { dragAndDropController: source.drops }),
    });
    this.#drawing = source.session.drawing(() => this.#draw());
    this.#redrawing = vscode.Disposable.from(
      this.#view.onDidChangeVisibility(() => this.draw()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.draw()),
    );
    this.draw();
  }

  /** Requests an update. */
  draw(): void {
    void this.#drawing.request();
  }

  async #draw(): Promise<void> {
    await this.source.ready();
    this.#viewModel.drop();
    this.#tree.update();
    const { badge, isShown, key, againMs } = this.source.frame(this.#viewModel.get(), this.#view.visible);
    this.#view.badge = badge;
    this.#view.message = isShown && !vscode.workspace.isTrusted ? UNTRUSTED : '';
    this.#putKey(key);
    clearTimeout(this.#timer);
    if (againMs !== null) this.#timer = setTimeout(() => this.draw(), againMs);
  }

  #putKey(key: string): void {
    if (key === this.#key) return;
    this.#key = key;
    void vscode.commands.executeCommand('setContext', this.source.id, key);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#redrawing.dispose();
    this.#drawing.dispose();
    this.#view.dispose();
    this.#tree.dispose();
  }
}
