import * as vscode from 'vscode';
import { swarmDrop } from '../model/drops.ts';
import { lockRows, nextLockRowChange } from '../model/locks/lock-rows.ts';
import { swarmRows } from '../model/swarm/swarm-rows.ts';
import { manifestOf, type ProjectViewModel, type ViewModel } from '../model/swarm/view-model.ts';
import { oneLine } from '../model/text.ts';
import type { ProjectSession } from '../session.ts';
import { fileDrops, rowDrops } from './row-drops.ts';
import { RowTree } from './row-tree.ts';

/** Registers the trees of the container Cortex, and keeps them as the files are. */
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
  // The pause of `drawing` holds for the countdown, too: thousands of locks run down at as many moments.
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

/** Says why nothing can be changed, above rows that look as if they could. */
function explain(view: vscode.TreeView<unknown>, viewModel: ViewModel, hasRows: (viewModel: ProjectViewModel) => boolean): void {
  const message = viewModel.kind === 'project' && hasRows(viewModel) ? oneLine(viewModel.readOnly ?? '', 300) : '';
  if ((view.message ?? '') !== message) view.message = message;
}

/** Lets the time that is left of locks run down, while somebody can see it. */
class Countdown implements vscode.Disposable {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly view: vscode.TreeView<unknown>,
    private readonly draw: () => void,
  ) {}

  /** Draws again when a row is to say another time. @param picture what has just been drawn */
  goOn(viewModel: ViewModel): void {
    clearTimeout(this.#timer);
    const pause = this.view.visible ? nextLockRowChange(viewModel) : null;
    if (pause !== null) this.#timer = setTimeout(this.draw, pause);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
