import path from 'node:path';
import { CORTEX_FOLDER, typeOfFile } from '../../crtx/index.ts';
import type { CortexFileType } from '../../crtx/schema.ts';
import type { Versions } from '../../platform/git/merge-lines.ts';
import { adviseMergeDuplicates, STACK_FOLDER, stackMerging } from '../../stack/index.ts';
import { describeRenamedTask, queueMerging, type SeparatedTasks, teamFile } from '../../team/index.ts';
import { conflictSide, mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import type { Divide } from '../../text/conflicts/merge-parts.ts';
import type { MergeOutput } from './merge-schemas.ts';

/** A file of `.cortex/`. Its checksum covers the whole file, so lines cannot be merged. */
interface CortexFile {
  readonly kind: 'crtx';
  readonly by: MergeOutput['by'];
  readonly type: Exclude<CortexFileType, 'swarm'>;
  /** Folder that contains `.cortex`, relative to the working tree, and the file's name relative to `.cortex/`. */
  readonly root: string;
  readonly name: string;
}

/** A text file that consists of parts. */
interface PartedFile {
  readonly kind: 'parts';
  readonly by: MergeOutput['by'];
  readonly divide: Divide;
  readonly finish: (text: string, versions: Versions) => Finished;
  /** Like `finish`, for a text with conflicts. */
  readonly finishMarked: (text: string, versions: Versions) => Finished;
}

/** @property text `null` when the parts of both sides cannot be combined @property warnings descriptions of decisions */
export interface Finished {
  readonly text: string | null;
  readonly warnings: readonly string[];
}

const unchanged = (text: string): Finished => ({ text, warnings: [] });

function cortexFile(names: readonly string[], at: number): CortexFile | null {
  const name = names.slice(at + 1).join('/');
  const type = name.endsWith('.crtx') ? typeOfFile(name) : null;
  if (type === null || type === 'swarm') return null;
  const by = type === 'timeline' || type === 'reasoning' ? 'entries' : 'values';
  return { kind: 'crtx', by, type, root: names.slice(0, at).join('/'), name };
}

function stackFile(name: string): PartedFile | null {
  if (!name.endsWith('.md')) return null;
  const merging = stackMerging(name);
  const isPlan = merging.by === 'tasks';
  return { kind: 'parts', ...merging, finish: isPlan ? warnOfDuplicates : unchanged, finishMarked: isPlan ? warnOfMarked : unchanged };
}

/** A task that occurs twice in the merged plan was changed by both sides, so a person must decide. */
function warnOfDuplicates(text: string, { ours, theirs }: Versions): Finished {
  const doubled = adviseMergeDuplicates([ours, theirs], text);
  return { text: doubled.length === 0 ? text : null, warnings: doubled.map(({ words }) => words) };
}

/** A task may be twice on one side of the conflicts, or on the other. */
function warnOfMarked(text: string, versions: Versions): Finished {
  const conflicts = mergeConflicts(text);
  const found = (['ours', 'theirs'] as const).map((side) => warnOfDuplicates(conflictSide(text, conflicts, side).text, versions));
  return found.find((each) => each.text === null) ?? unchanged(text);
}

/** Possible numbers of path segments of a file, from the team directory on. */
const DEPTHS = [2, 3];

function teamQueue(names: readonly string[]): PartedFile | null {
  const kind = DEPTHS.map((depth) => teamFile(names.slice(-depth).join('/'))?.kind).find((each) => each !== undefined);
  const merging = kind === undefined ? null : queueMerging(kind);
  if (merging === null) return null;
  const told = ({ text, renamed }: SeparatedTasks): Finished => ({ text, warnings: renamed.map(describeRenamedTask) });
  return {
    kind: 'parts',
    by: 'tasks',
    divide: merging.divide,
    finish: (text, versions) => told(merging.finish(text, versions)),
    finishMarked: (text, versions) => told(merging.finishMarked(text, versions)),
  };
}

/** Returns how to merge a file, by its path in the working tree; `null` for a line merge as git does. */
export function findMergeMethod(file: string): CortexFile | PartedFile | null {
  const names = file.split('/');
  const at = names.lastIndexOf(CORTEX_FOLDER);
  if (at >= 0) return cortexFile(names, at);
  if (names.includes(STACK_FOLDER)) return stackFile(path.posix.basename(file));
  return teamQueue(names);
}
