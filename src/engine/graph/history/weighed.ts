import type { Commit } from '../../platform/git/commit.ts';
import { MAX_FILES } from '../../platform/git/git-history.ts';

/** A change of this age weighs half. Milliseconds. */
const HALF_LIFE_MS = 180 * 24 * 60 * 60 * 1_000;
/** Prior: every share starts with this many changes at the mean of the project, so that one fix does not make a file look always broken. */
const SHRINKAGE = 3;

/** A commit with its weight. */
export interface WeighedCommit {
  /** Milliseconds since 1970 UTC, never in the future. */
  readonly time: number;
  /** 1 for the newest commit of the project; half for a commit 180 days before that. */
  readonly weight: number;
  readonly subject: string;
  /** Whether it fixes or reverts something. */
  readonly isBreak: boolean;
  /** Whether it is evidence about its files. A commit of more than a hundred files is a move or a reformat. */
  readonly isRelevant: boolean;
  /** Indexes into the list of files, for files that still exist. */
  readonly files: readonly number[];
}

/** The history of the existing files. */
export interface WeighedHistory {
  readonly files: readonly string[];
  /** Newest first. */
  readonly commits: readonly WeighedCommit[];
}

/** Assigns an index to each existing file, in the order of their first lookup. */
function places(present: (path: string) => boolean): { files: string[]; placeOf: (file: string) => number | null } {
  const files: string[] = [];
  const known = new Map<string, number | null>();
  const placeOf = (file: string): number | null => {
    const place = known.get(file);
    if (place !== undefined) return place;
    const made = present(file) ? files.push(file) - 1 : null;
    known.set(file, made);
    return made;
  };
  return { files, placeOf };
}

/**
 * Weighs commits by their age, relative to the newest commit. The result for an inactive project therefore does not change over time.
 * @param now milliseconds since 1970 UTC; caps commit times, because clocks of other machines may be ahead
 */
export function weighCommits(commits: readonly Commit[], present: (path: string) => boolean, now: number): WeighedHistory {
  const { files, placeOf } = places(present);
  const newest = commits.reduce((time, commit) => Math.max(time, Math.min(commit.time, now)), 0);
  const weighed = commits.map((commit) => {
    const time = Math.min(commit.time, now);
    return {
      time,
      weight: 2 ** ((time - newest) / HALF_LIFE_MS),
      subject: commit.subject,
      isBreak: commit.broken !== null,
      isRelevant: commit.files.length <= MAX_FILES,
      files: commit.files.map(placeOf).filter((place) => place !== null),
    };
  });
  return { files, commits: weighed };
}

/** The weighted share of fixes and reverts among changes. */
export class BreakShare {
  #all = 0;
  #broken = 0;

  add({ weight, isBreak }: Pick<WeighedCommit, 'weight' | 'isBreak'>, times = 1): void {
    this.#all += times * weight;
    if (isBreak) this.#broken += times * weight;
  }

  /** Returns the share, shrunk towards `mean`. @param mean the result without any changes */
  shrunkTo(mean: number): number {
    return (this.#broken + SHRINKAGE * mean) / (this.#all + SHRINKAGE);
  }

  /** The share itself; 0 without changes. */
  get plain(): number {
    return this.#all === 0 ? 0 : this.#broken / this.#all;
  }
}
