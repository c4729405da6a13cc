import * as vscode from 'vscode';
import { lockRows } from '../model/lock-rows.ts';
import { manifestOf, type Picture } from '../model/picture.ts';
import { swarmRows } from '../model/swarm-rows.ts';
import { oneLine } from '../model/text.ts';
import type { ProjectSession } from '../session.ts';
import { RowTree } from './row-tree.ts';

const MINUTE = 60_000;
/** Below a minute the time that is left is shown in steps of this. */
const STEP_MS = 5_000;

/** Registers the trees of the container Cortex, and keeps them as the files are. */
export function registerViews(session: ProjectSession): vscode.Disposable {
  const swarm = new RowTree(session, swarmRows);
  const locks = new RowTree(session, lockRows);
  const swarmView = vscode.window.createTreeView('cortex.swarm', { treeDataProvider: swarm, showCollapseAll: true });
  const locksView = vscode.window.createTreeView('cortex.locks', { treeDataProvider: locks });
  const drawing = session.drawing(() => {
    swarm.update();
    locks.update();
    const { picture } = session;
    locksView.badge = badgeOf(picture);
    const message = messageOf(picture);
    if ((swarmView.message ?? '') !== message) swarmView.message = message;
  });
  const countdown = new Countdown(session, locksView, locks);
  return vscode.Disposable.from(
    swarm,
    locks,
    swarmView,
    locksView,
    drawing,
    countdown,
    session.onDidChange(() => {
      void drawing.request();
      countdown.start();
    }),
    locksView.onDidChangeVisibility(() => countdown.start()),
  );
}

/** Why nothing can be changed, above rows that look as if they could. */
function messageOf(picture: Picture): string {
  return picture.kind === 'project' && manifestOf(picture) !== null ? oneLine(picture.readOnly ?? '', 300) : '';
}

function badgeOf(picture: Picture): vscode.ViewBadge | undefined {
  const waiting = picture.kind === 'project' ? (picture.view?.waiting.length ?? 0) : 0;
  return waiting === 0 ? undefined : { value: waiting, tooltip: `${waiting} waiting for a lock` };
}

/** Lets the time that is left of locks run down, while somebody can see it. */
class Countdown implements vscode.Disposable {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly session: ProjectSession,
    private readonly view: vscode.TreeView<unknown>,
    private readonly tree: RowTree,
  ) {}

  start(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pause = this.#nextStep();
    if (pause === null) return;
    this.#timer = setTimeout(() => {
      this.tree.update();
      this.start();
    }, pause);
  }

  /** Milliseconds until a text is another one. */
  #nextStep(): number | null {
    const { picture } = this.session;
    if (!this.view.visible || picture.kind !== 'project' || picture.view === null) return null;
    let least: number | null = null;
    for (const { expiresAt } of picture.view.locks) {
      const left = expiresAt - picture.now;
      const step = left < MINUTE ? STEP_MS : MINUTE;
      least = Math.min(least ?? step, (left % step) + 1);
    }
    return least;
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
