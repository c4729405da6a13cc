import path from 'node:path';
import {
  backupFinding,
  CORTEX_FOLDER,
  type CortexIO,
  isBackupName,
  mergedGraphWarning,
  resolveCortexFolder,
  typeOfFile,
  unmergedFileError,
} from '../crtx/index.ts';
import { listDirectory } from '../files/folder-entries.ts';
import { FollowedUnmerged } from '../files/followed-unmerged.ts';
import type { UnmergedScope } from '../files/git-state.ts';
import { isInside } from '../files/safe-path.ts';
import { fileError } from '../platform/errors.ts';
import { type FileProblem, fileWarning, toProblem } from '../platform/file-problem.ts';
import type { FileSystem } from '../platform/file-system.ts';
import type { Runtime } from '../platform/runtime.ts';
import { commandAtEnd, compareCommand } from '../platform/suggested.ts';
import type { WatchDirectory } from '../platform/watching.ts';
import { invalidEntries, originalName } from '../project/index.ts';

const ARCHIVES = 'archive';

export type Inspect = CortexIO['inspect'];

function mergedProblems(inspected: Awaited<ReturnType<Inspect>>): FileProblem[] {
  const merged = mergedGraphWarning(inspected);
  if (merged === null) return [];
  const need = { kind: 'rebuild' as const, about: merged.file, title: path.basename(merged.file) };
  return [{ ...fileWarning(merged), command: commandAtEnd(merged.next), need }];
}

/** Returns what is wrong with one of the files of a project; nothing when it is valid or missing. */
export async function checkFile(inspect: Inspect, type: Parameters<Inspect>[0]): Promise<FileProblem[]> {
  try {
    const inspected = await inspect(type);
    return [...(inspected?.errors ?? []).map(toProblem), ...(inspected?.warnings ?? []).map(fileWarning), ...mergedProblems(inspected)];
  } catch (error) {
    return [toProblem(error)];
  }
}

/** @param name of the copy, relative to the `.cortex` folder */
function asideProblems(runtime: Runtime, folder: string, name: string): FileProblem[] {
  const file = path.join(folder, name);
  const original = originalName(name);
  const type = typeOfFile(original ?? '');
  // A graph can be rebuilt from the code, so a copy of one needs no attention.
  const isKept = !name.startsWith('graph.crtx');
  const found = backupFinding(name);
  const command = original === null ? undefined : compareCommand(path.join(folder, original), file);
  if (type === null) return [{ ...fileWarning({ file, line: 1, column: 1, ...found }), isKept, command }];
  return invalidEntries(runtime, folder, file, type).map((error) => ({ ...toProblem(error), severity: 'warning', isKept: true, command }));
}

/** Returns problems for copies of unreadable files that were replaced, by any process. */
export function putAside(runtime: Runtime, root: string): FileProblem[] {
  const folder = path.join(root, CORTEX_FOLDER);
  try {
    const names = ['', 'reasoning/'].flatMap((below) => copiesIn(runtime.fs, folder, below));
    return names.flatMap((name) => asideProblems(runtime, folder, name));
  } catch (error) {
    return [toProblem(fileError(error, folder, 'list the folder', 'read'))];
  }
}

function copiesIn(fs: FileSystem, folder: string, below: string): string[] {
  const names = listDirectory(fs, resolveCortexFolder(fs, folder, below)).filter(isBackupName);
  return names.sort().map((name) => `${below}${name}`);
}

/** Returns problems for unmerged archives. Their other problems are found only by `verify`, because they may be large. */
export function unmergedArchives(fs: FileSystem, root: string): FileProblem[] {
  const cortex = path.join(root, CORTEX_FOLDER);
  const folder = path.join(cortex, ARCHIVES);
  try {
    const names = listDirectory(fs, resolveCortexFolder(fs, cortex, ARCHIVES)).filter((name) => name.endsWith('.crtx'));
    const found = names.map((name) => unmergedFileError(fs, cortex, { type: 'timeline', file: path.join(folder, name) }));
    return found.flatMap((error) => (error?.code === 'busy' ? toProblem(error) : []));
  } catch (error) {
    return [toProblem(fileError(error, folder, 'list the folder', 'read'))];
  }
}

/** Returns where unmerged files of a project are. @param root folder with `.cortex` */
export function unmergedScope(fs: FileSystem, root: string): UnmergedScope {
  return { fs, root, owns: (file) => isInside(path.join(root, CORTEX_FOLDER), file) };
}

/** Follows the files of a project that git holds as unmerged. @param changed called when they may have changed */
export function followUnmerged(fs: FileSystem, root: string, watch: WatchDirectory | null, changed: () => void): FollowedUnmerged {
  return new FollowedUnmerged(unmergedScope(fs, root), watch, changed);
}
