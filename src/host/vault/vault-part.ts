/** All that is loaded with the first vault. */
import * as vscode from 'vscode';
import { registerNoteFixes } from './language/fixes.ts';
import { registerNoteLinks } from './language/links.ts';
import { registerNoteProblems } from './language/problems.ts';
import { registerMemoryView } from './memory-view.ts';
import type { VaultSession } from './vault-session.ts';

export { OpenedVault } from './opened-vault.ts';
export { whichVault } from './which-vault.ts';

/** Registers all that shows a memory vault. */
export function registerMemory(vault: VaultSession, log: vscode.LogOutputChannel): vscode.Disposable {
  return vscode.Disposable.from(
    registerMemoryView(vault),
    registerNoteLinks(vault, log),
    registerNoteProblems(vault),
    registerNoteFixes(vault),
  );
}
