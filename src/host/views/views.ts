import * as vscode from 'vscode';
import { swarmDrop } from '../model/drops.ts';
import { lockRows, nextLockRowChange } from '../model/locks/lock-rows.ts';
import { swarmRows } from '../model/swarm/swarm-rows.ts';
import { manifestOf, type ProjectViewModel, type ViewModel } from '../model/swarm/view-model.ts';
import { oneLine } from '../model/text.ts';
import type { ProjectSession } from '../session.ts';
import { fileDrops, rowDrops } from './row-drops.ts';
import { RowTree } from './row-tree.ts';

/** Registers the Swarm and Locks views, and updates them. */
export function registerViews(session: ProjectSession): vscode.Disposable {
  const swarm = new RowTree(() => swarmRows(session.viewModel));
  const locks = new RowTree(() => lockRows(session.viewModel));
  const swarmView = vscode.window.createTreeView('cortex.swarm', {
    treeDataProvider: swarm,
    showCollapseAll: true,
    dragAndDropController: rowDrops('cortex.swarm', swarmDrop),
  });
  const locksView = vscode.window.createTreeView('cortex.locks', { treeDataProvider: locks, dragAndDropController: fileDrops });
  const drawingSwarm = session.drawing(() => {
    swarm.update();
    explain(swarmView, session.viewModel, (viewModel) => manifestOf(viewModel) !== null);
  });
  // The countdown uses the throttling of `drawing` too, because thousands of locks may expire at as many different times.
  const countdown = new Countdown(locksView, () => void drawingLocks.request());
  const drawingLocks = session.drawing(() => {
    locks.update();
    explain(locksView, session.viewModel, ({ view }) => view !== null && view.locks.length > 0);
    countdown.goOn(session.viewModel);
  });
  return vscode.Disposable.from(
    swarm,
    locks,
    swarmView,
    locksView,
    drawingSwarm,
    drawingLocks,
    countdown,
    session.onDidChange(() => {
      void drawingSwarm.request();
      void drawingLocks.request();
    }),
    locksView.onDidChangeVisibility(() => void drawingLocks.request()),
  );
}

/** Shows why nothing can be changed, above rows that look editable. */
function explain(view: vscode.TreeView<unknown>, viewModel: ViewModel, hasRows: (viewModel: ProjectViewModel) => boolean): void {
  const message = viewModel.kind === 'project' && hasRows(viewModel) ? oneLine(viewModel.readOnly ?? '', 300) : '';
  if ((view.message ?? '') !== message) view.message = message;
}

/** Updates the remaining times of locks while the view is visible. */
class Countdown implements vscode.Disposable {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly view: vscode.TreeView<unknown>,
    private readonly draw: () => void,
  ) {}

  /** Schedules the next update, for when the text of a row changes. @param viewModel view model that was shown last */
  goOn(viewModel: ViewModel): void {
    clearTimeout(this.#timer);
    const pause = this.view.visible ? nextLockRowChange(viewModel) : null;
    if (pause !== null) this.#timer = setTimeout(this.draw, pause);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
