import path from 'node:path';
import { CORTEX_FOLDER } from '../../crtx/index.ts';
import { statOf } from '../../files/file-content.ts';
import { isInside } from '../../files/safe-path.ts';
import { describeUnmerged, unmergedProblem, unmergedText } from '../../files/unmerged-files.ts';
import { CortexError, joinSentences } from '../../platform/errors.ts';
import type { FileProblem } from '../../platform/file-problem.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { type Need, needForError } from '../../platform/need.ts';
import type { OperationContext } from '../../platform/operation.ts';
import { problemNeeds, withErrorNeeds } from '../../platform/problem-needs.ts';
import { TEAM_FOLDERS } from '../../team/index.ts';
import { describeConflict, resolveAdvice } from '../../text/conflicts/conflict-words.ts';
import { exampleConflicts, mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { shellWord } from '../../text/shell-word.ts';
import { findProjectAround } from '../project-reading.ts';
import { indexAdvice, listUnmergedFiles, type OtherConflict, type UndecidedFile } from './other-conflicts.ts';
import { settledTree } from './settled-tree.ts';

type Context = Pick<OperationContext, 'runtime' | 'directory'>;

const SETTLE = { stack: 'cstack settle', team: 'cortex team settle', vault: 'cortex vault settle' } as const;
/** Possible numbers of path components below a team directory. */
const TEAM_DEPTHS = [2, 3];

/** Whether a file that may be of a team is in a team directory: many projects have a folder `agents` or `projects`. */
function isOfCortex(fs: FileSystem, { file, protocol }: Pick<UndecidedFile, 'file' | 'protocol'>): boolean {
  if (protocol !== 'team') return true;
  const names = file.split(path.sep);
  return TEAM_DEPTHS.some((depth) => {
    const folder = names.slice(0, -depth).join(path.sep);
    const isBelow = TEAM_FOLDERS.includes(names.at(-depth) ?? '');
    return isBelow && TEAM_FOLDERS.filter((name) => statOf(fs, path.join(folder, name)) !== null).length > 1;
  });
}

interface Problem {
  readonly file: string;
  readonly line?: number;
  readonly summary: string;
  readonly command: string | undefined;
}

function errorOf({ file, line = 1, summary, command }: Problem): FileProblem {
  return { severity: 'error', message: `${file}:${line}:1: ${summary}`, summary, file, line, column: 1, command };
}

function problemOf(fs: FileSystem, root: string, { file, protocol }: OtherConflict): FileProblem {
  const text = unmergedText({ fs, root }, file);
  const found = file.endsWith('.md')
    ? [...mergeConflicts(text ?? ''), ...exampleConflicts(text ?? '')]
    : mergeConflicts(text ?? '', 'plain');
  const [first] = found;
  // Both sides have it, or it would be undecided.
  if (first === undefined) return unmergedProblem(describeUnmerged(file, { ours: '', theirs: '' }, text !== null));
  const command = `${SETTLE[protocol]} ${shellWord(file)}`;
  const isHalf = first.missing !== null;
  const summary = joinSentences(describeConflict(first), resolveAdvice(isHalf, command));
  return errorOf({ file, line: first.line, summary, command: isHalf ? undefined : command });
}

/** Returns the problem of another project in the worktree: its own commands name its files. */
function projectProblem(project: string): FileProblem {
  const command = `cortex settle --root ${shellWord(project)}`;
  const summary = joinSentences('git holds files in it as unmerged', `To keep both sides: ${command}`);
  return errorOf({ file: path.join(project, CORTEX_FOLDER), summary, command });
}

function indexProblem(vault: string): FileProblem {
  const { message, next, command } = indexAdvice(vault);
  return errorOf({ file: path.join(vault, 'index'), summary: joinSentences(message, next), command });
}

async function listProblems({ runtime, directory }: Context, tree: string): Promise<FileProblem[]> {
  const { fs } = runtime;
  const { others, undecided, indexed, projects } = await listUnmergedFiles(fs, tree, []);
  const own = findProjectAround(runtime, directory);
  const further = projects.filter((project) => project !== own?.root && project !== own?.tree);
  return [
    ...others.filter((each) => isOfCortex(fs, each)).map((each) => problemOf(fs, tree, each)),
    ...undecided.filter((each) => isOfCortex(fs, each)).map(unmergedProblem),
    ...indexed.map(indexProblem),
    ...further.map(projectProblem),
  ];
}

function realFile(fs: FileSystem, file: string): string {
  try {
    return path.join(fs.realpathSync(path.dirname(file)), path.basename(file));
  } catch {
    return file;
  }
}

/** As `unnamedConflicts`, but starts git also without signs of a merge. */
export async function conflictNeeds(context: Context, named: readonly Need[]): Promise<readonly Need[]> {
  const { fs } = context.runtime;
  try {
    const tree = await settledTree({ ...context, exactDirectory: false });
    const known = named.flatMap(({ place }) => (place === null ? [] : realFile(fs, place.file)));
    const found = await listProblems(context, tree);
    const left = found.filter(({ file }) => file === null || !known.some((each) => isInside(file, each)));
    return [...withErrorNeeds(tree, [], left), ...problemNeeds(left.filter(({ need }) => need !== undefined))];
  } catch (error) {
    if (error instanceof CortexError) return [needForError(error, 'the repository')];
    throw error;
  }
}
