import * as vscode from 'vscode';
import { showPage } from '../dashboards/dashboards.ts';
import { once } from '../model/once.ts';
import type { ProjectSession } from '../session.ts';
import type { CrtxDocument } from './crtx-document.ts';

/** View type of the editor. */
export const CRTX_EDITOR = 'cortex.crtx';

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
