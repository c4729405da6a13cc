import * as vscode from 'vscode';
import { Momentary } from '../model/momentary.ts';
import { counted } from '../model/text.ts';
import { UNTRUSTED } from '../session.ts';
import { RowTree } from '../views/row-tree.ts';
import { type TeamPicture, takePicture, waitingIn } from './model/team-picture.ts';
import { teamRows } from './model/team-rows.ts';
import type { TeamSession } from './team-session.ts';

/** Agents fall silent without a change of any file. */
const AGAIN_MS = 60_000;

/** Registers the Teams view, and keeps it, its badge and the context key `cortex.team` as the notes are. */
export function registerTeamView(team: TeamSession): vscode.Disposable {
  const view = new TeamView(team);
  return vscode.Disposable.from(
    view,
    team.onDidChange(() => view.draw()),
  );
}

class TeamView implements vscode.Disposable {
  readonly #picture = new Momentary(() => this.#take());
  readonly #tree = new RowTree(() => {
    const picture = this.#picture.get();
    return picture === null ? [] : teamRows(picture);
  });
  readonly #view = vscode.window.createTreeView('cortex.team', { treeDataProvider: this.#tree, showCollapseAll: true });
  readonly #drawing: ReturnType<TeamSession['session']['drawing']>;
  readonly #showing: vscode.Disposable;
  #key = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly team: TeamSession) {
    this.#drawing = team.session.drawing(() => this.#draw());
    this.#showing = this.#view.onDidChangeVisibility(() => this.draw());
    this.draw();
  }

  /** Soon. */
  draw(): void {
    void this.#drawing.request();
  }

  #take(): TeamPicture | null {
    const [store, config] = [this.team.store(), this.team.config()];
    if (store === null || config === null) return null;
    return takePicture(store, config, this.team.problem(), this.team.session.runtime.clock.now());
  }

  async #draw(): Promise<void> {
    await this.team.ready();
    this.#picture.drop();
    this.#tree.update();
    const picture = this.#picture.get();
    this.#view.badge = badgeOf(picture);
    this.#view.message = picture !== null && !vscode.workspace.isTrusted ? UNTRUSTED : '';
    this.#putKey(this.#keyOf(picture));
    clearTimeout(this.#timer);
    if (picture !== null) this.#timer = setTimeout(() => this.draw(), AGAIN_MS);
  }

  /** Which welcome the empty view shows. */
  #keyOf(picture: TeamPicture | null): 'none' | 'broken' | 'empty' | 'team' {
    if (picture === null) return this.team.problem() === null ? 'none' : 'broken';
    return picture.status.agents.length === 0 && picture.projects.length === 0 ? 'empty' : 'team';
  }

  #putKey(key: string): void {
    if (key === this.#key) return;
    this.#key = key;
    void vscode.commands.executeCommand('setContext', 'cortex.team', key);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#showing.dispose();
    this.#drawing.dispose();
    this.#view.dispose();
    this.#tree.dispose();
  }
}

function badgeOf(picture: TeamPicture | null): vscode.ViewBadge | undefined {
  const waiting = picture === null ? [] : waitingIn(picture.status);
  return waiting.length === 0 ? undefined : { value: waiting.length, tooltip: `${counted(waiting.length, 'thing')} of the team to decide` };
}
