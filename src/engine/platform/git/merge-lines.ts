import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CortexError } from '../errors.ts';
import { writeGit } from './git.ts';

/** Absolute paths of files with the three versions of one text. */
export interface VersionFiles {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** The three versions of one text: the common base (empty if unknown) and the two sides. */
export interface Versions {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** The merged lines. If `isClean` is false, the text contains git's conflict markers. */
export interface MergedText {
  readonly text: string;
  readonly isClean: boolean;
}

const LABELS = ['-L', 'ours', '-L', 'base', '-L', 'theirs'] as const;

/** With the common ancestor between the sides, git marks everything that the ancestor does not have, also what both sides have. */
const WITHOUT_BASE = ['--no-diff3'] as const;

/**
 * Merges the lines of three files into `ours` with git, and writes conflict markers where they conflict. Runs no program that a repository
 * configures.
 * @param options of `git merge-file`
 * @returns whether there is no conflict
 * @throws CortexError `io` if git cannot merge: it is not installed, or a file is binary
 */
export async function mergeFileLines({ base, ours, theirs }: VersionFiles, options: readonly string[] = []): Promise<boolean> {
  const before = readFileSync(ours);
  const answer = await writeGit(path.dirname(ours), ['merge-file', ...options, ...LABELS, '--', ours, base, theirs]);
  if ('output' in answer) return true;
  // The exit code is the number of conflicts. The changed file shows that git has merged.
  if (answer.refused && !readFileSync(ours).equals(before)) return false;
  throw new CortexError('io', answer.problem, { file: ours, next: 'Merge the file by hand. It has the text of our side.' });
}

/** Marks the lines in which two texts differ as conflicts. */
export async function markDifferences(ours: string, theirs: string): Promise<string> {
  return (await mergeTextLines({ base: '', ours, theirs }, WITHOUT_BASE)).text;
}

/** As `mergeFileLines`, for three texts. */
export async function mergeTextLines(versions: Versions, options: readonly string[] = []): Promise<MergedText> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cortex-'));
  try {
    const place = (name: string) => path.join(folder, name);
    const files = { base: place('base'), ours: place('ours'), theirs: place('theirs') };
    writeFileSync(files.base, versions.base);
    writeFileSync(files.ours, versions.ours);
    writeFileSync(files.theirs, versions.theirs);
    const isClean = await mergeFileLines(files, options);
    return { text: readFileSync(files.ours, 'utf8'), isClean };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
