import * as vscode from 'vscode';
import { CortexError } from '../../engine/platform/errors.ts';
import type { Handlers } from '../commands/handlers.ts';
import { openText } from '../commands/open.ts';
import type { CommandsOf } from '../manifest/manifest.ts';
import type { Subject } from '../model/row.ts';
import { CRTX_EDITOR } from './crtx-editor.ts';

/** Returns the file that a command is about: the clicked one, else the active one. @throws CortexError `not-found` */
function fileOf(subject: Subject | null): vscode.Uri {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const shown = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : null;
  const uri = subject?.kind === 'file' ? vscode.Uri.file(subject.file) : shown;
  if (uri?.path.endsWith('.crtx') === true) return uri;
  throw new CortexError('not-found', 'no .crtx file is open', { next: 'Open one, or choose it in the explorer.' });
}

/** Handlers of the commands of `.crtx` files, by id (docs/decisions/0023). */
export function crtxCommands(): Handlers<CommandsOf<'crtx'>> {
  return {
    'cortex.crtx.open': (subject) => vscode.commands.executeCommand('vscode.openWith', fileOf(subject), CRTX_EDITOR),
    'cortex.crtx.text': (subject) => openText(fileOf(subject), 1, 1),
  };
}
