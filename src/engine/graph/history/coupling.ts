import type { SemanticEdge } from '../../crtx/index.ts';
import { isCompanion } from '../../platform/git/git-history.ts';
import { countingSort } from '../analysis/counting-sort.ts';
import type { WeighedHistory } from './weighed.ts';

/** Minimum number of common changes; fewer are no evidence. */
const LEAST_TOGETHER = 3;
/** Maximum number of partners for each file. */
const MAX_PARTNERS = 20;
/** -ln 0.01: chance must explain this many common changes with a probability below one percent. */
const LEAST_SURPRISE = 4.6;
/** Prior: each file counts as changed alone in one more commit of full weight. */
const SHRINKAGE = 1;
/** Below this share of the plain quotient of counts, the description says why the weight is so low. */
const FADED = 0.25;

interface RelevantCommit {
  /** Weight by age, divided by the number of other files in the commit. */
  readonly say: number;
  readonly files: readonly number[];
}

/** Returns relevant commits without companion files, which only change because another file does. */
function relevantCommits({ files, commits }: WeighedHistory): RelevantCommit[] {
  const companions = files.map((file) => isCompanion(file));
  return commits
    .filter(({ isRelevant }) => isRelevant)
    .map(({ weight, files: touched }) => {
      const own = touched.filter((at) => companions[at] === false);
      return { say: weight / Math.max(1, own.length - 1), files: own };
    });
}

/** Measures how unlikely a count is for an expected value: a bound of -ln P(X >= count) of the Poisson distribution. */
function unlikelihood(count: number, expected: number): number {
  return count <= expected ? 0 : count * Math.log(count / expected) - count + expected;
}

/** The files that changed together with one file. */
interface Company {
  readonly met: readonly number[];
  readonly changes: number;
  readonly say: number;
  /** Pairs: a number of other files, and how many commits have that many. */
  readonly companies: readonly (readonly [others: number, commits: number])[];
}

/** Counts which files changed together, for one file at a time. The tables are reused between files. */
class Couplings {
  readonly #commits: readonly RelevantCommit[];
  readonly #byFile: (file: number) => Uint32Array;
  /** For each file, the number of its commits with other files; `#sharedInAll` is the sum over all files. */
  readonly #shared: Uint32Array;
  readonly #sharedInAll: number;
  readonly #together: Uint32Array;
  readonly #say: Float64Array;

  constructor(
    private readonly files: readonly string[],
    commits: readonly RelevantCommit[],
  ) {
    this.#commits = commits;
    const commitOfTouch = Uint32Array.from(commits.flatMap(({ files: touched }, commit) => touched.map(() => commit)));
    const sorted = countingSort(files.length, Uint32Array.from(commits.flatMap(({ files: touched }) => touched)));
    const commitOf = sorted.order.map((touch) => commitOfTouch[touch] ?? 0);
    this.#byFile = (file) => commitOf.subarray(sorted.starts[file], sorted.starts[file + 1]);
    this.#shared = new Uint32Array(files.length);
    for (const { files: touched } of commits) {
      if (touched.length > 1) for (const file of touched) this.#shared[file] = (this.#shared[file] ?? 0) + 1;
    }
    this.#sharedInAll = this.#shared.reduce((sum, count) => sum + count, 0);
    this.#together = new Uint32Array(files.length);
    this.#say = new Float64Array(files.length);
  }

  /** Returns the files that change with this one more often than by chance, highest weight first. */
  partnersOf(file: number): SemanticEdge[] {
    const { met, changes, say, companies } = this.#count(file);
    const places = Math.max(1, this.#sharedInAll - (this.#shared[file] ?? 0));
    const found = met.flatMap((other) => {
      const together = this.#together[other] ?? 0;
      // Probability that one slot next to this file is the other file, in proportion to how often that changes. Each commit counts it at
      // most once.
      const share = (this.#shared[other] ?? 0) / places;
      const expected = companies.reduce((sum, [others, commits]) => sum + commits * Math.min(1, others * share), 0);
      if (together < LEAST_TOGETHER || unlikelihood(together, expected) < LEAST_SURPRISE) return [];
      const weight = (this.#say[other] ?? 0) / (say + SHRINKAGE);
      return [this.#edge(file, other, { weight, together, changes, expected })];
    });
    for (const other of met) {
      this.#together[other] = 0;
      this.#say[other] = 0;
    }
    return found.sort((one, other) => other.weight - one.weight || (one.to < other.to ? -1 : 1)).slice(0, MAX_PARTNERS);
  }

  #count(file: number): Company {
    const met: number[] = [];
    const companies = new Map<number, number>();
    const commits = this.#byFile(file);
    let say = 0;
    for (const at of commits) {
      const commit = this.#commits[at];
      if (commit === undefined) continue;
      say += commit.say;
      const others = commit.files.length - 1;
      companies.set(others, (companies.get(others) ?? 0) + 1);
      for (const other of commit.files) if (other !== file) this.#meet(other, commit.say, met);
    }
    return { met, changes: commits.length, say, companies: [...companies] };
  }

  #meet(other: number, say: number, met: number[]): void {
    const before = this.#together[other] ?? 0;
    if (before === 0) met.push(other);
    this.#together[other] = before + 1;
    this.#say[other] = (this.#say[other] ?? 0) + say;
  }

  #edge(file: number, other: number, found: { weight: number; together: number; changes: number; expected: number }): SemanticEdge {
    const [from = '', to = ''] = [this.files[file], this.files[other]];
    const { weight, together, changes, expected } = found;
    const isFaded = weight < (FADED * together) / changes;
    const counts = `${to} changed in ${together} of the ${changes} commits that changed ${from}${isFaded ? ', most of them old or large' : ''}`;
    const description = `${counts}; expected by chance: ${expected.toFixed(1)}`;
    return { from, to, type: 'breaks_if_changed', weight, description };
  }
}

/**
 * Returns edges between files that change together more often than by chance. Time: for each commit the square of its number of files,
 * which is at most a hundred. Memory: the partners of one file at a time.
 */
export function findCouplings(history: WeighedHistory): SemanticEdge[] {
  const couplings = new Couplings(history.files, relevantCommits(history));
  return history.files.flatMap((_, file) => couplings.partnersOf(file));
}
