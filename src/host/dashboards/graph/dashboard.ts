import * as vscode from 'vscode';
import { resolveInside } from '../../../engine/files/safe-path.ts';
import { openPlace } from '../../commands/open.ts';
import { runCommand } from '../../commands/run-command.ts';
import { sayError } from '../../commands/say.ts';
import type { GraphWish } from '../../graph/graph-wish.ts';
import { declarationOf } from '../../model/declaration.ts';
import { fileInProject } from '../../model/locks/lock-files.ts';
import { clipped } from '../../model/pages.ts';
import { oneLine } from '../../model/text.ts';
import type { ProjectSession } from '../../session.ts';
import type { Page } from '../dashboards.ts';
import { fillPanel } from '../page-panel.ts';
import { changesOf } from './changes.ts';
import { ExploredGraph } from './explored.ts';
import { GraphFiles } from './files.ts';
import { followedPlace, nodeOf, samePlace } from './places.ts';
import type { GraphPlace, GraphState, GraphStep, GraphView } from './protocol.ts';
import { graphStepSchema, graphViewSchema } from './protocol.ts';
import { type PlaceShown, placeShown, stateOf } from './state.ts';

/** A person who goes from place to place waits for each of them. */
const DRAW_MS = 40;

/** What the Graph dashboard is given. */
export interface GraphParts {
  readonly session: ProjectSession;
  readonly wish: GraphWish;
  readonly log: vscode.LogOutputChannel;
}

/** The Graph dashboard: the semantic graph part by part (docs/decisions/0019-the-graph-dashboard.md). */
export function graphPage(parts: GraphParts, extension: vscode.Uri): Page {
  return (panel) => {
    const desk = new GraphDesk(parts, panel);
    const content = {
      page: 'graph' as const,
      viewSchema: graphViewSchema,
      stepSchema: graphStepSchema,
      drawing: (draw: () => Promise<void>) => parts.session.drawing(draw, DRAW_MS),
      stateFor: (view: GraphView) => desk.stateFor(view),
      changesOf,
      take: (step: GraphStep) => desk.take(step),
      onDidChange: desk.onDidChange,
    };
    return vscode.Disposable.from(fillPanel(panel, content, extension, parts.log), desk);
  };
}

