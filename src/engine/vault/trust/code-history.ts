import { readGit } from '../../platform/git/git.ts';
import { entriesIn } from '../../platform/git/git-entries.ts';
import { inWords } from '../../platform/git/git-history.ts';

/** What git says of some files of a work tree. Paths are relative to its folder, `/`-separated. */
export interface CodeHistory {
  /** When each changed last on this branch, in milliseconds since 1970 UTC; only since the asked time. */
  readonly newest: ReadonlyMap<string, number>;
  /** How git names what was committed last of each. */
  readonly objects: ReadonlyMap<string, string>;
}

/** Longer lists of names do not fit on a command line everywhere, in UTF-16 units. */
const MOST_NAMED = 24_000;

/** As the branch saw it: what a merge brought changed when it was merged. */
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
 * What each commit changed, the newest first, of `git log --name-only --format=%x00%ct -z`: the file, and when in milliseconds since 1970
 * UTC. An empty field begins a commit, the next one is its time; the first of its files follows a line end that is none of its name.
 */
export function* changesOf(output: string): Iterable<readonly [file: string, time: number]> {
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
  for (const [name, time] of changesOf(output)) if (time > (newest.get(name) ?? 0)) newest.set(name, time);
  return newest;
}

/**
 * Asks git of all files at once.
 * @param folder of the work tree, a real path
 * @param since milliseconds since 1970 UTC: what changed before is not looked for
 * @param signal ends git
 * @returns or why git cannot say: it is not installed, there is no repository, there are no commits
 */
export async function codeHistory(
  folder: string,
  files: readonly string[],
  since: number,
  signal?: AbortSignal,
): Promise<CodeHistory | { readonly problem: string }> {
  const areFew = files.reduce((sum, name) => sum + name.length + 3, 0) <= MOST_NAMED;
  const named = ['--', ...(areFew ? files : ['.'])];
  const from = [`--since=${new Date(since).toISOString()}`, '--format=%x00%ct', '-z', '--relative', 'HEAD'];
  const [log, committed] = await Promise.all([
    readGit(folder, [...LOG, ...from, ...named], signal),
    readGit(folder, [...COMMITTED, ...named], signal),
  ]);
  if ('problem' in log) return { problem: inWords(log.problem) };
  if ('problem' in committed) return { problem: inWords(committed.problem) };
  const objects = new Map(Array.from(entriesIn(committed.output), ([name, { object }]) => [name, object]));
  return { newest: newestOf(log.output.toString('utf8')), objects };
}
