import * as vscode from 'vscode';
import { once } from '../model/once.ts';
import type { ProjectSession } from '../session.ts';
import type { CrtxDocument } from './crtx-document.ts';

/** The view type. */
export const CRTX_EDITOR = 'cortex.crtx';

interface EditorParts {
  readonly session: ProjectSession;
  readonly log: vscode.LogOutputChannel;
}

/** Registers the readable view of `.crtx` files as an editor (docs/decisions/0023). It is loaded with the first file. */
export function registerCrtxEditor({ session, log }: EditorParts, { extensionUri }: vscode.ExtensionContext): vscode.Disposable {
  const parts = once(async () => ({ ...(await import('./crtx-document.ts')), ...(await import('./crtx-page.ts')) }));
  const provider: vscode.CustomReadonlyEditorProvider<CrtxDocument> = {
    openCustomDocument: async (uri) => new (await parts()).CrtxDocument(uri, session.runtime, log),
    resolveCustomEditor: async (document, panel) => {
      panel.title = 'Cortex File';
      let filling: vscode.Disposable | null = null;
      let isClosed = false;
      panel.onDidDispose(() => {
        isClosed = true;
        filling?.dispose();
      });
      const { crtxPage } = await parts();
      // It may have been closed meanwhile.
      if (!isClosed) filling = crtxPage({ session, document, log }, extensionUri)(panel);
    },
  };
  return vscode.window.registerCustomEditorProvider(CRTX_EDITOR, provider, { supportsMultipleEditorsPerDocument: true });
}
