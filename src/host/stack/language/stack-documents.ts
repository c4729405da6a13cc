import path from 'node:path';
import type * as vscode from 'vscode';
import type { StackFiles } from '../../../engine/stack/index.ts';
import { realFile } from '../../model/real-file.ts';
import type { StackSession } from '../stack-session.ts';

/** Returns the stack that a document belongs to; `undefined` if it belongs to none. */
export function stackOfDocument(session: StackSession, { uri }: vscode.TextDocument): StackFiles | undefined {
  return uri.scheme === 'file' ? session.filesAt(path.dirname(realFile(uri))) : undefined;
}
