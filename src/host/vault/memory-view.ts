import * as vscode from 'vscode';
import { calendarDay, type VaultStore } from '../../engine/vault/index.ts';
import { ViewModelTree } from '../views/view-model-tree.ts';
import { memoryRows } from './model/memory-rows.ts';
import { type MemoryViewModel, MemoryViewModelBuilder } from './model/memory-view-model.ts';
import type { VaultSession } from './vault-session.ts';

/** Registers the Memory view, and keeps it and the context key `cortex.memory` as the notes are. */
export function registerMemoryView(vault: VaultSession): vscode.Disposable {
  const photographer = new Photographer(vault);
  const view = new ViewModelTree<MemoryViewModel | null>({
    ...{ id: 'cortex.memory', session: vault.session, ready: () => vault.ready() },
    take: () => photographer.take(),
    rows: (viewModel) => (viewModel === null ? [] : memoryRows(viewModel)),
    frame: (_, isVisible) => ({
      isShown: vault.state.kind === 'vault',
      key: keyOf(vault),
      // What takes long to find out lags behind a change.
      againMs: isVisible ? photographer.pause() : null,
    }),
  });
  return vscode.Disposable.from(
    view,
    vault.onDidChange(() => view.draw()),
    // On another day notes are in other layers.
    vscode.window.onDidChangeWindowState(({ focused }) => focused && view.draw()),
  );
}

/** Keeps the builder of a vault as long as it is the same one. */
class Photographer {
  #model: { readonly store: VaultStore; readonly builder: MemoryViewModelBuilder } | null = null;

  constructor(private readonly vault: VaultSession) {}

  take(): MemoryViewModel | null {
    const { state, session } = this.vault;
    if (state.kind !== 'vault') return null;
    const { clock } = session.runtime;
    const { store } = state;
    if (this.#model?.store !== store) this.#model = { store, builder: new MemoryViewModelBuilder(store, () => clock.monotonic()) };
    return this.#model.builder.take(calendarDay(clock.now(), store.config.timeZone));
  }

  /** After how many milliseconds a picture may show more; `null`: it shows all. */
  pause(): number | null {
    return this.#model?.builder.pause() ?? null;
  }
}

/** Which welcome the empty view shows. */
function keyOf({ state, folder }: VaultSession): 'no-folder' | 'none' | 'broken' | 'empty' | 'vault' {
  if (state.kind === 'none') return folder === null ? 'no-folder' : 'none';
  return state.kind === 'vault' && state.store.index.size === 0 ? 'empty' : state.kind;
}
