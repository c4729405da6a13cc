import * as vscode from 'vscode';
import { inSentences } from '../../../engine/platform/errors.ts';
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

/** What is typed is looked at when the person has paused this long, milliseconds. */
const PAUSE_MS = 250;
/** Of one document; nobody mends more at a time. */
const MOST_IN_DOCUMENT = 250;
/** Where notes and maps are. */
export const NOTES: vscode.DocumentFilter = { scheme: 'file', pattern: '**/*.md' };

/** What is wrong in an open document of the vault, open documents counting as they are typed; `null` for another. Costs the document. */
export function findingsIn(document: vscode.TextDocument, vault: VaultSession, index: VaultIndex): readonly TextFinding[] | null {
  const typed = typedNote(document, vault);
  if (typed !== null) return examineText(typed, index).slice(0, MOST_IN_DOCUMENT);
  return document.uri.toString() === vault.uriOf(MEMORY_MAP).toString() ? examineMap(document.getText(), MEMORY_MAP) : null;
}

/**
 * Shows in Problems what is wrong with the notes of the vault: of open documents as they are typed, of all others as they were saved
 * (`savedFindings` says how many).
 */
export function registerNoteProblems(vault: VaultSession): vscode.Disposable {
  return new NoteProblems(vault);
}

type Entry = [vscode.Uri, vscode.Diagnostic[] | undefined];

class NoteProblems implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('cortex.memory');
  readonly #drawing: ReturnType<VaultSession['session']['drawing']>;
  /** Documents that were typed in, until they are looked at. */
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
    // What is not said again is gone.
    const entries: Entry[] = Array.from(this.#collection, ([uri]) => [uri, undefined]);
    if (state.kind === 'vault') {
      const saved = Array.from(savedFindings(state.store), ([path, found]): Entry => [this.vault.uriOf(path), found.map(savedDiagnostic)]);
      entries.push(...saved, ...this.#entriesOf(vscode.workspace.textDocuments, state.store));
    }
    // Of several entries for a file the editor shows all; the last one is to count.
    this.#collection.set([...new Map(entries.map((entry) => [entry[0].toString(), entry])).values()]);
  }

  dispose(): void {
    for (const timer of this.#typed.values()) clearTimeout(timer);
    this.#subscriptions.dispose();
    this.#drawing.dispose();
    this.#collection.dispose();
  }
}

type Said = Pick<VaultFinding, 'severity' | 'code' | 'message' | 'next'>;

function diagnosticOf({ severity, code, message, next }: Said, range: vscode.Range): vscode.Diagnostic {
  const { Error: error, Warning: warning } = vscode.DiagnosticSeverity;
  const diagnostic = new vscode.Diagnostic(range, messageText(inSentences(message, next)), severity === 'error' ? error : warning);
  diagnostic.source = 'Cortex';
  diagnostic.code = code;
  return diagnostic;
}

/** Of a file that is not open the text is not known: an empty range is drawn under the word that stands there. */
function savedDiagnostic(finding: VaultFinding): vscode.Diagnostic {
  const at = new vscode.Position((finding.line ?? 1) - 1, (finding.column ?? 1) - 1);
  return diagnosticOf(finding, new vscode.Range(at, at));
}

/** So many places of other notes are named with one finding. */
const MOST_OTHERS = 20;

function typedDiagnostics(document: vscode.TextDocument, findings: readonly TextFinding[], vault: VaultSession): vscode.Diagnostic[] {
  return findings.map((finding) => {
    const diagnostic = diagnosticOf(finding, rangeIn(document, finding.at));
    const start = new vscode.Position(0, 0);
    const others = finding.others.slice(0, MOST_OTHERS).map((path) => {
      const why = finding.code === 'duplicate-id' ? 'has the same id' : 'may be meant';
      return new vscode.DiagnosticRelatedInformation(new vscode.Location(vault.uriOf(path), start), messageText(`${path} ${why}`));
    });
    if (others.length > 0) diagnostic.relatedInformation = others;
    return diagnostic;
  });
}
