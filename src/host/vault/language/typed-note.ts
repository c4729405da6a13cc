import * as vscode from 'vscode';
import type { Range } from '../../../engine/text/markdown/markdown.ts';
import { findPlacedLinks, type Note, type PlacedLink, readNoteText, type VaultConfig } from '../../../engine/vault/index.ts';
import type { VaultSession } from '../vault-session.ts';

/** A note with its current text in the editor, saved or not. */
export interface TypedNote {
  readonly document: vscode.TextDocument;
  /** Text of the document; offsets are the same in both. */
  readonly text: string;
  /** Note parsed from the text. Its `file` is empty. */
  readonly note: Note;
  /** All links with their positions, in order. */
  readonly links: readonly PlacedLink[];
}

interface CachedNote {
  readonly version: number;
  readonly config: VaultConfig;
  readonly typed: TypedNote;
}

/** Cache of the last result for each open document. */
const cachedNotes = new WeakMap<vscode.TextDocument, CachedNote>();

const NO_FILE: Note['file'] = { size: 0, mtimeNs: '0', ino: '0' };

/**
 * Returns the note in a document; `null` if it is not a note of the shown vault, or if its file was deleted while VS Code still has the
 * document open. Cached for each version of the document.
 */
export function typedNote(document: vscode.TextDocument, vault: VaultSession): TypedNote | null {
  const { state } = vault;
  const path = vault.pathOf(document.uri);
  if (path === null || state.kind !== 'vault') return null;
  const { config, index } = state.store;
  if (!document.isDirty && index.get(path) === undefined) return null;
  const last = cachedNotes.get(document);
  if (last?.version === document.version && last.config === config) return last.typed;
  const text = document.getText();
  const typed = { document, text, note: readNoteText(path, text, NO_FILE, config), links: findPlacedLinks(text, path) };
  cachedNotes.set(document, { version: document.version, config, typed });
  return typed;
}

/** Converts a range of offsets to a range of positions. */
export function rangeIn(document: vscode.TextDocument, { from, to }: Range): vscode.Range {
  return new vscode.Range(document.positionAt(from), document.positionAt(to));
}
