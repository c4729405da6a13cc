import path from 'node:path';
import * as vscode from 'vscode';
import { CortexError } from '../../engine/platform/errors.ts';
import { calendarDay, type Note, type VaultStore, type WordIndex } from '../../engine/vault/index.ts';
import type { Work } from '../commands/operations.ts';
import type { VaultSession } from './vault-session.ts';

/** The vault that a command works with. It does not change while the command runs. */
export interface OpenNotes {
  readonly store: VaultStore;
  /** Index for searching, built on the first call. */
  words(): WordIndex;
  /** Vault folder, absolute. */
  readonly root: string;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** @throws CortexError if there is no vault, or it cannot be opened */
export function openNotes({ state, folder, session }: VaultSession): OpenNotes {
  if (state.kind === 'broken') throw state.error;
  if (state.kind === 'none' && folder === null) {
    throw new CortexError('not-found', 'no folder is open', { next: 'Open the folder of a project first.' });
  }
  if (state.kind === 'none') {
    const next = 'Run "Cortex Memory: Create Memory Vault", or name one in the setting cortex.vault.path.';
    throw new CortexError('not-found', 'there is no memory vault here', { next });
  }
  const { root, timeZone } = state.store.config;
  const today = calendarDay(session.runtime.clock.now(), timeZone);
  return { store: state.store, words: state.words, root, today };
}

/** Returns the context for operations, in the folder where the vault was found, so that they find the same configuration. */
export function toWork({ session, folder }: VaultSession, { root }: OpenNotes, log: vscode.LogOutputChannel): Work {
  return { runtime: session.runtime, directory: folder ?? root, log };
}

/** Opens a note in an editor. */
export async function openNote({ root }: OpenNotes, { path: note }: Pick<Note, 'path'>): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(path.join(root, note)));
}

/** Returns the note in the active editor; `null` if it is not a note. */
export function activeNote(vault: VaultSession, { store }: OpenNotes): Note | null {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const file = uri === undefined ? null : vault.pathOf(uri);
  return file === null ? null : (store.index.get(file) ?? null);
}
