import * as vscode from 'vscode';
import type { Range } from '../../../engine/text/markdown/markdown.ts';
import { type Note, type PlacedLink, placedLinks, readNoteText, type VaultConfig } from '../../../engine/vault/index.ts';
import type { VaultSession } from '../vault-session.ts';

/** A note as it is typed in the editor at this moment, saved or not. */
export interface TypedNote {
  readonly document: vscode.TextDocument;
  /** Of the document; offsets of this text are offsets of the document. */
  readonly text: string;
  /** As the engine reads the text. Nothing is known of the file. */
  readonly note: Note;
  /** All links with their places, in the order of the text. */
  readonly links: readonly PlacedLink[];
}

interface Kept {
  readonly version: number;
  readonly config: VaultConfig;
  readonly typed: TypedNote;
}

/** What was made of each open document last. */
const kept = new WeakMap<vscode.TextDocument, Kept>();

const NO_FILE: Note['file'] = { size: 0, mtimeNs: '0', ino: '0' };

/**
 * What a document says if it is a note of the vault that is shown, else `null`: also of one whose file is gone, to which the editor holds
 * on for a while. Made once for each version of the document.
 */
export function typedNote(document: vscode.TextDocument, vault: VaultSession): TypedNote | null {
  const { state } = vault;
  const path = vault.pathOf(document.uri);
  if (path === null || state.kind !== 'vault') return null;
  const { config, index } = state.store;
  if (!document.isDirty && index.get(path) === undefined) return null;
  const last = kept.get(document);
  if (last?.version === document.version && last.config === config) return last.typed;
  const text = document.getText();
  const typed = { document, text, note: readNoteText(path, text, NO_FILE, config), links: placedLinks(text, path) };
  kept.set(document, { version: document.version, config, typed });
  return typed;
}

/** A part of a document's text as the editor counts it. */
export function rangeIn(document: vscode.TextDocument, { from, to }: Range): vscode.Range {
  return new vscode.Range(document.positionAt(from), document.positionAt(to));
}
