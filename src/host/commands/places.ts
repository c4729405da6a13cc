import path from 'node:path';
import * as vscode from 'vscode';
import { CORTEX_FOLDER, MAX_FILE_BYTES } from '../../engine/crtx/index.ts';
import { readFileBounded } from '../../engine/files/atomic-file.ts';
import { CortexError } from '../../engine/platform/errors.ts';
import type { FileSystem } from '../../engine/platform/file-system.ts';
import { lockPathToFile } from '../../engine/swarm/index.ts';
import { type JsonPath, lineAndColumn, locateJsonPath } from '../../engine/text/json/json-position.ts';
import { decodeUtf8 } from '../../engine/text/utf8.ts';
import { lockToFile } from '../model/locks/lock-files.ts';
import { getTaskIndex, type TaskEntry } from '../model/swarm/task-index.ts';
import { manifestOf, type ProjectViewModel } from '../model/swarm/view-model.ts';
import { isPlain, oneLine } from '../model/text.ts';
import { pickLock, pickTask } from './forms/pickers.ts';
import { reportDone, showWarning } from './notifications.ts';
import { openPlace } from './open.ts';

/** Opens the file of a lock, or reveals its folder in the explorer. @throws CortexError `outside-root` if the path leads out */
export async function openLock(fs: FileSystem, viewModel: ProjectViewModel, lockPath: string | null): Promise<void> {
  const wanted = lockPath ?? (await pickLock(viewModel, 'Open Locked File')).path;
  const uri = vscode.Uri.file(lockToFile(fs, viewModel.root, viewModel.folder, wanted));
  const type = await vscode.workspace.fs.stat(uri).then(
    (stat) => stat.type,
    () => null,
  );
  if (type === null) return reportDone(`${oneLine(wanted)} is not a file: it may be a pattern, or not exist yet.`);
  await vscode.commands.executeCommand(type & vscode.FileType.Directory ? 'revealInExplorer' : 'vscode.open', uri);
}

/** Copies the path of a lock, unescaped. */
export async function copyPath(lockPath: string): Promise<void> {
  const file = lockPathToFile(lockPath) ?? lockPath;
  if (isPlain(file)) await vscode.env.clipboard.writeText(file);
  else showWarning(`Not copied: ${oneLine(file)} contains control characters, which are unsafe to paste.`);
}

/** Opens `swarm.crtx` at a task. @throws CortexError if there is no such task, or no file */
export async function showTask(fs: FileSystem, viewModel: ProjectViewModel, id: string | null): Promise<void> {
  const task = id ?? (await pickTask(viewModel, 'Show Task', () => true)).id;
  const manifest = manifestOf(viewModel);
  const entry = manifest === null ? undefined : getTaskIndex(manifest).get(task);
  if (entry === undefined) throw new CortexError('not-found', 'the task no longer exists', { value: task, next: 'Refresh the view.' });
  const file = path.join(viewModel.root, CORTEX_FOLDER, 'swarm.crtx');
  const content = readFileBounded(fs, file, { maxBytes: MAX_FILE_BYTES, root: viewModel.root });
  if (content === null) throw new CortexError('not-found', 'the file no longer exists', { file, next: 'Refresh the view.' });
  const text = decodeUtf8(content.bytes, file);
  const { line, column } = lineAndColumn(text, locateJsonPath(text, jsonPathOf(entry)));
  await openPlace(file, line, column);
}

/** Returns the JSON path of a task in `swarm.crtx` (seed 1, "TaskNode"). */
function jsonPathOf(entry: TaskEntry): JsonPath {
  const steps: (string | number)[] = [];
  for (let at = entry; at.parent !== null; at = at.parent) steps.unshift('children', at.position - 1);
  return ['data', 'decomposition', ...steps];
}
