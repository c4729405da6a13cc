import { readGit } from '../../platform/git/git.ts';
import { entriesIn } from '../../platform/git/git-entries.ts';
import { explainNoHistory } from '../../platform/git/git-history.ts';

/** Git history of some files of a working tree. Paths are relative to its folder, `/`-separated. */
export interface CodeHistory {
  /** Time of the last change on this branch, in milliseconds since 1970 UTC. Only changes since the requested time. */
  readonly newest: ReadonlyMap<string, number>;
  /** Git object id of the last committed content. */
  readonly objects: ReadonlyMap<string, string>;
}

/** Longer lists of names may exceed the limit of a command line, in UTF-16 code units. */
const MAX_NAMED = 24_000;

/** First-parent history: merged changes count at the time of the merge. */
const LOG = [
  'log',
  '--first-parent',
  '-m',
  '--no-renames',
  '--name-only',
  '--no-ext-diff',
  '--no-textconv',
  '--no-show-signature',
  '--no-color',
] as const;
const COMMITTED = ['ls-tree', '-r', '-z', 'HEAD'] as const;

/**
 * Yields the files that each commit changed, newest first, from the output of `git log --name-only --format=%x00%ct -z`, with the time in
 * milliseconds since 1970 UTC. An empty field starts a commit, and the next one is its time. The first file follows a line end that is not
 * part of its name.
 */
export function* parseChanges(output: string): Iterable<readonly [file: string, time: number]> {
  let time = Number.NaN;
  const fields = output.split('\0');
  for (let n = 0; n < fields.length; n += 1) {
    const field = fields[n] ?? '';
    if (field === '') {
      n += 1;
      time = Number(fields[n]) * 1_000;
      continue;
    }
    yield [fields[n - 2] === '' ? field.replace(/^\n/, '') : field, time];
  }
}

function newestOf(output: string): Map<string, number> {
  const newest = new Map<string, number>();
  for (const [name, time] of parseChanges(output)) if (time > (newest.get(name) ?? 0)) newest.set(name, time);
  return newest;
}

/**
 * Queries git for all files at once.
 * @param folder folder of the working tree, a real path
 * @param since milliseconds since 1970 UTC; earlier changes are ignored
 * @param signal terminates git
 * @returns the history, or the reason why there is none: git is not installed, or there is no repository or commit
 */
export async function readCodeHistory(
  folder: string,
  files: readonly string[],
  since: number,
  signal?: AbortSignal,
): Promise<CodeHistory | { readonly problem: string }> {
  const areFew = files.reduce((sum, name) => sum + name.length + 3, 0) <= MAX_NAMED;
  const named = ['--', ...(areFew ? files : ['.'])];
  const from = [`--since=${new Date(since).toISOString()}`, '--format=%x00%ct', '-z', '--relative', 'HEAD'];
  const [log, committed] = await Promise.all([
    readGit(folder, [...LOG, ...from, ...named], signal),
    readGit(folder, [...COMMITTED, ...named], signal),
  ]);
  if ('problem' in log) return { problem: explainNoHistory(log.problem) };
  if ('problem' in committed) return { problem: explainNoHistory(committed.problem) };
  const objects = new Map(Array.from(entriesIn(committed.output), ([name, { object }]) => [name, object]));
  return { newest: newestOf(log.output.toString('utf8')), objects };
}
