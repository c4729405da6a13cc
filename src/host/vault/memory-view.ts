import * as vscode from 'vscode';
import { calendarDay, type VaultStore } from '../../engine/vault/index.ts';
import { ViewModelTree } from '../views/view-model-tree.ts';
import { memoryRows } from './model/memory-rows.ts';
import { type MemoryViewModel, MemoryViewModelBuilder } from './model/memory-view-model.ts';
import type { VaultSession } from './vault-session.ts';

/** Registers the Memory view, and updates it and the context key `cortex.memory`. */
export function registerMemoryView(vault: VaultSession): vscode.Disposable {
  const photographer = new Photographer(vault);
  const view = new ViewModelTree<MemoryViewModel | null>({
    id: 'cortex.memory',
    session: vault.session,
    ready: () => vault.ready(),
    take: () => photographer.take(),
    rows: (viewModel) => (viewModel === null ? [] : memoryRows(viewModel)),
    frame: (_, isVisible) => ({
      isShown: vault.state.kind === 'vault',
      key: keyOf(vault),
      // Expensive parts are computed later than the change that affects them.
      againMs: isVisible ? photographer.pause() : null,
    }),
  });
  return vscode.Disposable.from(
    view,
    vault.onDidChange(() => view.draw()),
    // The layers of notes depend on the date.
    vscode.window.onDidChangeWindowState(({ focused }) => focused && view.draw()),
  );
}

/** Builds view models. Keeps the builder while the store is the same. */
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

  /** Returns the milliseconds after which a view model may show more; `null` if it is up to date. */
  pause(): number | null {
    return this.#model?.builder.pause() ?? null;
  }
}

/** Returns the context key that selects the welcome view. */
function keyOf({ state, folder }: VaultSession): 'no-folder' | 'none' | 'broken' | 'empty' | 'vault' {
  if (state.kind === 'none') return folder === null ? 'no-folder' : 'none';
  return state.kind === 'vault' && state.store.index.size === 0 ? 'empty' : state.kind;
}
