import { isOutsidePrograms } from '../../text/break-words.ts';
import { BreakShare, type WeighedCommit, type WeighedHistory } from './weighed.ts';

/** A scope with fewer commits or files is not a feature. */
const LEAST = { commits: 3, files: 2 } as const;
/** Maximum number of files listed for a feature, most touched first. */
const MAX_FEATURE_FILES = 50;

/** Conventional commits such as `feat(login): …`. `chore(deps)`, `fix(deps)`, `docs(readme)` and `ci(…)` name no feature. */
const SCOPE = /^(?:feat|feature|fix|hotfix|bugfix|perf|refactor)\((?<scope>[^()]{1,60})\)!?:/i;

/** A feature, found by the scope that commits name. */
export interface Feature {
  readonly name: string;
  readonly touchCount: number;
  /** Milliseconds since 1970 UTC. */
  readonly lastTouched: number;
  /** From 0 to 1. */
  readonly fragility: number;
  /** Most touched first. `share`: the share of the feature's commits that touched the file. */
  readonly files: readonly { readonly path: string; readonly share: number; readonly commits: number }[];
}

/** Returns the scopes that a commit names: `feat(login, session)!: …` names two. */
function scopesIn(subject: string): string[] {
  const scope = SCOPE.exec(subject)?.groups?.scope ?? '';
  const names = scope.split(',').map((name) => name.trim().toLowerCase());
  return [...new Set(names)].filter((name) => name !== '' && name !== '*' && !isOutsidePrograms(name));
}

function byScope(commits: readonly WeighedCommit[]): Map<string, WeighedCommit[]> {
  const scopes = new Map<string, WeighedCommit[]>();
  for (const commit of commits) {
    if (!commit.isRelevant) continue;
    for (const name of scopesIn(commit.subject)) {
      const found = scopes.get(name) ?? [];
      scopes.set(name, found);
      found.push(commit);
    }
  }
  return scopes;
}

function featureOf(name: string, commits: readonly WeighedCommit[], files: readonly string[], mean: number): Feature {
  const touches = new Map<number, number>();
  const breaks = new BreakShare();
  for (const commit of commits) {
    breaks.add(commit);
    for (const at of commit.files) touches.set(at, (touches.get(at) ?? 0) + 1);
  }
  const touched = [...touches]
    .map(([at, count]) => ({ path: files[at] ?? '', share: count / commits.length, commits: count }))
    .sort((one, other) => other.commits - one.commits || (one.path < other.path ? -1 : 1));
  return {
    name,
    touchCount: commits.length,
    lastTouched: Math.max(...commits.map(({ time }) => time)),
    fragility: breaks.shrunkTo(mean),
    files: touched.slice(0, MAX_FEATURE_FILES),
  };
}

/**
 * Returns the scopes that at least three commits name and that touch at least two existing files.
 * @param mean the mean fragility of the project
 */
export function findFeatures({ files, commits }: WeighedHistory, mean: number): Feature[] {
  return [...byScope(commits)]
    .filter(([, found]) => found.length >= LEAST.commits)
    .map(([name, found]) => featureOf(name, found, files, mean))
    .filter((feature) => feature.files.length >= LEAST.files)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
