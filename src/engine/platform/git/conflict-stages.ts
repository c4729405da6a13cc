import { join } from 'node:path';
import { CortexError } from '../errors.ts';
import { gitOutput, readGit } from './git.ts';

/** The versions of a conflicting file in git's index: the common base and both sides. */
type Stage = 'base' | 'ours' | 'theirs';
const STAGES: ReadonlyMap<string, Stage> = new Map([
  ['1', 'base'],
  ['2', 'ours'],
  ['3', 'theirs'],
]);

/** A side that deleted the file is missing, and so is the base of a file that both sides added. */
export type ConflictObjects = Readonly<Partial<Record<Stage, string>>>;
export type ConflictSides = Readonly<Partial<Record<Stage, Buffer>>>;

/** A line of `ls-files --unmerged`: "<mode> <object> <stage>\t<name>". */
const LISTED = /^\d+ ([\da-f]+) ([123])\t(.+)$/s;

/**
 * Returns the unmerged files below a folder, with git's object ids of their versions. A file that both sides renamed to different names has
 * only a base.
 * @param tree the worktree, or a folder of it: names are relative to it
 * @throws CortexError `io` if git is not available
 */
export async function listUnmergedObjects(tree: string, folder: string): Promise<Map<string, ConflictObjects>> {
  const answer = await readGit(tree, ['ls-files', '--unmerged', '-z', '--', folder]);
  // Git refuses outside of a repository, where there are no merges.
  const listed = 'problem' in answer && answer.refused ? '' : gitOutput(answer, tree);
  const conflicts = new Map<string, ConflictObjects>();
  for (const line of listed.split('\0')) {
    const [, object, number = '', name = ''] = LISTED.exec(line) ?? [];
    const stage = STAGES.get(number);
    if (stage !== undefined) conflicts.set(name, { ...conflicts.get(name), [stage]: object });
  }
  return conflicts;
}

/** Like `listUnmergedObjects`, without files that both sides removed. */
export async function listGitConflicts(tree: string, folder: string): Promise<Map<string, ConflictObjects>> {
  const conflicts = await listUnmergedObjects(tree, folder);
  return new Map([...conflicts].filter(([, { ours, theirs }]) => ours !== undefined || theirs !== undefined));
}

/**
 * Reads the versions of a file in conflict, whose objects `listGitConflicts` returns.
 * @param name of the file in the worktree
 * @throws CortexError `io` if git cannot read one
 */
export async function readSides(tree: string, name: string, { base, ours, theirs }: ConflictObjects): Promise<ConflictSides> {
  return {
    ...(base !== undefined && { base: await readSide(tree, name, base) }),
    ...(ours !== undefined && { ours: await readSide(tree, name, ours) }),
    ...(theirs !== undefined && { theirs: await readSide(tree, name, theirs) }),
  };
}

/** Throws for a missing version, which must not be mistaken for an empty one. */
async function readSide(tree: string, name: string, object: string): Promise<Buffer> {
  const side = await readGit(tree, ['cat-file', 'blob', object]);
  if ('output' in side) return side.output;
  const next = 'Fetch the missing objects into this clone and try again. The file was not changed.';
  throw new CortexError('io', 'git cannot read one side of the conflict', { file: join(tree, name), value: object, next });
}

const withUnixLines = (bytes: Buffer): string => bytes.toString('latin1').replaceAll('\r\n', '\n');

/**
 * Whether a file with conflict markers is exactly as git wrote it. Git keeps that version as a tree until the merge is committed. False
 * also if git has not kept it (an old git, or markers that were made again).
 * @param name of the file in the worktree
 */
export async function isAsGitWroteIt(tree: string, name: string, bytes: Buffer): Promise<boolean> {
  const written = await readGit(tree, ['cat-file', 'blob', `AUTO_MERGE:./${name}`]);
  // Line breaks may differ between the worktree and git.
  return 'output' in written && withUnixLines(written.output) === withUnixLines(bytes);
}
