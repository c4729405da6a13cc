import { breakIn } from '../../text/break-words.ts';
import type { Commit } from './commit.ts';

/** A commit whose place in the history is known. */
export interface PlacedCommit extends Commit {
  readonly hash: string;
  /** The first; empty for one that has none. */
  readonly parent: string;
}

/** A longer branch is a project of its own. */
const LONGEST_BRANCH = 100;

/** Who merges names the branch: GitHub, GitLab and git, Bitbucket. */
const BRANCH =
  /^(?:Merge pull request #\d{1,9} from [^\s/]{1,100}\/(?<github>\S{1,200})|Merge (?:remote-tracking )?branch '(?<git>[^']{1,200})'|Merged in (?<bitbucket>\S{1,200}) )/;

/** Whether a merge says that its branch fixes something: by the name of the branch (`fix-login`, `bugfix/login`) or by its title. */
function isFixMerge(subject: string, body: string): boolean {
  const { github, git, bitbucket } = BRANCH.exec(subject)?.groups ?? {};
  const branch = github ?? git ?? bitbucket;
  if (branch === undefined) return false;
  const names = branch.split('/').map((name) => name.replaceAll(/[-_]/g, ' '));
  const title = body.trimStart().split('\n', 1)[0] ?? '';
  return [...names, title].some((text) => breakIn(text) === 'fix');
}

/** What `git log --first-parent -z` says of one commit of the main line. */
interface MainCommit {
  readonly parents: readonly string[];
  readonly isFix: boolean;
}

/** The main line, by hash. @param output fields of three: hash and parents, subject, body; each commit begins with an empty field */
function mainLine(output: string): Map<string, MainCommit> {
  const found = new Map<string, MainCommit>();
  const fields = output.split('\0');
  for (let n = 0; n + 3 < fields.length + 1; n += 4) {
    const [hash = '', ...parents] = (fields[n + 1] ?? '').trim().split(' ');
    if (hash !== '') found.set(hash, { parents, isFix: parents.length === 2 && isFixMerge(fields[n + 2] ?? '', fields[n + 3] ?? '') });
  }
  return found;
}

/** The commits of a branch, from its tip to the main line. */
function branchOf(tip: string, byHash: ReadonlyMap<string, PlacedCommit>, main: ReadonlyMap<string, MainCommit>): PlacedCommit[] {
  const found: PlacedCommit[] = [];
  let commit = main.has(tip) ? undefined : byHash.get(tip);
  while (commit !== undefined && found.length < LONGEST_BRANCH) {
    found.push(commit);
    commit = main.has(commit.parent) ? undefined : byHash.get(commit.parent);
  }
  return found;
}

/**
 * The same commits; those of a merged branch of which only the merge says that it fixes something are fixes, too. A merge is never counted
 * beside its commits: where one of them says so itself, the others stay what they say.
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
