import path from 'node:path';
import { type FileContent, readFileBounded, writeFileDurable } from '../../kernel/atomic-file.ts';
import { CortexError, describeError } from '../../kernel/errors.ts';
import type { FileSystem } from '../../kernel/file-system.ts';
import { asideName, identityOf } from '../../kernel/log/file-content.ts';
import { sideOf } from '../../kernel/merge-conflicts.ts';
import type { OperationContext, Outcome } from '../../kernel/operation.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import { cortexFiles, REASONING } from '../cortex-files.ts';
import { MAX_FILE_BYTES } from '../inspect.ts';
import { isUnmerged } from '../merge-marks.ts';
import type { MergeTimelineOutput } from '../operations/timeline.ts';
import { CORTEX_FOLDER } from '../root.ts';
import type { TimelineEntry } from '../schema/timeline.ts';
import { quoted } from '../shorten.ts';
import { outcomeOf, projectIdOf } from '../store-life.ts';
import { FEW } from '../swarm/swarm-answers.ts';
import { ARCHIVE_FOLDER } from '../timeline/archives.ts';
import { conflictsBelow, isAsGitWroteIt, type Objects, readSides, type Sides } from '../timeline/git-conflict.ts';
import { ReasoningTrace } from '../timeline/reasoning-trace.ts';
import { unite } from '../timeline/unite.ts';
import { workplaceOf } from '../typed-path.ts';
import { unmergedFile } from '../unmerged-file.ts';
import { flushTimeline } from './timeline.ts';

/** The files of entries below `.cortex/`, by the folder that they are in. */
const ENTRIES = /^\.cortex\/(?:timeline|(reasoning|archive)\/[^/]+)\.crtx$/;

/** A file that was in the middle of a merge, and has the entries of both sides now. */
interface United {
  readonly file: string;
  /** Below `.cortex/`; `undefined` for `timeline.crtx`. */
  readonly folder: string | undefined;
  readonly entries: number;
  readonly warnings: readonly string[];
}

/**
 * Keeps what stood in a file with git's marks where that may be more than what git has: somebody may have begun to settle it by hand. A
 * copy of every such file would be litter, which `verify` names until somebody removes it.
 * @returns what is to be said of it
 */
async function keptAside(runtime: Runtime, tree: string, name: string, { bytes, stat }: FileContent): Promise<string[]> {
  if (await isAsGitWroteIt(tree, name, bytes)) return [];
  const file = path.join(tree, name);
  const aside = asideName(runtime, file, identityOf(stat));
  await writeFileDurable(runtime, aside, bytes, { root: tree, exclusive: true });
  const why = 'between the marks of the merge it may have had what somebody typed by hand';
  return [`${file}: ${why}; as it was it is kept in ${path.basename(aside)}. Take from that what is missing, and remove it.`];
}

/** @param isTrace of an entry in a trace no command says how it ended */
function toldConflicts(file: string, conflicts: readonly TimelineEntry[], isTrace: boolean): string[] {
  const next = isTrace ? '' : ' Say which with "cortex timeline resolve".';
  const told = conflicts
    .slice(0, FEW)
    .map(({ id, action, reasoning }) => `${file}: ${action}. ${reasoning} The entry ${quoted(id)} keeps both.${next}`);
  const more = conflicts.length - told.length;
  return more === 0 ? told : [...told, `${file}: so it is with ${more} more; its entries of type "conflict" name each.`];
}

/** The sides of a file as they stand between its marks. */
function writtenSides(content: FileContent | null, file: string): Sides {
  const text = content === null ? '' : decodeUtf8(content.bytes, file);
  return { ours: Buffer.from(sideOf(text, 'ours')), theirs: Buffer.from(sideOf(text, 'theirs')) };
}

