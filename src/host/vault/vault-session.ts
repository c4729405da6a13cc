import path from 'node:path';
import * as vscode from 'vscode';
import { isInside } from '../../engine/files/safe-path.ts';
import type { CortexError } from '../../engine/platform/errors.ts';
import { type OpenedVault, type VaultStore, vaultProtocol, type WordIndex } from '../../engine/vault/index.ts';
import { ProtocolSession } from '../protocol-session.ts';
import type { ProjectSession } from '../session.ts';

/** State of the vault. */
export type VaultState =
  | { readonly kind: 'none' }
  | { readonly kind: 'broken'; readonly error: CortexError }
  | { readonly kind: 'vault'; readonly store: VaultStore; readonly words: () => WordIndex };

/** The memory vault of the shown project's folder, or the one in the setting `cortex.vault.path`. */
export class VaultSession extends ProtocolSession<OpenedVault> {
  constructor(session: ProjectSession, log: vscode.LogOutputChannel) {
    super(vaultProtocol, session, log, 'cortex.memory');
  }

  /** The open vault; `null` if there is none, or its configuration cannot be read. */
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

  /** Folder in which the vault was searched, absolute; `null` if no folder is open. */
  get folder(): string | null {
    return this.places[0]?.place.folder ?? null;
  }

  /** Returns the vault path of a file that is, or would be, a note; else `null`. */
  pathOf(uri: vscode.Uri): string | null {
    const root = this.#opened?.root;
    if (root === undefined || uri.scheme !== 'file' || !isInside(root, uri.fsPath)) return null;
    const file = path.relative(root, uri.fsPath).split(path.sep).join('/');
    return this.#opened?.isNote(file) ? file : null;
  }

  /** Returns the URI of a note. @throws Error if there is no vault, which is a programming error */
  uriOf(note: string): vscode.Uri {
    if (this.#opened === null) throw new Error('there is no vault');
    return vscode.Uri.file(path.join(this.#opened.root, note));
  }
}
