import * as vscode from 'vscode';
import { Momentary } from '../model/momentary.ts';
import { counted } from '../model/text.ts';
import { UNTRUSTED } from '../session.ts';
import { RowTree } from '../views/row-tree.ts';
import { type StackPicture, takePicture } from './model/stack-picture.ts';
import { stackRows } from './model/stack-rows.ts';
import type { StackSession } from './stack-session.ts';

/** What is overdue becomes so without a change of any file. */
const AGAIN_MS = 60_000;

/** Registers the Stacks view, and keeps it, its badge and the context key `cortex.stacks` as the files are. */
export function registerStackView(stacks: StackSession): vscode.Disposable {
  const view = new StackView(stacks);
  return vscode.Disposable.from(
    view,
    stacks.onDidChange(() => view.draw()),
  );
}

class StackView implements vscode.Disposable {
  readonly #picture = new Momentary(() => takePicture(this.stacks.opened, this.stacks.session.runtime));
  readonly #tree = new RowTree(() => stackRows(this.#picture.get()));
  readonly #view = vscode.window.createTreeView('cortex.stacks', { treeDataProvider: this.#tree, showCollapseAll: true });
  readonly #drawing: ReturnType<StackSession['session']['drawing']>;
  readonly #showing: vscode.Disposable;
  #key = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly stacks: StackSession) {
    this.#drawing = stacks.session.drawing(() => this.#draw());
    this.#showing = this.#view.onDidChangeVisibility(() => this.draw());
    this.draw();
  }

  /** Soon. */
  draw(): void {
    void this.#drawing.request();
  }

  async #draw(): Promise<void> {
    await this.stacks.ready();
    this.#picture.drop();
    this.#tree.update();
    const picture = this.#picture.get();
    this.#view.badge = badgeOf(picture);
    const isShown = picture.folders.length > 0;
    this.#view.message = isShown && !vscode.workspace.isTrusted ? UNTRUSTED : '';
    this.#putKey(isShown ? 'stacks' : this.stacks.opened.length === 0 ? 'no-folder' : 'none');
    clearTimeout(this.#timer);
    if (this.#view.visible && isShown) this.#timer = setTimeout(() => this.draw(), AGAIN_MS);
  }

  #putKey(key: string): void {
    if (key === this.#key) return;
    this.#key = key;
    void vscode.commands.executeCommand('setContext', 'cortex.stacks', key);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#showing.dispose();
    this.#drawing.dispose();
    this.#view.dispose();
    this.#tree.dispose();
  }
}

/** What waits for the person: messages to the manager; those to agents are the agents' business. */
function badgeOf({ folders }: StackPicture): vscode.ViewBadge | undefined {
  const own = folders.flatMap(({ stacks }) => stacks.filter(({ files }) => files.name === 'manager'));
  const unread = own.reduce((sum, stack) => sum + stack.unread.length, 0);
  return unread === 0 ? undefined : { value: unread, tooltip: `${counted(unread, 'unread message')} to the manager` };
}
