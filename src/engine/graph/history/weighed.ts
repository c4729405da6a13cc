import type { Commit } from '../../platform/git/commit.ts';
import { MOST_FILES } from '../../platform/git/git-history.ts';

/** After so long a change weighs half. Milliseconds. */
const HALF_LIFE_MS = 180 * 24 * 60 * 60 * 1_000;
/** As many changes of the project's own kind every share begins with: what changed once is not said to break always. */
const SHRINKAGE = 3;

/** A commit with what it weighs. */
export interface WeighedCommit {
  /** Milliseconds since 1970 UTC, never in the future. */
  readonly time: number;
  /** 1 for the newest commit of the project, half of it 180 days before that. */
  readonly weight: number;
  readonly subject: string;
  /** Whether it says that something had broken. */
  readonly isBreak: boolean;
  /** Whether it says anything of its files: over more than a hundred it is a move or a reformat. */
  readonly isRelevant: boolean;
  /** Places in the list of files: of those that are still there. */
  readonly files: readonly number[];
}

/** The history of the files that are there. */
export interface WeighedHistory {
  readonly files: readonly string[];
  /** The newest first. */
  readonly commits: readonly WeighedCommit[];
}

/** Gives each file that is there a place, in the order in which they are met. */
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
 * Weighs commits by their age, which counts from the newest one: a project that rests stays as it is.
 * @param now milliseconds since 1970 UTC; clocks of others may be ahead
 */
export function weigh(commits: readonly Commit[], present: (path: string) => boolean, now: number): WeighedHistory {
  const { files, placeOf } = places(present);
  const newest = commits.reduce((time, commit) => Math.max(time, Math.min(commit.time, now)), 0);
  const weighed = commits.map((commit) => {
    const time = Math.min(commit.time, now);
    return {
      time,
      weight: 2 ** ((time - newest) / HALF_LIFE_MS),
      subject: commit.subject,
      isBreak: commit.broken !== null,
      isRelevant: commit.files.length <= MOST_FILES,
      files: commit.files.map(placeOf).filter((place) => place !== null),
    };
  });
  return { files, commits: weighed };
}

/** The share of fixes and reverts among changes, by what they weigh. */
export class BreakShare {
  #all = 0;
  #broken = 0;

  add({ weight, isBreak }: Pick<WeighedCommit, 'weight' | 'isBreak'>, times = 1): void {
    this.#all += times * weight;
    if (isBreak) this.#broken += times * weight;
  }

  /** @param mean what it is said to be as long as nothing is known */
  shrunkTo(mean: number): number {
    return (this.#broken + SHRINKAGE * mean) / (this.#all + SHRINKAGE);
  }

  /** The share itself; 0 of nothing. */
  get plain(): number {
    return this.#all === 0 ? 0 : this.#broken / this.#all;
  }
}
