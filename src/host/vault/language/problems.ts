import * as vscode from 'vscode';
import { joinSentences } from '../../../engine/platform/errors.ts';
import {
  examineMap,
  examineText,
  MEMORY_MAP,
  type TextFinding,
  type VaultFinding,
  type VaultIndex,
  type VaultStore,
} from '../../../engine/vault/index.ts';
import { messageText } from '../../model/text.ts';
import { savedFindings } from '../model/saved-findings.ts';
import type { VaultSession } from '../vault-session.ts';
import { TypedVault } from './links-vault.ts';
import { rangeIn, typedNote } from './typed-note.ts';

/** Delay after the last keystroke before a document is examined, in milliseconds. */
const PAUSE_MS = 250;
/** Maximum number of problems per document. */
const MAX_IN_DOCUMENT = 250;
/** Selects notes and maps. */
export const NOTES: vscode.DocumentFilter = { scheme: 'file', pattern: '**/*.md' };

/** Returns the findings in an open document of the vault, unsaved changes included; `null` for others. Examines only that document. */
export function findingsIn(document: vscode.TextDocument, vault: VaultSession, index: VaultIndex): readonly TextFinding[] | null {
  const typed = typedNote(document, vault);
  if (typed !== null) return examineText(typed, index).slice(0, MAX_IN_DOCUMENT);
  return document.uri.toString() === vault.uriOf(MEMORY_MAP).toString() ? examineMap(document.getText(), MEMORY_MAP) : null;
}

/**
 * Publishes diagnostics for the notes of the vault: of open documents with their unsaved changes, of all others as they were saved
 * (limited by `savedFindings`).
 */
export function registerNoteProblems(vault: VaultSession): vscode.Disposable {
  return new NoteProblems(vault);
}

type Entry = [vscode.Uri, vscode.Diagnostic[] | undefined];

class NoteProblems implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('cortex.memory');
  readonly #drawing: ReturnType<VaultSession['session']['drawing']>;
  /** Pending timers of edited documents. */
  readonly #typed = new Map<vscode.TextDocument, NodeJS.Timeout>();
  readonly #subscriptions: vscode.Disposable;

  constructor(private readonly vault: VaultSession) {
    this.#drawing = vault.session.drawing(() => this.#drawAll());
    const drawAll = () => void this.#drawing.request();
    this.#subscriptions = vscode.Disposable.from(
      vault.onDidChange(drawAll),
      vscode.workspace.onDidOpenTextDocument((document) => this.#draw(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => vscode.languages.match(NOTES, document) > 0 && this.#drawSoon(document)),
      vscode.workspace.onDidCloseTextDocument((document) => {
        this.#forget(document);
        drawAll();
      }),
    );
    drawAll();
  }

  #forget(document: vscode.TextDocument): void {
    clearTimeout(this.#typed.get(document));
    this.#typed.delete(document);
  }

  #drawSoon(document: vscode.TextDocument): void {
    this.#forget(document);
    const draw = () => this.#draw(document);
    this.#typed.set(document, setTimeout(draw, PAUSE_MS));
  }

  #draw(document: vscode.TextDocument): void {
    this.#forget(document);
    const { state } = this.vault;
    if (state.kind === 'vault') this.#collection.set(this.#entriesOf([document], state.store));
  }

  #entriesOf(documents: readonly vscode.TextDocument[], store: VaultStore): Entry[] {
    return new TypedVault(this.vault, store).ask((index) =>
      documents.flatMap((document): Entry[] => {
        const found = findingsIn(document, this.vault, index);
        return found === null ? [] : [[document.uri, typedDiagnostics(document, found, this.vault)]];
      }),
    );
  }

  async #drawAll(): Promise<void> {
    await this.vault.ready();
    const { state } = this.vault;
    // Clear the diagnostics of all files first.
    const entries: Entry[] = Array.from(this.#collection, ([uri]) => [uri, undefined]);
    if (state.kind === 'vault') {
      const saved = Array.from(savedFindings(state.store), ([path, found]): Entry => [this.vault.uriOf(path), found.map(savedDiagnostic)]);
      entries.push(...saved, ...this.#entriesOf(vscode.workspace.textDocuments, state.store));
    }
    // VS Code merges several entries for a file, so only the last one for each file is passed on.
    this.#collection.set([...new Map(entries.map((entry) => [entry[0].toString(), entry])).values()]);
  }

  dispose(): void {
    for (const timer of this.#typed.values()) clearTimeout(timer);
    this.#subscriptions.dispose();
    this.#drawing.dispose();
    this.#collection.dispose();
  }
}

type DiagnosticText = Pick<VaultFinding, 'severity' | 'code' | 'message' | 'next'>;

function diagnosticOf({ severity, code, message, next }: DiagnosticText, range: vscode.Range): vscode.Diagnostic {
  const { Error: error, Warning: warning } = vscode.DiagnosticSeverity;
  const diagnostic = new vscode.Diagnostic(range, messageText(joinSentences(message, next)), severity === 'error' ? error : warning);
  diagnostic.source = 'Cortex';
  diagnostic.code = code;
  return diagnostic;
}

/** The text of a closed file is not available, so the range is empty. VS Code underlines the word at that position. */
function savedDiagnostic(finding: VaultFinding): vscode.Diagnostic {
  const at = new vscode.Position((finding.line ?? 1) - 1, (finding.column ?? 1) - 1);
  return diagnosticOf(finding, new vscode.Range(at, at));
}

/** Maximum number of other notes to list with a finding. */
const MAX_OTHERS = 20;

function typedDiagnostics(document: vscode.TextDocument, findings: readonly TextFinding[], vault: VaultSession): vscode.Diagnostic[] {
  return findings.map((finding) => {
    const diagnostic = diagnosticOf(finding, rangeIn(document, finding.at));
    const start = new vscode.Position(0, 0);
    const others = finding.others.slice(0, MAX_OTHERS).map((path) => {
      const why = finding.code === 'duplicate-id' ? 'has the same id' : 'may be meant';
      return new vscode.DiagnosticRelatedInformation(new vscode.Location(vault.uriOf(path), start), messageText(`${path} ${why}`));
    });
    if (others.length > 0) diagnostic.relatedInformation = others;
    return diagnostic;
  });
}
