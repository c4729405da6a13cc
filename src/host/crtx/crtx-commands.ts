import * as vscode from 'vscode';
import { CortexError } from '../../engine/platform/errors.ts';
import type { Handlers } from '../commands/handlers.ts';
import { openText } from '../commands/open.ts';
import { showPage } from '../dashboards/dashboards.ts';
import type { CommandsOf } from '../manifest/manifest.ts';
import { once } from '../model/once.ts';
import type { Subject } from '../model/row.ts';
import type { ProjectSession } from '../session.ts';
import type { CrtxDocument } from './crtx-document.ts';

/** View type of the editor. */
const CRTX_EDITOR = 'cortex.crtx';

interface EditorParts {
  readonly session: ProjectSession;
  readonly log: vscode.LogOutputChannel;
}

/** Registers the readable view of `.crtx` files as a custom editor (docs/decisions/0023). Its code is loaded with the first file. */
export function registerCrtxEditor({ session, log }: EditorParts, { extensionUri }: vscode.ExtensionContext): vscode.Disposable {
  const parts = once(async () => ({ ...(await import('./crtx-document.ts')), ...(await import('./crtx-page.ts')) }));
  const provider: vscode.CustomReadonlyEditorProvider<CrtxDocument> = {
    openCustomDocument: async (uri) => new (await parts()).CrtxDocument(uri, session.runtime, log),
    resolveCustomEditor: async (document, panel) => {
      panel.title = 'Cortex File';
      const load = async () => {
        const { CrtxPage } = await parts();
        return () => new CrtxPage({ session, document }, panel);
      };
      await showPage(panel, load, { extension: extensionUri, log });
    },
  };
  return vscode.window.registerCustomEditorProvider(CRTX_EDITOR, provider, { supportsMultipleEditorsPerDocument: true });
}

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
