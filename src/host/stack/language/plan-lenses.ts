import * as vscode from 'vscode';
import { type PlanTask, parsePlanText } from '../../../engine/stack/index.ts';
import type { Subject } from '../../model/row.ts';
import { type Lens, lensesOf } from '../model/task-lenses.ts';
import type { StackSession } from '../stack-session.ts';
import { stackOfDocument } from './stack-documents.ts';

const PLANS: vscode.DocumentFilter = { scheme: 'file', pattern: '**/PLAN.md' };

/** Offers above each task of a plan in a stack what can be done with it. In Restricted Mode nothing is offered. */
export function registerPlanLenses(session: StackSession): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: async (document) => {
      await session.ready();
      const directory = stackOfDocument(session, document)?.directory;
      if (directory === undefined || !vscode.workspace.isTrusted) return [];
      return parsePlanText(document.getText()).flatMap((task) => lensesOf(task).map((lens) => toLens(lens, task, directory)));
    },
  };
  return vscode.Disposable.from(
    changed,
    vscode.languages.registerCodeLensProvider(PLANS, provider),
    session.onDidChangeStacks(() => changed.fire()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
  );
}

function toLens({ title, tooltip, command }: Lens, { line, number, text }: PlanTask, directory: string): vscode.CodeLens {
  const at = new vscode.Position(line - 1, 0);
  const subject: Subject = { kind: 'plan-task', directory, number, text };
  return new vscode.CodeLens(new vscode.Range(at, at), { title, tooltip, command, arguments: [subject] });
}
