import path from 'node:path';
import { CortexError, joinSentences } from '../platform/errors.ts';
import type { FileProblem } from '../platform/file-problem.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { type ConflictObjects, listUnmergedObjects } from '../platform/git/conflict-stages.ts';
import type { Outcome } from '../platform/operation.ts';
import { mergeConflicts } from '../text/conflicts/merge-conflicts.ts';
import { shellWord } from '../text/shell-word.ts';
import { readFileBounded } from './atomic-file.ts';
import { gitFolderAround, UNMERGED, type UnmergedScope } from './git-state.ts';

/** Larger files are not searched for conflict markers: they are none of ours. */
const MAX_BYTES = 64 * 1_048_576;

/** A file that git holds as unmerged, and that no conflict markers show. */
export interface UnmergedFile {
  /** Absolute. */
  readonly file: string;
  /** `warning`: both sides changed it, and only `git add` is missing. */
  readonly severity: 'error' | 'warning';
  /** What both sides did. */
  readonly message: string;
  readonly next: string;
  /** The commands of `next`, one for each choice. */
  readonly commands: readonly string[];
}

/** Git takes `*`, `?` and `[` in a path for a pattern. */
const onFile = (command: string, file: string): string =>
  `git${/[*?[\\]/.test(file) ? ' --literal-pathspecs' : ''} ${command} -- ${shellWord(file)}`;

/** Name that git gives to a file beside a folder of the same name: `PLAN.md~HEAD`. */
export const withoutSide = (file: string): string => file.replace(/~[^/\\]+$/, '');

/** Returns what the sides did, if one of them does not have the file; `null` if both have it. */
export function describeMissingSide({ base, ours, theirs }: ConflictObjects): string | null {
  if (ours !== undefined && theirs !== undefined) return null;
  if (ours === undefined && theirs === undefined) return 'both sides deleted or renamed it';
  const [missing, present] = ours === undefined ? ['our side', 'the other side'] : ['the other side', 'our side'];
  return base === undefined ? `only ${present} has a file of this name` : `${missing} deleted it, and ${present} changed it`;
}

/** Returns the commands that keep a file and that delete it. @param isThere whether it is in the working tree */
function choices(file: string, { ours, theirs }: ConflictObjects, isThere: boolean): { keep: string | null; remove: string } {
  const [add, remove] = [onFile('add', file), onFile('rm', file)];
  if (isThere) return { keep: add, remove };
  if (ours === undefined && theirs === undefined) return { keep: null, remove };
  return { keep: `${onFile(`checkout ${ours === undefined ? '--theirs' : '--ours'}`, file)} && ${add}`, remove };
}

/** Describes an unmerged file that has no conflict markers. */
export function describeUnmerged(file: string, objects: ConflictObjects, isThere: boolean): UnmergedFile {
  const why = describeMissingSide(objects);
  const { keep, remove } = choices(file, objects, isThere);
  if (why === null && isThere && keep !== null) {
    const message = 'git still holds it as unmerged, although it has no conflict markers';
    const next = `If it has what it should have of both sides: ${keep}`;
    return { file, severity: 'warning', message, next, commands: [keep] };
  }
  const message = `unmerged: ${why ?? 'both sides changed it, and it is not in the working tree'}`;
  if (keep === null) return { file, severity: 'error', message, next: `To confirm that: ${remove}`, commands: [remove] };
  return { file, severity: 'error', message, next: `"${keep}" keeps it; "${remove}" deletes it.`, commands: [keep, remove] };
}

/** Returns the text of a file; `null` if it is not there. A file that cannot be read has no markers. */
export function unmergedText({ fs, root }: Pick<UnmergedScope, 'fs' | 'root'>, file: string): string | null {
  try {
    return readFileBounded(fs, file, { maxBytes: MAX_BYTES, root })?.bytes.toString('latin1') ?? null;
  } catch (error) {
    if (error instanceof CortexError) return '';
    throw error;
  }
}

/** Reports whether a text has both sides, between conflict markers. So has a file that both sides renamed, under each of its new names. */
const hasMarkers = (text: string | null): boolean => text !== null && mergeConflicts(text, 'plain').length > 0;

/** Reports whether one side does not have the file, so that there are no two texts to keep. */
export function isUndecided(scope: Pick<UnmergedScope, 'fs' | 'root'>, file: string, objects: ConflictObjects): boolean {
  return describeMissingSide(objects) !== null && !hasMarkers(unmergedText(scope, file));
}

function unmergedFile(scope: UnmergedScope, file: string, objects: ConflictObjects): UnmergedFile[] {
  const text = unmergedText(scope, file);
  // The protocol itself reports conflict markers.
  if (hasMarkers(text)) return [];
  return [describeUnmerged(file, objects, text !== null)];
}

/**
 * Returns the files of a protocol that git holds as unmerged, except those whose conflict markers the protocol reports. Starts git in every
 * repository: a caller with little time checks `mayBeUnmerged` first.
 */
export async function listUnmerged(scope: UnmergedScope): Promise<UnmergedFile[]> {
  const { fs, root, owns } = scope;
  if (gitFolderAround(fs, root) === null) return [];
  try {
    const found = [...(await listUnmergedObjects(root, '.'))].map(([name, objects]) => [path.join(root, name), objects] as const);
    return found.filter(([file]) => owns(withoutSide(file))).flatMap(([file, objects]) => unmergedFile(scope, file, objects));
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    const next = 'Ask git itself: git status';
    return [{ file: root, severity: 'warning', message: `unmerged files are unknown: ${error.message}`, next, commands: [] }];
  }
}

/** Adds to the outcome of a command that found no conflict markers in a file what git says of it. @param file absolute */
export async function withGitState<Output extends { readonly kept: readonly unknown[] }>(
  fs: FileSystem,
  file: string,
  outcome: Outcome<Output>,
): Promise<Outcome<Output>> {
  if (outcome.output.kept.length > 0) return outcome;
  const [found] = await listUnmerged({ fs, root: path.dirname(file), owns: (each) => each === file });
  if (found === undefined) return outcome;
  const said = `${file}: ${joinSentences(found.message, found.next)}`;
  return { ...outcome, ok: outcome.ok && found.severity !== 'error', warnings: [...(outcome.warnings ?? []), said] };
}

/** Returns an unmerged file as a problem, which is an item of Needs You. */
export function unmergedProblem({ file, severity, message, next, commands }: UnmergedFile): FileProblem {
  const [command, ...otherCommands] = commands;
  const summary = joinSentences(message, next);
  const others = otherCommands.length === 0 ? {} : { otherCommands };
  const need = { kind: UNMERGED, about: file, title: path.basename(file), ...others } as const;
  return { severity, message: `${file}: ${summary}`, summary, file, line: 1, column: 1, code: UNMERGED, command, need };
}
