/** Views and language features of stacks, loaded when a stack is first used. */
import * as vscode from 'vscode';
import { ViewModelTree } from '../views/view-model-tree.ts';
import { registerPlanLenses } from './language/plan-lenses.ts';
import { registerStackProblems, STACK_DOCUMENTS } from './language/stack-problems.ts';
import { stackRows } from './model/stack-rows.ts';
import { createStackViewModel, type StackViewModel } from './model/stack-view-model.ts';
import type { StackSession } from './stack-session.ts';

/** Refresh interval, in milliseconds. Answers become overdue without a change of any file. */
const AGAIN_MS = 60_000;

/** Registers the Stacks view, and updates it and the context key `cortex.stacks`. */
function registerStackView(stacks: StackSession): vscode.Disposable {
  const { session } = stacks;
  const view = new ViewModelTree<StackViewModel>({
    id: 'cortex.stacks',
    session,
    ready: () => stacks.ready(),
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

/** Registers quick fixes for problems in stack files. They are computed for the current text of the document, saved or not. */
function registerStackFixes(session: StackSession): vscode.Disposable {
  const provider: vscode.CodeActionProvider = {
    provideCodeActions: async (document, _range, { diagnostics }) => {
      const own = diagnostics.filter(({ source, code }) => source === 'Cortex' && code !== undefined);
      return own.length === 0 ? [] : (await import('./language/stack-fix-actions.ts')).stackFixActions(session, document, own);
    },
  };
  const kinds = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };
  return vscode.languages.registerCodeActionsProvider(STACK_DOCUMENTS, provider, kinds);
}

/** Registers everything that shows stacks. */
export function registerStacks(stacks: StackSession): vscode.Disposable {
  return vscode.Disposable.from(
    registerStackView(stacks),
    registerPlanLenses(stacks),
    registerStackProblems(stacks),
    registerStackFixes(stacks),
  );
}
