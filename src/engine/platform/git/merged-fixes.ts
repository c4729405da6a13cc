import { detectBreak } from '../../text/break-words.ts';
import type { Commit } from './commit.ts';

/** A commit with its place in the history. */
export interface PlacedCommit extends Commit {
  readonly hash: string;
  /** Hash of the first parent; empty for a root commit. */
  readonly parent: string;
}

/** Longer branches are separate projects, not fixes. Commits. */
const MAX_BRANCH_LENGTH = 100;

/** Merge messages that name the branch: of GitHub, of GitLab and git, of Bitbucket. */
const BRANCH =
  /^(?:Merge pull request #\d{1,9} from [^\s/]{1,100}\/(?<github>\S{1,200})|Merge (?:remote-tracking )?branch '(?<git>[^']{1,200})'|Merged in (?<bitbucket>\S{1,200}) )/;

/** Whether a merge says that its branch fixes something, in the branch name (`fix-login`, `bugfix/login`) or in the title. */
function isFixMerge(subject: string, body: string): boolean {
  const { github, git, bitbucket } = BRANCH.exec(subject)?.groups ?? {};
  const branch = github ?? git ?? bitbucket;
  if (branch === undefined) return false;
  const names = branch.split('/').map((name) => name.replaceAll(/[-_]/g, ' '));
  const title = body.trimStart().split('\n', 1)[0] ?? '';
  return [...names, title].some((text) => detectBreak(text) === 'fix');
}

/** A commit of the main line, from `git log --first-parent -z`. */
interface MainCommit {
  readonly parents: readonly string[];
  readonly isFix: boolean;
}

/**
 * Returns the commits of the main line by hash.
 * @param output an empty field, then three fields for each commit: hash and parents, subject, body
 */
function mainLine(output: string): Map<string, MainCommit> {
  const found = new Map<string, MainCommit>();
  const fields = output.split('\0');
  for (let n = 0; n + 3 < fields.length + 1; n += 4) {
    const [hash = '', ...parents] = (fields[n + 1] ?? '').trim().split(' ');
    if (hash !== '') found.set(hash, { parents, isFix: parents.length === 2 && isFixMerge(fields[n + 2] ?? '', fields[n + 3] ?? '') });
  }
  return found;
}

/** Returns the commits of a branch, from its tip to the main line. */
function branchOf(tip: string, byHash: ReadonlyMap<string, PlacedCommit>, main: ReadonlyMap<string, MainCommit>): PlacedCommit[] {
  const found: PlacedCommit[] = [];
  let commit = main.has(tip) ? undefined : byHash.get(tip);
  while (commit !== undefined && found.length < MAX_BRANCH_LENGTH) {
    found.push(commit);
    commit = main.has(commit.parent) ? undefined : byHash.get(commit.parent);
  }
  return found;
}

/**
 * Returns the commits, and marks those of a merged branch as fixes if only the merge says that it fixes something. If a commit of the
 * branch reports a breakage itself, the branch is left unchanged, so that no fix counts twice.
 * @param output of `git log -z --first-parent` with hash and parents, subject and body of each commit
 */
export function withMergedFixes(commits: readonly PlacedCommit[], output: string): Commit[] {
  const main = mainLine(output);
  const byHash = new Map(commits.map((commit) => [commit.hash, commit]));
  const fixes = new Set<string>();
  for (const { parents, isFix } of main.values()) {
    const branch = isFix ? branchOf(parents[1] ?? '', byHash, main) : [];
    if (branch.every(({ broken }) => broken === null)) for (const { hash } of branch) fixes.add(hash);
  }
  return commits.map(({ hash, parent: _, broken, ...commit }) => ({ ...commit, broken: fixes.has(hash) ? 'fix' : broken }));
}
