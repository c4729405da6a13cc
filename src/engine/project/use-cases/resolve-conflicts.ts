import path from 'node:path';
import { listCortexFiles, REASONING, typeOfFileName } from '../../crtx/cortex-files.ts';
import { unmergedFileError } from '../../crtx/merging/unmerged-file.ts';
import { ARCHIVE_FOLDER } from '../../crtx/names.ts';
import { CORTEX_FOLDER } from '../../crtx/root.ts';
import { runInStore } from '../../crtx/store-life.ts';
import { findWorkplace, type Workplace } from '../../crtx/typed/typed-path.ts';
import { describeMissingSide } from '../../files/unmerged-files.ts';
import { CortexError, describeError } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { type ConflictObjects, listGitConflicts } from '../../platform/git/conflict-stages.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { SwarmStore } from '../../swarm/store.ts';
import { shellWord } from '../../text/shell-word.ts';
import { ReasoningTrace } from '../../timeline/reasoning-trace.ts';
import { flushTimeline } from '../../timeline/use-cases/timeline.ts';
import type { SettleOutput } from '../schemas/settle.ts';
import { type FileConflict, type ResolvedFile, resolveDna, resolveEntries, resolveGraph } from './resolve-file.ts';

type UnresolvedFiles = SettleOutput['left'];

const FOLDERS = ['', REASONING, ARCHIVE_FOLDER] as const;

/** Reports whether a file contains git's markers. */
function hasMarks(fs: FileSystem, cortex: string, { file, type }: FileConflict): boolean {
  return unmergedFileError(fs, cortex, { type, file })?.code === 'busy';
}

/**
 * Returns the conflict of a file in git's naming; `null` for one that the protocol does not define.
 * @param objects `null` when git considers the markers resolved
 */
function conflictOf(tree: string, name: string, objects: ConflictObjects | null): FileConflict | null {
  const below = path.posix.relative(CORTEX_FOLDER, name);
  const type = below.endsWith('.crtx') ? typeOfFileName(below) : null;
  return type && { file: path.join(tree, name), name, below, type, objects };
}

/** Returns the unmerged files, and files with markers that were committed, which git does not list. */
async function conflictsIn(fs: FileSystem, tree: string): Promise<FileConflict[]> {
  const cortex = path.join(tree, CORTEX_FOLDER);
  const known = await listGitConflicts(tree, CORTEX_FOLDER);
  const there = FOLDERS.flatMap((folder) =>
    listCortexFiles(fs, path.join(cortex, folder)).map((name) => path.posix.join(CORTEX_FOLDER, folder, name)),
  );
  const unmerged = [...known].flatMap(([name, objects]) => conflictOf(tree, name, objects) ?? []);
  const marked = there
    .filter((name) => !known.has(name))
    .flatMap((name) => conflictOf(tree, name, null) ?? [])
    .filter((each) => hasMarks(fs, cortex, each));
  // The manifest first: its project id is written into every other file.
  return [...unmerged, ...marked].sort((one, other) => Number(other.type === 'dna') - Number(one.type === 'dna'));
}

/** Runs work on a file. A failure must not stop the other files. @returns `null` on failure */
async function collectFailure<T>(left: UnresolvedFiles, file: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    left.push({ file, problem: describeError(error) });
    return null;
  }
}

/** Returns a warning if one side deleted a file. */
function deletionWarnings({ file, objects }: FileConflict): string[] {
  const what = objects && describeMissingSide(objects);
  if (objects === null || what === null) return [];
  const keeper = objects.ours === undefined ? 'the other side' : 'our side';
  return [`${file}: ${what}. The content of ${keeper} is kept. To delete it: git rm -f -- ${shellWord(file)}`];
}

/** @throws CortexError for a file whose sides cannot be united, with the step that settles it */
async function resolveConflict(context: OperationContext, { root, tree }: Workplace, conflict: FileConflict): Promise<ResolvedFile> {
  const { runtime } = context;
  const { file, type } = conflict;
  if (type === 'dna') return resolveDna(runtime, { root, tree }, conflict);
  if (type === 'timeline' || type === 'reasoning') return resolveEntries(runtime, tree, { ...conflict, type });
  // Derived files without markers have been rebuilt since: every command that uses swarm.crtx does that. Only git still lists them as
  // unmerged.
  if (!hasMarks(runtime.fs, path.join(tree, CORTEX_FOLDER), conflict)) {
    return { file, entries: null, warnings: [`${file}: has no conflict markers, and was not changed.`] };
  }
  if (type === 'graph') {
    const { warnings, ...done } = await resolveGraph(runtime, tree, conflict);
    return {
      ...done,
      warnings: [
        ...warnings,
        `${file}: contains both sides. "cortex graph build" rebuilds it from the code; then "git add -- ${shellWord(file)}".`,
      ],
    };
  }
  const why = unmergedFileError(runtime.fs, tree, { type, file });
  if (why !== null && tree !== root) throw why;
  // Opening the log rewrites the file from it, and keeps a copy of the old bytes.
  const { warnings = [] } = await runInStore(await SwarmStore.open(runtime, root), async () => ({ ok: true, output: null }));
  return { file, entries: null, warnings };
}

/** Brings the entries into the log of their file, and what was recorded meanwhile into the file. Archives stay as they are. */
async function adoptIntoLog(context: OperationContext, root: string, { file, below, type }: FileConflict): Promise<Outcome<number> | null> {
  if (below === 'timeline.crtx') {
    const { output, ...outcome } = await flushTimeline(context);
    return { ...outcome, output: output.entries };
  }
  if (type !== 'reasoning') return null;
  const trace = await ReasoningTrace.ofFile(context.runtime, root, path.basename(file));
  return runInStore(trace, async () => ({ ok: true, output: await trace.flush() }));
}

/**
 * Writes the contents of both sides into the unmerged files of `.cortex/`, in the current worktree. In the project's own worktree, the
 * entries also go into the logs, and what was recorded meanwhile into the files. `ok` is false while a file is left.
 * @throws CortexError `not-found` when there is no conflict
 */
export async function resolveConflicts(context: OperationContext): Promise<Outcome<SettleOutput>> {
  const place = findWorkplace(context);
  const { root, tree } = place;
  const conflicts = await conflictsIn(context.runtime.fs, tree);
  if (conflicts.length === 0) {
    const file = path.join(tree, CORTEX_FOLDER);
    throw new CortexError('not-found', 'no file in it has a git merge conflict', { file, next: 'Nothing to do.' });
  }
  const left: UnresolvedFiles = [];
  const settled: { readonly conflict: FileConflict; readonly done: ResolvedFile }[] = [];
  // Sequential, because each file runs git and there may be thousands. All files come before the logs, because the timeline's log reads the
  // archives.
  for (const conflict of conflicts) {
    const done = await collectFailure(left, conflict.file, () => resolveConflict(context, place, conflict));
    if (done !== null) settled.push({ conflict, done });
  }
  const warnings = settled.flatMap(({ conflict, done }) => [...done.warnings, ...deletionWarnings(conflict)]);
  const files: SettleOutput['files'] = [];
  for (const { conflict, done } of settled) {
    const { file } = conflict;
    const change =
      tree === root
        ? await collectFailure(left, file, async () => ({ logged: await adoptIntoLog(context, root, conflict) }))
        : { logged: null };
    const entries = deletionWarnings(conflict).length === 0 ? (change?.logged?.output ?? done.entries) : null;
    if (change !== null) files.push({ file, entries });
    warnings.push(...(change?.logged?.warnings ?? []));
  }
  return { ok: left.length === 0, output: { files, left }, warnings };
}
