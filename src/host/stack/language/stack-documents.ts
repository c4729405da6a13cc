import path from 'node:path';
import type * as vscode from 'vscode';
import type { StackFiles } from '../../../engine/stack/index.ts';
import { realFile } from '../../model/real-file.ts';
import type { StackSession } from '../stack-session.ts';

/** The stack that a document is a file of; `undefined` for any other. */
export function stackOfDocument(session: StackSession, { uri }: vscode.TextDocument): StackFiles | undefined {
  return uri.scheme === 'file' ? session.filesAt(path.dirname(realFile(uri))) : undefined;
}
