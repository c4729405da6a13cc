import path from 'node:path';
import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';
import type { Runtime } from '../platform/runtime.ts';
import { diffLines } from '../text/diff.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import { readFileBounded, writeFileDurable } from './atomic-file.ts';
import { runStep } from './run-step.ts';
import { isInside, resolveInside } from './safe-path.ts';

/** A change of one file in a folder. A text is `null` if the file does not exist. */
export interface FileChange {
  /** Relative to the folder, `/`-separated. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Topmost folder that was created for the file, relative to the folder. It is removed with the file if it is empty. */
  readonly folder: string | null;
}

const MAX_SIZE = 1_048_576;
/** Errors for a folder that is not empty, or gone already. */
const STAYS: ReadonlySet<string> = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT']);

/** Returns the real path of a file in a folder. @throws CortexError `outside-root` with a next step for this case */
function realFile({ fs }: Runtime, directory: string, relative: string): string {
  try {
    return resolveInside(fs, directory, relative);
  } catch (error) {
    if (!(error instanceof CortexError) || error.code !== 'outside-root') throw error;
    const next = 'Replace the link with a file.';
    throw new CortexError(error.code, error.message, { ...error.data, next }, { cause: error });
  }
}

/** Reads the text of a file in a folder; `null` if it does not exist. @throws CortexError `outside-root`, `broken-file` */
export function readPresentText(runtime: Runtime, directory: string, relative: string): string | null {
  const file = realFile(runtime, directory, relative);
  try {
    const content = readFileBounded(runtime.fs, file, { maxBytes: MAX_SIZE, root: directory });
    return content === null ? null : decodeUtf8(content.bytes, file);
  } catch (error) {
    // A file has the place of a parent folder, so nothing is below it.
    if (error instanceof CortexError && systemCode(error.cause) === 'ENOTDIR') return null;
    throw error;
  }
}

/** Returns the topmost missing folder on the path to a file; `null` if all exist. */
export function missingFolder({ fs }: Runtime, directory: string, relative: string): string | null {
  const folders = relative.split('/').slice(0, -1);
  const ways = folders.map((_, n) => folders.slice(0, n + 1).join('/'));
  return ways.find((way) => !exists(fs, path.join(directory, way))) ?? null;
}

function exists(fs: FileSystem, file: string): boolean {
  try {
    fs.lstatSync(file, { bigint: true });
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw fileError(error, file, 'read the folder', 'read');
  }
}

/** Returns the real path of a file; `null` if a link leads out of the folder, where none of our files can be. */
export function findOwnFile({ fs }: Runtime, directory: string, relative: string): string | null {
  try {
    return resolveInside(fs, directory, relative);
  } catch (error) {
    if (error instanceof CortexError && error.code === 'outside-root') return null;
    throw error;
  }
}

/** Writes changes that were shown. @throws CortexError `busy` for a file that has changed since; earlier ones are written already */
export async function applyChanges(runtime: Runtime, directory: string, changes: readonly FileChange[]): Promise<void> {
  for (const change of changes) {
    const file = realFile(runtime, directory, change.path);
    const assertUnchanged = (): void => {
      if (readPresentText(runtime, directory, change.path) === change.before) return;
      throw new CortexError('busy', 'the file changed after the preview', { file, next: 'Repeat the command.' });
    };
    assertUnchanged();
    if (change.after === null) remove(runtime, directory, file, change.folder);
    else {
      makeFolder(runtime, path.dirname(file));
      const options = change.before === null ? { root: directory, exclusive: true } : { root: directory, beforeRename: assertUnchanged };
      await writeFileDurable(runtime, file, Buffer.from(change.after), options);
    }
  }
}

/**
 * Like `applyChanges`, one file at a time; an error says which changes are made.
 * @param command words of the command that makes the missing ones
 */
export async function applyInTurn(
  runtime: Runtime,
  directory: string,
  changes: readonly FileChange[],
  command: readonly string[],
): Promise<void> {
  for (const [n, change] of changes.entries()) {
    const names = changes.slice(0, n).map((each) => each.path);
    const done = names.length === 0 ? '' : `changed ${names.join(', ')}`;
    await runStep({ done, command }, () => applyChanges(runtime, directory, [change]));
  }
}

/** Returns a diff for each change. */
export const toDiffs = (changes: readonly FileChange[]): { path: string; diff: string }[] =>
  changes.map(({ path: name, before, after }) => ({ path: name, diff: diffLines(before ?? '', after ?? '') }));

/** @param folder empty folders of the file are removed too, up to this one */
function remove({ fs }: Runtime, directory: string, file: string, folder: string | null): void {
  try {
    fs.unlinkSync(file);
    if (folder === null) return;
    const last = resolveInside(fs, directory, folder);
    for (let inner = path.dirname(file); isInside(last, inner); inner = path.dirname(inner)) fs.rmdirSync(inner);
  } catch (error) {
    if (!STAYS.has(systemCode(error) ?? '')) throw fileError(error, file, 'remove the file');
  }
}

function makeFolder({ fs }: Runtime, folder: string): void {
  try {
    fs.mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw fileError(error, folder, 'create the folder');
  }
}
