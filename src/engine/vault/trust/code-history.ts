import { readGit } from '../../kernel/git.ts';
import { inWords } from '../../kernel/git-history.ts';

/** What git says of some files of a work tree. Paths are relative to its folder, `/`-separated. */
export interface CodeHistory {
  /** When each changed last on this branch, in milliseconds since 1970 UTC; only since the asked time. */
  readonly newest: ReadonlyMap<string, number>;
  /** Files that git knows. */
  readonly known: ReadonlySet<string>;
  /** Known files that may differ from what was committed last. */
  readonly touched: ReadonlySet<string>;
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
];
/** Neither looks into files, so nothing that a repository's settings name is run. */
const TOUCHED = [
  'diff-index',
  '--name-only',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules',
  '-z',
  '--relative',
  'HEAD',
];
const KNOWN = ['ls-files', '--cached', '-z'];

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

const names = (output: Buffer) => new Set(output.toString('utf8').split('\0').filter(Boolean));

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
  const ask = (...args: string[]) => readGit(folder, [...args, ...named], signal);
  const [log, touched, known] = await Promise.all([ask(...LOG, ...from), ask(...TOUCHED), ask(...KNOWN)]);
  if ('problem' in log) return { problem: inWords(log.problem) };
  if ('problem' in touched) return { problem: inWords(touched.problem) };
  if ('problem' in known) return { problem: inWords(known.problem) };
  return { newest: newestOf(log.output.toString('utf8')), touched: names(touched.output), known: names(known.output) };
}
