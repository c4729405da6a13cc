/** Views and language features of a vault, loaded when a vault is first used. */
import * as vscode from 'vscode';
import { registerNoteFixes } from './language/fixes.ts';
import { registerNoteLinks } from './language/links.ts';
import { registerNoteProblems } from './language/problems.ts';
import { registerMemoryView } from './memory-view.ts';
import type { VaultSession } from './vault-session.ts';

/** Registers everything that shows a memory vault. */
export function registerMemory(vault: VaultSession, log: vscode.LogOutputChannel): vscode.Disposable {
  return vscode.Disposable.from(
    registerMemoryView(vault),
    registerNoteLinks(vault, log),
    registerNoteProblems(vault),
    registerNoteFixes(vault),
  );
}
