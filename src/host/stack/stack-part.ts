/** Views and language features of stacks, loaded when a stack is first used. */
import * as vscode from 'vscode';
import { registerPlanLenses } from './language/plan-lenses.ts';
import { registerStackFixes } from './language/stack-fixes.ts';
import { registerStackProblems } from './language/stack-problems.ts';
import type { StackSession } from './stack-session.ts';
import { registerStackView } from './stack-view.ts';

/** Registers everything that shows stacks. */
export function registerStacks(stacks: StackSession): vscode.Disposable {
  return vscode.Disposable.from(
    registerStackView(stacks),
    registerPlanLenses(stacks),
    registerStackProblems(stacks),
    registerStackFixes(stacks),
  );
}
