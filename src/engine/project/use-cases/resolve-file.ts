import path from 'node:path';
import { FILE_NAMES } from '../../crtx/cortex-io.ts';
import { parseCortexFile } from '../../crtx/format.ts';
import { MAX_FILE_BYTES } from '../../crtx/inspect.ts';
import { resolveLocalFolder } from '../../crtx/local-folder.ts';
import { type MergedFile, mergeFile } from '../../crtx/merging/merge-file.ts';
import { adviceForHalfConflict, isUnmerged } from '../../crtx/merging/merge-marks.ts';
import { unmergedFileError } from '../../crtx/merging/unmerged-file.ts';
import { CORTEX_FOLDER } from '../../crtx/root.ts';
import type { CortexFileType } from '../../crtx/schema.ts';
import { quoted, shortLine } from '../../crtx/shorten.ts';
import { projectIdReader } from '../../crtx/store-life.ts';
import type { Workplace } from '../../crtx/typed/typed-path.ts';
import { type FileContent, readFileBounded, writeFileDurable } from '../../files/atomic-file.ts';
import { backupName, identityOf } from '../../files/file-content.ts';
import { Mutex } from '../../files/mutex.ts';
import { CortexError } from '../../platform/errors.ts';
import {
  type ConflictObjects,
  type ConflictSides,
  isAsGitWroteIt,
  listGitConflicts,
  readSides,
} from '../../platform/git/conflict-stages.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { FEW } from '../../swarm/refusal.ts';
import { describeConflict } from '../../text/conflicts/conflict-words.ts';
import { halfConflict, keepSide, mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { shellWord } from '../../text/shell-word.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import { type DisputedEntry, mergeEntries } from '../../timeline/merging/merge-entries.ts';
import { resolveCommand } from '../../timeline/merging/outcome-conflicts.ts';

/** Longest wait for other processes that edit the manifest, in milliseconds. */
const PATIENCE_MS = 10_000;

/** An unmerged file of `.cortex/`. */
export interface FileConflict {
  /** Absolute. */
  readonly file: string;
  /** Path in the worktree, as git writes it. */
  readonly name: string;
  /** Path relative to `.cortex/`. */
  readonly below: string;
  readonly type: CortexFileType;
  /** Git's objects of both sides; `null` when git considers the file resolved although it contains markers. */
  readonly objects: ConflictObjects | null;
}

/** A file with the contents of both sides. */
export interface ResolvedFile {
  readonly file: string;
  /** `null` when the file is not a list of entries. */
  readonly entries: number | null;
  readonly warnings: readonly string[];
}

/** Returns the file if it contains git's markers, else `null`: then a person has resolved it by hand, and may have edited it since. */
const onlyWithMarkers = (content: FileContent | null, file: string): FileContent | null =>
  content !== null && isUnmerged(decodeUtf8(content.bytes, file)) ? content : null;

/** Returns both sides from git's objects, else from the text between the markers. */
async function sidesOf(tree: string, { file, name, objects }: FileConflict, content: FileContent | null): Promise<ConflictSides> {
  if (objects !== null) return readSides(tree, name, objects);
  const text = content === null ? '' : decodeUtf8(content.bytes, file);
  const half = halfConflict(mergeConflicts(text, 'plain'));
  if (half !== null) {
    throw new CortexError('broken-file', describeConflict(half), { file, line: half.line, next: `Put ${adviceForHalfConflict(file)}` });
  }
  return { ours: Buffer.from(keepSide(text, 'ours')), theirs: Buffer.from(keepSide(text, 'theirs')) };
}

/** Saves a copy of a file that is about to be replaced. @param why reason that the copy may be needed */
async function backUp(runtime: Runtime, tree: string, file: string, { bytes, stat }: FileContent, why: string): Promise<string> {
  const aside = backupName(runtime, file, identityOf(stat));
  await writeFileDurable(runtime, aside, bytes, { root: tree, exclusive: true });
  return `${file}: ${why}; a copy of the old file is in ${path.basename(aside)}. Copy what is missing from it, then remove it.`;
}

const TYPED = 'the text between the conflict markers may have been edited by hand';
const DIFFERENT = 'not all values of both sides could be kept';

/** @param isTrace true for a trace: no command can state how its entries ended */
function endingWarnings(file: string, conflicts: readonly DisputedEntry[], isTrace: boolean): string[] {
  const next = (id: string) => (isTrace ? '' : ` Choose one: ${resolveCommand(id)}`);
  const named = conflicts
    .slice(0, FEW)
    .map(
      ({ id, conflict }) => `${file}: ${conflict.action}. ${conflict.reasoning} The entry ${quoted(conflict.id)} keeps both.${next(id)}`,
    );
  const more = conflicts.length - named.length;
  return more === 0 ? named : [...named, `${file}: ${more} more like these; each has an entry of type "conflict".`];
}

/**
 * Unites the entries of both sides of a timeline, trace or archive. A file with markers is copied aside only if it differs from what git
 * wrote, i.e. somebody has begun to resolve it by hand. Copies of all files would be clutter that `verify` reports until a person removes
 * them.
 */
export async function resolveEntries(
  runtime: Runtime,
  tree: string,
  conflict: FileConflict & { readonly type: 'timeline' | 'reasoning' },
): Promise<ResolvedFile> {
  const { file, name, below, type } = conflict;
  const place = { type, file, name: below, project: projectIdReader(runtime, tree) };
  const content = readFileBounded(runtime.fs, file, { maxBytes: MAX_FILE_BYTES, root: tree });
  const marked = onlyWithMarkers(content, file);
  const settled = marked === null && content !== null ? content.bytes : null;
  const { bytes, entries, conflicts } = mergeEntries(runtime, place, await sidesOf(tree, conflict, content), settled);
  const isTyped = marked !== null && !(await isAsGitWroteIt(tree, name, marked.bytes));
  const kept = isTyped ? [await backUp(runtime, tree, file, marked, TYPED)] : [];
  await writeFileDurable(runtime, file, bytes, { root: tree });
  return { file, entries, warnings: [...kept, ...endingWarnings(file, conflicts, type === 'reasoning')] };
}

const shown = (value: unknown): string => quoted(shortLine(typeof value === 'string' ? value : JSON.stringify(value)));

function disagreementWarnings(file: string, { disagreements, isTied }: Pick<MergedFile, 'disagreements' | 'isTied'>): string[] {
  const why = isTied ? 'Both sides have the same time; every clone keeps the same value' : 'The later value is kept';
  const named = disagreements.slice(0, FEW).map(({ place, kept, other }) => {
    if (other === undefined) return `${file}: ${place} was removed by one side and changed by the other; it is kept.`;
    return `${file}: the two sides have different values of ${place}. ${why}: ${shown(kept)}, not ${shown(other)}.`;
  });
  const more = disagreements.length - named.length;
  return more === 0 ? named : [...named, `${file}: ${more} more like these.`];
}

/**
 * Unites both sides of the manifest. If both have different values for the same key, the side written later wins, a warning names the other
 * value, and the file with both is copied aside.
 * @throws CortexError also for a file that was resolved by hand and cannot be read
 */
export async function resolveDna(
  runtime: Runtime,
  { root, tree }: Pick<Workplace, 'root' | 'tree'>,
  conflict: FileConflict,
): Promise<ResolvedFile> {
  const mutex = new Mutex(runtime, path.join(resolveLocalFolder(runtime.fs, root, 'dna'), 'mutex'));
  const turn = await mutex.acquire({ timeoutMs: PATIENCE_MS });
  try {
    return { file: conflict.file, entries: null, warnings: await unitedDna(runtime, tree, conflict) };
  } finally {
    turn.release();
  }
}

/** @returns warnings */
async function unitedDna(runtime: Runtime, tree: string, conflict: FileConflict): Promise<string[]> {
  const { file, name } = conflict;
  const content = readFileBounded(runtime.fs, file, { maxBytes: MAX_FILE_BYTES, root: tree });
  const marked = onlyWithMarkers(content, file);
  if (content !== null && marked === null) {
    const parsed = parseCortexFile(decodeUtf8(content.bytes, file), file, 'dna');
    if (!parsed.ok) throw parsed.error;
    return [`${file}: has no conflict markers, and was not changed.`];
  }
  const { bytes, ...merged } = mergeFile('dna', file, await sidesOf(tree, conflict, content));
  const warnings = disagreementWarnings(file, merged);
  if (marked !== null) {
    const isTyped = !(await isAsGitWroteIt(tree, name, marked.bytes));
    if (isTyped || merged.disagreements.length > 0) warnings.push(await backUp(runtime, tree, file, marked, isTyped ? TYPED : DIFFERENT));
  }
  await writeFileDurable(runtime, file, bytes, { root: tree });
  return warnings;
}

/**
 * Unites both sides of the graph, so that nothing is lost with the markers. If both have different values for the same item, the later ones
 * win: "graph build" computes them again.
 */
export async function resolveGraph(runtime: Runtime, tree: string, conflict: FileConflict): Promise<ResolvedFile> {
  const { file, name } = conflict;
  const content = readFileBounded(runtime.fs, file, { maxBytes: MAX_FILE_BYTES, root: tree });
  const marked = onlyWithMarkers(content, file);
  const warnings: string[] = [];
  if (marked !== null) {
    const { bytes } = mergeFile('graph', file, await sidesOf(tree, conflict, marked));
    if (!(await isAsGitWroteIt(tree, name, marked.bytes))) warnings.push(await backUp(runtime, tree, file, marked, TYPED));
    await writeFileDurable(runtime, file, bytes, { root: tree });
  }
  return { file, entries: null, warnings };
}

/** Settles the graph of a project if it contains git's markers, before it is rebuilt. @returns warnings */
export async function resolveMarkedGraph(runtime: Runtime, root: string): Promise<readonly string[]> {
  const [type, below] = ['graph', FILE_NAMES.graph] as const;
  const name = path.posix.join(CORTEX_FOLDER, below);
  const file = path.join(root, name);
  if (unmergedFileError(runtime.fs, root, { type, file })?.code !== 'busy') return [];
  const objects = (await listGitConflicts(root, CORTEX_FOLDER)).get(name) ?? null;
  const { warnings } = await resolveGraph(runtime, root, { type, below, name, file, objects });
  return [...warnings, `${file}: the merge conflict is resolved. Mark it as resolved in git: "git add -- ${shellWord(file)}".`];
}
