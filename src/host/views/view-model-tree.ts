import * as vscode from 'vscode';
import { Momentary } from '../model/momentary.ts';
import type { Row } from '../model/row.ts';
import type { RowNode } from '../model/row-nodes.ts';
import { type ProjectSession, UNTRUSTED } from '../session.ts';
import { RowTree } from './row-tree.ts';

/** What a view shows around its rows. */
export interface ViewFrame {
  /** Only of Needs You: the editor adds up those of all views. */
  readonly badge?: vscode.ViewBadge | undefined;
  /** Whether there is something that looks as if it could be changed. */
  readonly isShown: boolean;
  /** Which welcome is shown where there are no rows: what the context key says that is called as the view. */
  readonly key: string;
  /** After so many milliseconds it is drawn again, though nothing has changed; `null`: not before something does. */
  readonly againMs: number | null;
}

/** Where a view has what it shows from. */
export interface ViewModelSource<ViewModel> {
  /** Of the view, and of its context key. */
  readonly id: string;
  readonly session: ProjectSession;
  /** Resolves when there is something to take a picture of. */
  ready(): Promise<unknown>;
  /** What dropping one of its rows on another means; left out: nothing. */
  readonly drops?: vscode.TreeDragAndDropController<RowNode>;
  take(): ViewModel;
  rows(viewModel: ViewModel): readonly Row[];
  /** @param isVisible whether somebody can see the rows; a badge is always seen */
  frame(viewModel: ViewModel, isVisible: boolean): ViewFrame;
}

/** A tree of the container Cortex that shows a view model of something: it keeps its rows, its badge and its context key as that is. */
export class ViewModelTree<ViewModel> implements vscode.Disposable {
  readonly #viewModel: Momentary<ViewModel>;
  readonly #tree: RowTree;
  readonly #view: vscode.TreeView<RowNode>;
  readonly #drawing: ReturnType<ProjectSession['drawing']>;
  readonly #redrawing: vscode.Disposable;
  #key = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly source: ViewModelSource<ViewModel>) {
    this.#viewModel = new Momentary(() => source.take());
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

  /** Soon. */
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
