import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { CORTEX_FOLDER } from '../../engine/crtx/index.ts';
import { CortexError, fileError } from '../../engine/kernel/errors.ts';
import { type JsonPath, lineAndColumn, locateJsonPath } from '../../engine/kernel/json-position.ts';
import { resolveInside } from '../../engine/kernel/safe-path.ts';
import { manifestOf, type ProjectPicture } from '../model/picture.ts';
import { indexOf, type TaskEntry } from '../model/task-index.ts';
import { oneLine } from '../model/text.ts';
import type { ProjectSession } from '../session.ts';
import { openPlace } from './open.ts';
import { pickLock, pickTask } from './pickers.ts';
import { sayDone } from './say.ts';

/** Opens what a lock is on: a file in an editor, a folder in the explorer. @throws CortexError `outside-root` for a path that leads out */
export async function openLock(session: ProjectSession, picture: ProjectPicture, lockPath: string | null): Promise<void> {
  const wanted = lockPath ?? (await pickLock(picture, 'Open Locked File')).path;
  const file = resolveInside(session.runtime.fs, picture.root, wanted);
  const uri = vscode.Uri.file(file);
  const type = await vscode.workspace.fs.stat(uri).then(
    (stat) => stat.type,
    () => null,
  );
  if (type === null) return sayDone(`${oneLine(wanted)} is not a file: it may be a pattern, or still to be made.`);
  await vscode.commands.executeCommand(type & vscode.FileType.Directory ? 'revealInExplorer' : 'vscode.open', uri);
}

/** Opens `swarm.crtx` where a task stands. @throws CortexError when there is no such task, or no file */
export async function showTask(picture: ProjectPicture, id: string | null): Promise<void> {
  const task = id ?? (await pickTask(picture, 'Show Task', () => true)).id;
  const manifest = manifestOf(picture);
  const entry = manifest === null ? undefined : indexOf(manifest).get(task);
  if (entry === undefined) throw new CortexError('not-found', 'there is no such task any more', { value: task, next: 'Refresh the view.' });
  const file = path.join(picture.root, CORTEX_FOLDER, 'swarm.crtx');
  const text = await fs.readFile(file, 'utf8').catch((error) => {
    throw fileError(error, file, 'open the file');
  });
  const { line, column } = lineAndColumn(text, locateJsonPath(text, jsonPathOf(entry)));
  await openPlace(file, line, column);
}

/** Where a task stands in `swarm.crtx` (seed 1, "TaskNode"). */
function jsonPathOf(entry: TaskEntry): JsonPath {
  const steps: (string | number)[] = [];
  for (let at = entry; at.parent !== null; at = at.parent) steps.unshift('children', at.position - 1);
  return ['data', 'decomposition', ...steps];
}