/** What the dashboard shows, and what is done from it, as long as its tab is open. */
class GraphDesk implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;
  #explored: { readonly root: string; readonly graph: ExploredGraph; readonly files: GraphFiles } | null = null;
  /** The file in the editor that was active last, absolute. */
  #open: string | null = null;
  #isBuilding = false;
  /** What the page was told last: it may ask for nothing else. */
  #told: GraphState = { kind: 'reading' };

  constructor(
    private readonly parts: GraphParts,
    private readonly panel: vscode.WebviewPanel,
  ) {
    const { session, wish } = parts;
    this.#activated(vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0]);
    this.#subscription = vscode.Disposable.from(
      this.#changed,
      session.onDidChange(() => this.#changed.fire()),
      wish.onDidChange(() => this.#changed.fire()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        this.#explored?.graph.recheck();
        this.#changed.fire();
      }),
      vscode.window.onDidChangeWindowState(({ focused }) => focused && this.#explored?.graph.recheck()),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.#activated(editor)),
    );
  }

  /** Where none is active, a person looks at the dashboard, or at something else that is no file. */
  #activated(editor: vscode.TextEditor | undefined): void {
    if (editor?.document.uri.scheme !== 'file') return;
    this.#open = editor.document.uri.fsPath;
    this.#changed.fire();
  }

  stateFor(view: GraphView): GraphState {
    this.#told = this.#look(view);
    return this.#told;
  }

  #look(view: GraphView): GraphState {
    const { picture } = this.parts.session;
    if (picture.kind === 'no-folder') return { kind: 'no-folder' };
    if (picture.kind === 'no-project') return { kind: 'no-project', folder: clipped(picture.folder), readOnly: picture.readOnly };
    const graph = this.#graphOf(picture.root);
    const active = this.#openIn(picture.root);
    const outside = active !== null && graph.isUnknown(active) ? active : null;
    const open = outside === null ? active : null;
    const place = this.#placeFor(view, open);
    const { filter, chosen, words } = view;
    const explored = graph.look({ place, filter, chosen: samePlace(place, view.place) ? chosen : nodeOf(place), words });
    return stateOf(view, { picture, explored, open, outside: outside && clipped(outside), building: this.#isBuilding });
  }

  #graphOf(root: string): ExploredGraph {
    if (this.#explored?.root !== root) {
      this.#leave();
      const { session } = this.parts;
      const { fs } = session.runtime;
      // Whoever does not trust a folder has nothing of it read but what was published, and nothing written.
      const follows = () => vscode.workspace.isTrusted;
      const graph = new ExploredGraph({ fs, root, changed: () => this.#changed.fire(), follows });
      const files = new GraphFiles({ session, root, panel: this.panel, changed: (paths) => graph.touched(paths) });
      this.#explored = { root, graph, files };
    }
    return this.#explored.graph;
  }

  /** The open file, as the graph would name it; `null` where it is none of the project. */
  #openIn(root: string): string | null {
    return this.#open === null ? null : fileInProject(this.parts.session.runtime.fs, root, this.#open);
  }

  /** What the page asks for, unless somebody has asked for something else in the editor, or it follows the open file. */
  #placeFor(view: GraphView, open: string | null): GraphPlace {
    const { wish } = this.parts;
    if (wish.place !== null && samePlace(wish.place, view.place)) wish.granted();
    if (wish.place !== null) return wish.place;
    return view.follow && open !== null ? followedPlace(view, open) : view.place;
  }

  take(step: GraphStep): string | null {
    const problems = 'problems' in this.#told ? this.#told.problems : this.#told.kind === 'graph' ? this.#told.snapshot.problems : [];
    if (step.kind === 'open-problem' && !problems.some(({ place }) => place?.file === step.file)) {
      return `The dashboard asked for a file that is not broken, or not any more: ${oneLine(step.file, 300)}`;
    }
    const shown = step.kind === 'open' && this.#told.kind === 'graph' ? placeShown(this.#told.snapshot, step.node) : null;
    if (step.kind === 'open' && shown === null) return `The dashboard asked for a file that it does not show: ${oneLine(step.node, 300)}`;
    this.#do(step, shown).catch((error: unknown) => sayError(error, 'cortex.graph.open', this.parts.log));
    return null;
  }

  /** @param shown what is to be opened, if anything is */
  async #do(step: GraphStep, shown: PlaceShown | null): Promise<void> {
    switch (step.kind) {
      case 'init':
        return runCommand('cortex.init');
      case 'build':
        return this.#build();
      case 'open':
        return shown === null ? undefined : this.#openShown(shown);
      case 'open-problem':
        return openPlace(step.file, step.line, step.column);
    }
  }

  async #openShown({ path, symbol }: PlaceShown): Promise<void> {
    const file = resolveInside(this.parts.session.runtime.fs, this.#explored?.root ?? '', path);
    if (symbol === null) return openPlace(file, 1, 1);
    const { line, column } = declarationOf((await vscode.workspace.openTextDocument(file)).getText(), symbol);
    return openPlace(file, line, column);
  }

  /** The command asks for trust, and says what came of it. */
  async #build(): Promise<void> {
    if (this.#isBuilding) return;
    this.#tellBuilding(true);
    try {
      await runCommand('cortex.graph.build');
    } finally {
      this.#tellBuilding(false);
    }
  }

  #tellBuilding(isBuilding: boolean): void {
    this.#isBuilding = isBuilding;
    this.#changed.fire();
  }

  #leave(): void {
    this.#explored?.files.dispose();
    this.#explored?.graph.dispose();
    this.#explored = null;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#leave();
  }
}