/** @param objects what git has of the two sides; `null` when it takes the file with its marks for settled */
async function uniteFile(runtime: Runtime, tree: string, name: string, objects: Objects | null): Promise<United> {
  const file = path.join(tree, name);
  const folder = ENTRIES.exec(name)?.[1];
  const type = folder === 'reasoning' ? 'reasoning' : 'timeline';
  const place = { type, file, name: name.slice(CORTEX_FOLDER.length + 1), project: projectIdOf(runtime, tree) } as const;
  const content = readFileBounded(runtime.fs, file, { maxBytes: MAX_FILE_BYTES, root: tree });
  const marked = content !== null && isUnmerged(decodeUtf8(content.bytes, file)) ? content : null;
  // Without marks it is what somebody has settled by hand, and may have gone on with.
  const settled = marked === null && content !== null ? content.bytes : null;
  const sides = objects === null ? writtenSides(content, file) : await readSides(tree, name, objects);
  const { bytes, entries, conflicts } = unite(runtime, place, sides, settled);
  const kept = marked === null ? [] : await keptAside(runtime, tree, name, marked);
  await writeFileDurable(runtime, file, bytes, { root: tree });
  return { file, folder, entries, warnings: [...kept, ...toldConflicts(file, conflicts, type === 'reasoning')] };
}

/** The files of entries with git's marks in them, as git names them. Marks that were committed are in no list of git's. */
function markedFiles(fs: FileSystem, tree: string): string[] {
  const cortex = path.join(tree, CORTEX_FOLDER);
  return ['', REASONING, ARCHIVE_FOLDER].flatMap((below) => {
    const folder = path.join(cortex, below);
    const names = cortexFiles(fs, folder).filter((name) => name.endsWith('.crtx'));
    const isMarked = (name: string): boolean =>
      unmergedFile(fs, cortex, { type: 'timeline', file: path.join(folder, name) })?.code === 'busy';
    return names.filter(isMarked).map((name) => path.posix.join(CORTEX_FOLDER, below, name));
  });
}

/** One file that cannot be settled must not keep the others from it. @returns `null` for one that is left */
async function orLeft<T>(left: MergeTimelineOutput['left'], file: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    left.push({ file, problem: describeError(error) });
    return null;
  }
}

/**
 * Writes the entries of both sides into the timeline, the traces and the archives that git could not merge, in the worktree where this
 * was asked for. In the project's own they come into the logs as well, and with them what was recorded meanwhile into the files. The
 * answer is no while one is left.
 */
export async function mergeTimeline(context: OperationContext): Promise<Outcome<MergeTimelineOutput>> {
  const { runtime } = context;
  const { root, tree } = workplaceOf(context);
  const known = await conflictsBelow(tree, CORTEX_FOLDER);
  const marked = markedFiles(runtime.fs, tree).filter((name) => !known.has(name));
  const conflicts = [...known, ...marked.map((name) => [name, null] as const)].filter(([name]) => ENTRIES.test(name));
  if (conflicts.length === 0) {
    const file = path.join(tree, CORTEX_FOLDER);
    throw new CortexError('not-found', 'git has no merge conflict in its timeline, traces and archives', {
      file,
      next: 'There is nothing to do.',
    });
  }
  const left: MergeTimelineOutput['left'] = [];
  const united: United[] = [];
  // One after the other: each asks git, and there may be thousands. All before the logs: the timeline's reads the archives.
  for (const [name, objects] of conflicts) {
    const each = await orLeft(left, path.join(tree, name), () => uniteFile(runtime, tree, name, objects));
    if (each !== null) united.push(each);
  }
  const warnings = united.flatMap((each) => each.warnings);
  const files: MergeTimelineOutput['files'] = [];
  for (const each of united) {
    const told = tree === root ? await orLeft(left, each.file, () => intoLog(context, root, each)) : unlogged(each);
    if (told !== null) files.push({ file: each.file, entries: told.output });
    warnings.push(...(told?.warnings ?? []));
  }
  return { ok: left.length === 0, output: { files, left }, warnings };
}

const unlogged = ({ entries }: United): Outcome<number> => ({ ok: true, output: entries });

/** @returns how many entries the file has then; the timeline's log takes archives as they are */
async function intoLog(context: OperationContext, root: string, each: United): Promise<Outcome<number>> {
  const { file, folder } = each;
  if (folder === 'archive') return unlogged(each);
  if (folder === undefined) {
    const { output, ...outcome } = await flushTimeline(context);
    return { ...outcome, output: output.entries };
  }
  const trace = await ReasoningTrace.ofFile(context.runtime, root, path.basename(file));
  return outcomeOf(trace, async () => ({ ok: true, output: await trace.flush() }));
}
