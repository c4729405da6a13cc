/** Features that show locks on files, loaded with the first project. */
import * as vscode from 'vscode';
import type { ProjectSession } from '../session.ts';
import { HeldFiles } from './held-files.ts';
import { registerHeldLenses } from './held-lenses.ts';
import { registerHeldNotices } from './held-notices.ts';
import { registerLockDecorations } from './lock-decorations.ts';
import { LockedFiles } from './locked-files.ts';

/** Registers everything that shows locks on files. */
export function registerLocks(session: ProjectSession, log: vscode.LogOutputChannel): vscode.Disposable {
  const files = new LockedFiles(session);
  const held = new HeldFiles(files, session);
  return vscode.Disposable.from(files, registerLockDecorations(files, session), registerHeldLenses(held), registerHeldNotices(held, log));
}
