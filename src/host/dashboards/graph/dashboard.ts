import * as vscode from 'vscode';
import { resolveInside } from '../../../engine/files/safe-path.ts';
import { openPlace } from '../../commands/open.ts';
import { runCommand } from '../../commands/run-command.ts';
import { findDeclaration } from '../../model/declaration.ts';
import { fileInProject } from '../../model/locks/lock-files.ts';
import { clipText } from '../../model/pages.ts';
import type { ProjectSession } from '../../session.ts';
import type { ViewRequest } from '../../view-request.ts';
import { NotShownError, PageContent, type PageStep } from '../page-content.ts';
import { STEP_COMMANDS } from '../step-commands.ts';
import { ExploredGraph } from './explored.ts';
import { GraphFiles } from './files.ts';
import { findShownNode, placeForFile, samePlace } from './places.ts';
import type { GraphPlace, GraphPush, GraphState, GraphStep, GraphView } from './protocol.ts';
import { graphStepSchema, graphViewSchema } from './protocol.ts';
import { buildState, findChanges, findShownLocation, type ShownLocation } from './state.ts';

/** Delay between two updates, in milliseconds. Short, because the user waits for each navigation. */
const DRAW_MS = 40;

/** Inputs of the Graph dashboard. */
export interface GraphParts {
  readonly session: ProjectSession;
  readonly request: ViewRequest<GraphPlace>;
}

/** The Graph dashboard: the semantic graph part by part (docs/decisions/0019-the-graph-dashboard.md). */
export class GraphDashboard extends PageContent<GraphPush, GraphView, PageStep<GraphStep>> {
  readonly #subscription: vscode.Disposable;
  #explored: { readonly root: string; readonly graph: ExploredGraph; readonly files: GraphFiles } | null = null;
  /** The file in the last active editor, as an absolute path. */
  #open: string | null = null;
  #isBuilding = false;
  /** The state that the page received last. The page may request nothing outside of it. */
  #shown: GraphState = { kind: 'reading' };

  constructor(
    private readonly parts: GraphParts,
    private readonly panel: vscode.WebviewPanel,
  ) {
    const { session, request } = parts;
    const schemas = { viewSchema: graphViewSchema, stepSchema: graphStepSchema };
    super({ page: 'graph', ...schemas, session, drawMs: DRAW_MS }, [session.onDidChange, request.onDidChange]);
    this.#activated(vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0]);
    this.#subscription = vscode.Disposable.from(
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        this.#explored?.graph.recheck();
        this.changed();
      }),
      vscode.window.onDidChangeWindowState(({ focused }) => focused && this.#explored?.graph.recheck()),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.#activated(editor)),
    );
  }

  /** Ignores editors without a file, and `undefined`: the user is then looking at the dashboard or at another tab. */
  #activated(editor: vscode.TextEditor | undefined): void {
    if (editor?.document.uri.scheme !== 'file') return;
    this.#open = editor.document.uri.fsPath;
    this.changed();
  }

  override stateFor(view: GraphView): GraphState {
    this.#shown = this.#look(view);
    return this.#shown;
  }

  #look(view: GraphView): GraphState {
    const { viewModel } = this.parts.session;
    if (viewModel.kind === 'no-folder') return { kind: 'no-folder' };
    if (viewModel.kind === 'no-project') return { kind: 'no-project', folder: clipText(viewModel.folder), readOnly: viewModel.readOnly };
    const graph = this.#graphOf(viewModel.root);
    const active = this.#openIn(viewModel.root);
    const outside = active !== null && graph.isUnknown(active) ? active : null;
    const open = outside === null ? active : null;
    const place = this.#placeFor(view, open);
    const { filter, chosen, words } = view;
    const explored = graph.look({ place, filter, chosen: samePlace(place, view.place) ? chosen : findShownNode(place), words });
    return buildState(view, { viewModel, explored, open, outside: outside && clipText(outside), building: this.#isBuilding });
  }

  #graphOf(root: string): ExploredGraph {
    if (this.#explored?.root !== root) {
      this.#leave();
      const { session } = this.parts;
      const { fs } = session.runtime;
      // In an untrusted folder only the published graph is read, and nothing is written.
      const follows = () => vscode.workspace.isTrusted;
      const graph = new ExploredGraph({ fs, root, changed: () => this.changed(), follows });
      const files = new GraphFiles({ session, root, panel: this.panel, changed: (paths) => graph.touched(paths) });
      this.#explored = { root, graph, files };
    }
    return this.#explored.graph;
  }

  /** Returns the active file as the graph names it, or `null` if it is not in the project. */
  #openIn(root: string): string | null {
    return this.#open === null ? null : fileInProject(this.parts.session.runtime.fs, root, this.#open);
  }

  /** Returns the place to show: the one that a command requested, else the active file if the page follows it, else the view's place. */
  #placeFor(view: GraphView, open: string | null): GraphPlace {
    const { request } = this.parts;
    if (request.wanted !== null && samePlace(request.wanted, view.place)) request.make(null);
    if (request.wanted !== null) return request.wanted;
    return view.follow && open !== null ? placeForFile(view, open) : view.place;
  }

  override changesOf(before: GraphPush, now: GraphPush): GraphPush | null {
    return findChanges(before, now);
  }

  override async take(step: PageStep<GraphStep>): Promise<void> {
    if (!('node' in step)) return step.kind === 'build' ? this.#build() : runCommand(STEP_COMMANDS.graph[step.kind]);
    const shown = this.#shown.kind === 'graph' ? findShownLocation(this.#shown.snapshot, step.node) : null;
    if (shown === null) throw new NotShownError(step.node);
    return this.#openShown(shown);
  }

  async #openShown({ path, symbol }: ShownLocation): Promise<void> {
    const file = resolveInside(this.parts.session.runtime.fs, this.#explored?.root ?? '', path);
    if (symbol === null) return openPlace(file, 1, 1);
    const { line, column } = findDeclaration((await vscode.workspace.openTextDocument(file)).getText(), symbol);
    return openPlace(file, line, column);
  }

  /** Runs the build command. The command asks for workspace trust and reports the result. */
  async #build(): Promise<void> {
    if (this.#isBuilding) return;
    this.#showBuilding(true);
    try {
      await runCommand(STEP_COMMANDS.graph.build);
    } finally {
      this.#showBuilding(false);
    }
  }

  #showBuilding(isBuilding: boolean): void {
    this.#isBuilding = isBuilding;
    this.changed();
  }

  #leave(): void {
    this.#explored?.files.dispose();
    this.#explored?.graph.dispose();
    this.#explored = null;
  }

  override dispose(): void {
    super.dispose();
    this.#subscription.dispose();
    this.#leave();
  }
}
