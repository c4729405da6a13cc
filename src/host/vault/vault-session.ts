import path from 'node:path';
import * as vscode from 'vscode';
import { isInside } from '../../engine/files/safe-path.ts';
import type { CortexError } from '../../engine/platform/errors.ts';
import { type OpenedVault, type VaultStore, vaultProtocol, type WordIndex } from '../../engine/vault/index.ts';
import { ProtocolSession } from '../protocol-session.ts';
import type { ProjectSession } from '../session.ts';

/** What is there of a vault. */
export type VaultState =
  | { readonly kind: 'none' }
  | { readonly kind: 'broken'; readonly error: CortexError }
  | { readonly kind: 'vault'; readonly store: VaultStore; readonly words: () => WordIndex };

/** The memory vault of the folder whose project is shown, or the one that the setting `cortex.vault.path` names. */
export class VaultSession extends ProtocolSession<OpenedVault> {
  constructor(session: ProjectSession, log: vscode.LogOutputChannel) {
    super(vaultProtocol, session, log, 'cortex.memory');
  }

  /** What is open; `null` where there is no vault, or its configuration cannot be read. */
  get #opened(): OpenedVault | null {
    const opened = this.places[0]?.opened ?? null;
    return opened?.isThere === true ? opened : null;
  }

  get state(): VaultState {
    const opened = this.#opened;
    if (opened !== null) return { kind: 'vault', store: opened.store, words: () => opened.words };
    const state = this.places[0]?.state;
    const error = state?.kind === 'broken' ? state.error : state?.kind === 'open' ? state.opened.store.config.broken[0] : undefined;
    return error === undefined ? { kind: 'none' } : { kind: 'broken', error };
  }

  /** The folder that the vault was looked for in, absolute; `null` where none is open. */
  get folder(): string | null {
    return this.places[0]?.place.folder ?? null;
  }

  /** The path in the vault of a file that is a note, or would be one. */
  pathOf(uri: vscode.Uri): string | null {
    const root = this.#opened?.root;
    if (root === undefined || uri.scheme !== 'file' || !isInside(root, uri.fsPath)) return null;
    const file = path.relative(root, uri.fsPath).split(path.sep).join('/');
    return this.#opened?.isNote(file) ? file : null;
  }

  /** Where a note is. @throws Error when there is no vault, which is a defect of ours */
  uriOf(note: string): vscode.Uri {
    if (this.#opened === null) throw new Error('there is no vault');
    return vscode.Uri.file(path.join(this.#opened.root, note));
  }
}
