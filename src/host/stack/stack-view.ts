import * as vscode from 'vscode';
import { ViewModelTree } from '../views/view-model-tree.ts';
import { stackRows } from './model/stack-rows.ts';
import { createStackViewModel, type StackViewModel } from './model/stack-view-model.ts';
import type { StackSession } from './stack-session.ts';

/** Refresh interval, in milliseconds. Answers become overdue without a change of any file. */
const AGAIN_MS = 60_000;

/** Registers the Stacks view, and updates it and the context key `cortex.stacks`. */
export function registerStackView(stacks: StackSession): vscode.Disposable {
  const { session } = stacks;
  const view = new ViewModelTree<StackViewModel>({
    ...{ id: 'cortex.stacks', session, ready: () => stacks.ready() },
    take: () => createStackViewModel(stacks.opened, session.runtime),
    rows: stackRows,
    frame: (viewModel, isVisible) => {
      const isShown = viewModel.folders.length > 0;
      const key = isShown ? 'stacks' : stacks.opened.length === 0 ? 'no-folder' : 'none';
      return { isShown, key, againMs: isVisible && isShown ? AGAIN_MS : null };
    },
  });
  return vscode.Disposable.from(
    view,
    stacks.onDidChange(() => view.draw()),
  );
}
