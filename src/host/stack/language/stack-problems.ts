import path from 'node:path';
import * as vscode from 'vscode';
import { joinSentences } from '../../../engine/platform/errors.ts';
import {
  AGENTS_FILE,
  checkAgents,
  EXAMINED_FILES,
  examineAgents,
  examineStackText,
  type OpenedStacks,
  type StackFinding,
} from '../../../engine/stack/index.ts';
import { realFile } from '../../model/real-file.ts';
import { capitalize, messageText } from '../../model/text.ts';
import type { StackSession } from '../stack-session.ts';

/** Selects the files of stacks that may have findings. */
export const STACK_DOCUMENTS: vscode.DocumentFilter = { scheme: 'file', pattern: `**/{${[AGENTS_FILE, ...EXAMINED_FILES].join(',')}}` };

/** Delay after the last keystroke before an open document is examined, in milliseconds. */
const PAUSE_MS = 300;
/** Maximum number of findings in one open document, and in all saved files together. */
const MAX_FINDINGS = 1_000;

/** Returns the findings in a document, including unsaved changes; `null` if it does not belong to a stack. */
export function findingsIn(session: StackSession, document: vscode.TextDocument): readonly StackFinding[] | null {
  if (vscode.languages.match(STACK_DOCUMENTS, document) === 0) return null;
  const file = realFile(document.uri);
  for (const { opened } of session.opened) {
    const found = foundIn(opened, file, document);
    if (found !== null) return found.slice(0, MAX_FINDINGS);
  }
  return null;
}

function foundIn({ state, files }: OpenedStacks, file: string, document: vscode.TextDocument): readonly StackFinding[] | null {
  if (state.kind === 'broken') return null;
  const { stacks } = state;
  const folder = path.dirname(file);
  const text = document.getText();
  if (file === stacks.agentsFile) return examineAgents({ runtime: stacks.runtime, root: stacks.root, text });
  const own = files.find(({ directory }) => directory === folder);
  if (own === undefined || !EXAMINED_FILES.some((name) => name === path.basename(file))) return null;
  return examineStackText({ file, text, find: (to) => stacks.writtenRecipient(to), owner: own.stack.store.owner });
}

/** Publishes diagnostics for stack files: of open documents with their unsaved changes, of all others as they were saved. */
export function registerStackProblems(session: StackSession): vscode.Disposable {
  return new StackProblems(session);
}

class StackProblems implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('cortex.stacks');
  readonly #drawing: ReturnType<StackSession['session']['drawing']>;
  #timer: NodeJS.Timeout | undefined;
  readonly #subscriptions: vscode.Disposable;

  constructor(private readonly session: StackSession) {
    this.#drawing = session.session.drawing(() => this.#draw());
    const draw = () => void this.#drawing.request();
    const isOurs = (document: vscode.TextDocument) => vscode.languages.match(STACK_DOCUMENTS, document) > 0;
    this.#subscriptions = vscode.Disposable.from(
      session.onDidChange(draw),
      vscode.workspace.onDidOpenTextDocument((document) => isOurs(document) && draw()),
      vscode.workspace.onDidCloseTextDocument((document) => isOurs(document) && draw()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => isOurs(document) && this.#drawSoon(draw)),
    );
    draw();
  }

  #drawSoon(draw: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(draw, PAUSE_MS);
  }

  async #draw(): Promise<void> {
    await this.session.ready();
    const found = new Map<string, [vscode.Uri, vscode.Diagnostic[]]>();
    for (const finding of savedFindings(this.session)) {
      const uri = vscode.Uri.file(finding.file);
      const same = found.get(uri.toString());
      const diagnostic = diagnosticOf(finding, placeOf(finding));
      if (same === undefined) found.set(uri.toString(), [uri, [diagnostic]]);
      else same[1].push(diagnostic);
    }
    for (const document of vscode.workspace.textDocuments) {
      const findings = findingsIn(this.session, document);
      if (findings === null) continue;
      const typed = findings.map((finding) => diagnosticOf(finding, rangeIn(document, finding)));
      // The findings of the open document replace those of the saved file.
      found.delete(vscode.Uri.file(realFile(document.uri)).toString());
      found.set(document.uri.toString(), [document.uri, typed]);
    }
    this.#collection.clear();
    this.#collection.set([...found.values()]);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscriptions.dispose();
    this.#drawing.dispose();
    this.#collection.dispose();
  }
}

function savedFindings(session: StackSession): StackFinding[] {
  const found = session.opened.flatMap(({ opened: { state, files } }) => [
    ...(state.kind === 'broken' ? [] : checkAgents(state.stacks)),
    ...files.flatMap(({ findings }) => findings),
  ]);
  return found.slice(0, MAX_FINDINGS);
}

/** The text of a closed file is not available, so the range is empty. VS Code underlines the word at that position. */
function placeOf({ line }: StackFinding): vscode.Range {
  return new vscode.Range(line - 1, 0, line - 1, 0);
}

/** Returns the range of a finding in the document that was examined. */
export function rangeIn(document: vscode.TextDocument, { range, line }: StackFinding): vscode.Range {
  if (range === undefined) return document.lineAt(Math.min(line, document.lineCount) - 1).range;
  return new vscode.Range(document.positionAt(range.from), document.positionAt(range.to));
}

const { Error: error, Warning: warning, Information: information } = vscode.DiagnosticSeverity;
const SEVERITIES = { error, warning, information } as const;

function diagnosticOf({ severity, code, message, next }: StackFinding, range: vscode.Range): vscode.Diagnostic {
  const text = messageText(capitalize(joinSentences(message, next)));
  const diagnostic = new vscode.Diagnostic(range, text, SEVERITIES[severity]);
  diagnostic.source = 'Cortex';
  diagnostic.code = code;
  return diagnostic;
}
