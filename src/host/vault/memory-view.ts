import * as vscode from 'vscode';
import { calendarDay, type VaultStore } from '../../engine/vault/index.ts';
import { Momentary } from '../model/momentary.ts';
import { UNTRUSTED } from '../session.ts';
import { RowTree } from '../views/row-tree.ts';
import { MemoryCamera, type MemoryPicture, toDecideText } from './model/memory-picture.ts';
import { memoryRows } from './model/memory-rows.ts';
import type { VaultSession } from './vault-session.ts';

/** Registers the Memory view, and keeps it, its badge and the context key `cortex.memory` as the notes are. */
export function registerMemoryView(vault: VaultSession): vscode.Disposable {
  const view = new MemoryView(vault);
  return vscode.Disposable.from(
    view,
    vault.onDidChange(() => view.draw()),
    // On another day notes are in other layers.
    vscode.window.onDidChangeWindowState(({ focused }) => focused && view.draw()),
  );
}

class MemoryView implements vscode.Disposable {
  readonly #picture = new Momentary(() => this.#take());
  readonly #tree = new RowTree(() => {
    const picture = this.#picture.get();
    return picture === null ? [] : memoryRows(picture);
  });
  readonly #view = vscode.window.createTreeView('cortex.memory', { treeDataProvider: this.#tree, showCollapseAll: true });
  readonly #drawing: ReturnType<VaultSession['session']['drawing']>;
  readonly #showing: vscode.Disposable;
  #camera: { readonly store: VaultStore; readonly camera: MemoryCamera } | null = null;
  #key = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly vault: VaultSession) {
    this.#drawing = vault.session.drawing(() => this.#draw());
    this.#showing = this.#view.onDidChangeVisibility(() => this.draw());
    this.draw();
  }

  /** Soon. */
  draw(): void {
    void this.#drawing.request();
  }

  #take(): MemoryPicture | null {
    const { state, session } = this.vault;
    if (state.kind !== 'vault') return null;
    const { clock } = session.runtime;
    const { store } = state;
    if (this.#camera?.store !== store) this.#camera = { store, camera: new MemoryCamera(store, () => clock.monotonic()) };
    return this.#camera.camera.take(calendarDay(clock.now(), store.config.timeZone));
  }

  async #draw(): Promise<void> {
    await this.vault.ready();
    this.#picture.drop();
    this.#tree.update();
    const { state } = this.vault;
    const picture = this.#picture.get();
    const waiting = picture === null ? 0 : picture.review.length + picture.contradictions.length;
    this.#view.badge = picture === null || waiting === 0 ? undefined : { value: waiting, tooltip: toDecideText(picture) };
    this.#view.message = state.kind === 'vault' && !vscode.workspace.isTrusted ? UNTRUSTED : '';
    this.#putKey(this.#keyOf());
    this.#drawAgain();
  }

  /** Which welcome the empty view shows. */
  #keyOf(): 'no-folder' | 'none' | 'broken' | 'empty' | 'vault' {
    const { state, folder } = this.vault;
    if (state.kind === 'none') return folder === null ? 'no-folder' : 'none';
    return state.kind === 'vault' && state.store.index.size === 0 ? 'empty' : state.kind;
  }

  #putKey(key: string): void {
    if (key === this.#key) return;
    this.#key = key;
    void vscode.commands.executeCommand('setContext', 'cortex.memory', key);
  }

  /** What takes long to find out lags behind a change. */
  #drawAgain(): void {
    clearTimeout(this.#timer);
    const pause = this.#camera?.camera.pause() ?? null;
    if (pause !== null && this.#view.visible) this.#timer = setTimeout(() => this.draw(), pause);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#showing.dispose();
    this.#drawing.dispose();
    this.#view.dispose();
    this.#tree.dispose();
  }
}
