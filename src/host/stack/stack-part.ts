/** The views and the language of stacks, loaded with the first sign of one. */
import * as vscode from 'vscode';
import { registerPlanLenses } from './language/plan-lenses.ts';
import { registerStackFixes } from './language/stack-fixes.ts';
import { registerStackProblems } from './language/stack-problems.ts';
import type { StackSession } from './stack-session.ts';
import { registerStackView } from './stack-view.ts';

/** Registers all that shows stacks. */
export function registerStacks(stacks: StackSession): vscode.Disposable {
  return vscode.Disposable.from(
    registerStackView(stacks),
    registerPlanLenses(stacks),
    registerStackProblems(stacks),
    registerStackFixes(stacks),
  );
}
