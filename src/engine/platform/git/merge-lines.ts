import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CortexError } from '../errors.ts';
import { writeGit } from './git.ts';

/** Files with the three versions of one text, absolute. */
export interface VersionFiles {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** The three versions of one text: what both sides began with (empty where that is not known), and what each has made of it. */
export interface Versions {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** The lines of both sides. `isClean`: without a conflict; otherwise git's markers stand in the text. */
export interface MergedText {
  readonly text: string;
  readonly isClean: boolean;
}

const LABELS = ['-L', 'ours', '-L', 'base', '-L', 'theirs'] as const;

/**
 * Has git merge the lines of three files into the file with ours; where they conflict, with its markers. No program that a repository names
 * runs for it.
 * @returns whether there is no conflict
 * @throws CortexError `io` where git merges nothing: there is no git, or a file is binary
 */
export async function mergeFileLines({ base, ours, theirs }: VersionFiles): Promise<boolean> {
  const before = readFileSync(ours);
  const answer = await writeGit(path.dirname(ours), ['merge-file', ...LABELS, '--', ours, base, theirs]);
  if ('output' in answer) return true;
  // Its exit code is how many conflicts there are, and then the file is another one.
  if (answer.refused && !readFileSync(ours).equals(before)) return false;
  throw new CortexError('io', answer.problem, { file: ours, next: 'Merge the file by hand; it has the text of our side.' });
}

/** As `mergeFileLines`, of three texts. */
export async function mergeTextLines(versions: Versions): Promise<MergedText> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cortex-'));
  try {
    const place = (name: string) => path.join(folder, name);
    const files = { base: place('base'), ours: place('ours'), theirs: place('theirs') };
    writeFileSync(files.base, versions.base);
    writeFileSync(files.ours, versions.ours);
    writeFileSync(files.theirs, versions.theirs);
    const isClean = await mergeFileLines(files);
    return { text: readFileSync(files.ours, 'utf8'), isClean };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
