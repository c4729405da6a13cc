import * as vscode from 'vscode';
import type { FileSystem } from '../../../engine/platform/file-system.ts';
import { describeLockPath } from '../../../engine/swarm/index.ts';
import { fileToLockPath } from '../../model/locks/lock-files.ts';
import { pickText } from '../../model/text.ts';
import { askText, Cancelled, type Choice, choose, requireNonEmpty } from '../ask.ts';

type PathChoice = { readonly path: string } | 'browse' | 'type';

const openChoices = (fs: FileSystem, root: string): Choice<PathChoice>[] =>
  openFiles(fs, root).map((path) => ({ label: pickText(describeLockPath(path)), description: 'open', value: { path } }));

/** Asks for lock paths: of open editors, from a file dialog, or typed. @throws Cancelled */
export async function pickPaths(fs: FileSystem, root: string, title: string): Promise<string[]> {
  const choices = openChoices(fs, root);
  choices.push(
    { label: '$(folder-opened) Choose files or folders…', value: 'browse' },
    { label: '$(edit) Type a path or a glob…', value: 'type' },
  );
  const chosen = await choose(choices, { title, placeHolder: 'Choose what to lock' });
  if (chosen === 'browse') return browse(fs, root, { title, openLabel: 'Lock', canSelectMany: true });
  if (chosen === 'type')
    return [await askText({ title, prompt: 'A file, a folder (ending in /) or a glob, relative to the project', check: requireNonEmpty })];
  return [chosen.path];
}

/**
 * Asks for files of the project, named as in timeline entries: open ones (the active one first), from a file dialog, or typed.
 * @throws Cancelled
 */
export async function pickFiles(fs: FileSystem, root: string, title: string, several = true): Promise<string[]> {
  const choices = openChoices(fs, root);
  choices.push(
    { label: several ? '$(folder-opened) Choose files or folders…' : '$(folder-opened) Choose a file or folder…', value: 'browse' },
    { label: '$(edit) Type a path…', description: 'a folder ends in /', value: 'type' },
  );
  const chosen = await choose(choices, { title, placeHolder: 'Choose a file' });
  if (chosen === 'type')
    return [await askText({ title, prompt: 'A file, or a folder ending in /, relative to the project', check: requireNonEmpty })];
  const found = chosen === 'browse' ? await browse(fs, root, { title, openLabel: 'Choose', canSelectMany: several }) : [chosen.path];
  return found.map(describeLockPath);
}

function openFiles(fs: FileSystem, root: string): string[] {
  const front = vscode.window.tabGroups.activeTabGroup.activeTab;
  const others = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
  const files = (front === undefined ? others : [front, ...others])
    .map(({ input }) =>
      input instanceof vscode.TabInputText && input.uri.scheme === 'file' ? fileToLockPath(fs, root, input.uri.fsPath) : null,
    )
    .filter((file) => file !== null);
  return [...new Set(files)];
}

async function browse(fs: FileSystem, root: string, options: vscode.OpenDialogOptions): Promise<string[]> {
  const always = { canSelectFiles: true, canSelectFolders: true, defaultUri: vscode.Uri.file(root) };
  const chosen = await vscode.window.showOpenDialog({ ...options, ...always });
  if (chosen === undefined || chosen.length === 0) throw new Cancelled();
  return Promise.all(
    chosen.map(async (uri) => {
      const { type } = await vscode.workspace.fs.stat(uri);
      // A path outside of the project is passed on, so that the operation refuses it and says why.
      const file = fileToLockPath(fs, root, uri.fsPath) ?? uri.fsPath;
      return type & vscode.FileType.Directory ? `${file}/` : file;
    }),
  );
}
