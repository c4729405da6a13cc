import { join } from 'node:path';
import { CortexError } from '../../platform/errors.ts';
import { gitOutput, readGit } from '../../platform/git/git.ts';

/** What git has of a file that it could not merge: what both began with, and what each has made of that. */
type Stage = 'base' | 'ours' | 'theirs';
const STAGES: ReadonlyMap<string, Stage> = new Map([
  ['1', 'base'],
  ['2', 'ours'],
  ['3', 'theirs'],
]);

/** A side that has deleted the file has none, and where both have made it there is no base. */
export type Objects = Readonly<Partial<Record<Stage, string>>>;
export type Sides = Readonly<Partial<Record<Stage, Buffer>>>;

/** How git lists one of them: "<mode> <object> <stage>\t<name>". */
const LISTED = /^\d+ ([\da-f]+) ([123])\t(.+)$/s;

/**
 * The files below a folder that git could not merge, each with how git names its contents.
 * @param tree the worktree, or a folder of it: names are relative to it
 * @throws CortexError `io` when there is no git
 */
export async function conflictsBelow(tree: string, folder: string): Promise<Map<string, Objects>> {
  const answer = await readGit(tree, ['ls-files', '--unmerged', '-z', '--', folder]);
  // Git refuses outside of a repository, where nothing is merged.
  const listed = 'problem' in answer && answer.refused ? '' : gitOutput(answer, tree);
  const conflicts = new Map<string, Objects>();
  for (const line of listed.split('\0')) {
    const [, object, number = '', name = ''] = LISTED.exec(line) ?? [];
    const stage = STAGES.get(number);
    if (stage !== undefined) conflicts.set(name, { ...conflicts.get(name), [stage]: object });
  }
  return new Map([...conflicts].filter(([, { ours, theirs }]) => ours !== undefined || theirs !== undefined));
}

/**
 * The contents of the sides of a file.
 * @param name of the file in the worktree @param objects as `conflictsBelow` names them
 * @throws CortexError `io` when git cannot give one
 */
export async function readSides(tree: string, name: string, { base, ours, theirs }: Objects): Promise<Sides> {
  return {
    ...(base !== undefined && { base: await readSide(tree, name, base) }),
    ...(ours !== undefined && { ours: await readSide(tree, name, ours) }),
    ...(theirs !== undefined && { theirs: await readSide(tree, name, theirs) }),
  };
}

/** A side that is missing must not pass for one without entries. */
async function readSide(tree: string, name: string, object: string): Promise<Buffer> {
  const side = await readGit(tree, ['cat-file', 'blob', object]);
  if ('output' in side) return side.output;
  const next = 'Fetch what the clone has not, and try again; the file was not changed.';
  throw new CortexError('io', 'git cannot give one side of the conflict', { file: join(tree, name), value: object, next });
}

const withUnixLines = (bytes: Buffer): string => bytes.toString('latin1').replaceAll('\r\n', '\n');

/**
 * Whether a file with git's marks is as git has written it: git keeps that as a tree of its own until the merge is settled. False also
 * where git has not kept it (an old git, marks that were made again): then nobody can know.
 * @param name of the file in the worktree
 */
export async function isAsGitWroteIt(tree: string, name: string, bytes: Buffer): Promise<boolean> {
  const written = await readGit(tree, ['cat-file', 'blob', `AUTO_MERGE:./${name}`]);
  // The ends of lines may be others in the worktree than in git.
  return 'output' in written && withUnixLines(written.output) === withUnixLines(bytes);
}
