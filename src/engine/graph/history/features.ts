import { BreakShare, type WeighedCommit, type WeighedHistory } from './weighed.ts';

/** With fewer commits, or fewer files, a scope is no feature. */
const LEAST = { commits: 3, files: 2 } as const;
/** How many files of a feature are named, those that it touches most. */
const MOST_FEATURE_FILES = 50;

/** `feat(login): …` and the like, as conventional commits have it; `chore(deps)`, `docs(readme)`, `ci(…)` name no feature. */
const SCOPE = /^(?:feat|feature|fix|hotfix|bugfix|perf|refactor)\((?<scope>[^()]{1,60})\)!?:/i;

/** What commits call one thing. */
export interface Feature {
  readonly name: string;
  readonly touchCount: number;
  /** Milliseconds since 1970 UTC. */
  readonly lastTouched: number;
  /** From 0 to 1. */
  readonly fragility: number;
  /** The most touched first. `share`: of the feature's commits, those that touched it. */
  readonly files: readonly { readonly path: string; readonly share: number; readonly commits: number }[];
}

/** The scopes that a commit names: `feat(login, session)!: …` names two. */
function scopesIn(subject: string): string[] {
  const scope = SCOPE.exec(subject)?.groups?.scope ?? '';
  const names = scope.split(',').map((name) => name.trim().toLowerCase());
  return [...new Set(names)].filter((name) => name !== '' && name !== '*');
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
    files: touched.slice(0, MOST_FEATURE_FILES),
  };
}

/**
 * The scopes that commits name, three times or more, with two files or more that are still there.
 * @param mean the project's own fragility
 */
export function featuresOf({ files, commits }: WeighedHistory, mean: number): Feature[] {
  return [...byScope(commits)]
    .filter(([, found]) => found.length >= LEAST.commits)
    .map(([name, found]) => featureOf(name, found, files, mean))
    .filter((feature) => feature.files.length >= LEAST.files)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
