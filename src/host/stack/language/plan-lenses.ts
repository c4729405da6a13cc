import path from 'node:path';
import * as vscode from 'vscode';
import type { StackFiles } from '../../../engine/stack/index.ts';
import { type PlanTask, parsePlanText } from '../../../engine/stack/index.ts';
import { realFile } from '../../model/real-file.ts';
import type { Subject } from '../../model/row.ts';
import { type Lens, listLenses } from '../model/task-lenses.ts';
import type { StackSession } from '../stack-session.ts';

/** Returns the stack that a document belongs to; `undefined` if it belongs to none. */
function stackOfDocument(session: StackSession, { uri }: vscode.TextDocument): StackFiles | undefined {
  return uri.scheme === 'file' ? session.filesAt(path.dirname(realFile(uri))) : undefined;
}

const PLANS: vscode.DocumentFilter = { scheme: 'file', pattern: '**/PLAN.md' };

/** A code lens whose command is set lazily: a plan of ten thousand tasks has thirty thousand lenses, of which few are visible. */
class TaskLens extends vscode.CodeLens {
  constructor(
    readonly lens: Lens,
    readonly subject: Subject,
    line: number,
  ) {
    super(new vscode.Range(line - 1, 0, line - 1, 0));
  }
}

/** Registers code lenses above the tasks of plans. In Restricted Mode there are none. */
export function registerPlanLenses(session: StackSession): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.CodeLensProvider<TaskLens> = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: async (document) => {
      await session.ready();
      const directory = stackOfDocument(session, document)?.directory;
      if (directory === undefined || !vscode.workspace.isTrusted) return [];
      return parsePlanText(document.getText()).flatMap((task) => lensesAbove(task, directory));
    },
    resolveCodeLens: (offer) => {
      const { title, tooltip, command } = offer.lens;
      offer.command = { title, tooltip, command, arguments: [offer.subject] };
      return offer;
    },
  };
  return vscode.Disposable.from(
    changed,
    vscode.languages.registerCodeLensProvider(PLANS, provider),
    session.onDidChangeStacks(() => changed.fire()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
  );
}

function lensesAbove(task: PlanTask, directory: string): TaskLens[] {
  const { line, number, text } = task;
  return listLenses(task).map((lens) => new TaskLens(lens, { kind: 'plan-task', directory, number, text }, line));
}
