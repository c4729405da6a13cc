import type { RiskyFile } from '../crtx/graph/graph-digest.ts';
import type { RiskZone } from '../crtx/schema/dna.ts';
import type { Commit } from '../platform/git/commit.ts';
import { isCompanion, MAX_FILES } from '../platform/git/git-history.ts';

/** Minimum number of changes and breaks of a file. */
const LEAST = { changes: 5, breaks: 2 } as const;
/** Minimum fragility and importance in the graph. */
const LEAST_OF_GRAPH = { fragility: 0.2, importance: 0.2 } as const;
/** A file with fewer fixes than this multiple of the average of the other commits is like the others. */
const ABOVE_AVERAGE = 1.5;
/** Maximum number of zones. */
const MAX_ZONES = 20;

/** Documentation, whose fixes are corrections of text. Other files with these endings are settings (`requirements.txt`). */
const DOCUMENTATION =
  /\.(?:md|mdx|markdown|rst|adoc|asciidoc|textile|org|tex)$|(?:^|\/)(?:readme|licen[cs]e|contributing|authors|notice|copying)(?:\.txt)?$|(?:^|\/)docs?\/.*\.txt$/i;

/** Whether fixes of a file say that changes of it are risky. */
const isRisky = (file: string): boolean => !isCompanion(file) && !DOCUMENTATION.test(file);

interface Record {
  changes: number;
  fix: number;
  revert: number;
  lastBroken: number;
}

function recordsOf(commits: readonly Commit[], now: number): Map<string, Record> {
  const records = new Map<string, Record>();
  for (const { files, broken, time } of commits) {
    if (files.length > MAX_FILES) continue;
    for (const file of files) {
      const record = records.get(file) ?? { changes: 0, fix: 0, revert: 0, lastBroken: 0 };
      records.set(file, record);
      record.changes += 1;
      if (broken === null) continue;
      record[broken] += 1;
      // Clocks of other machines may be ahead.
      record.lastBroken = Math.max(record.lastBroken, Math.min(time, now));
    }
  }
  return records;
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : noun === 'fix' ? 'es' : 's'}`;
}

/** Says what is known: a file whose changes were fixes did not break in them. */
function reasonOf({ changes, fix, revert }: Record): string {
  if (fix > 0 && revert > 0) return `${counted(fix, 'fix')} and ${counted(revert, 'revert')} among its ${changes} changes`;
  return `${fix + revert} of its ${changes} changes were ${fix > 0 ? 'fixes' : 'reverts'}`;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Returns a reason that names the graph as its source. */
function reasonOfGraph({ importance, fragility }: RiskyFile): string {
  return `the graph: ${percent(importance)} important, ${percent(fragility)} fragile`;
}

/** Break frequency, weighted by the number of breaks: one fix in two changes says less than nine in twenty. */
function weight({ changes, fix, revert }: Record): number {
  return (fix + revert) ** 2 / changes;
}

function breakFrequency({ changes, fix, revert }: Record): number {
  return Math.round((1_000 * (fix + revert)) / changes) / 1_000;
}

/** Returns a function for the minimum share of fixes of a risk zone, by the commits that did not change the file. */
function leastFrequency(commits: readonly Commit[]): (record: Record) => number {
  const counted = commits.filter(({ files }) => files.length > 0 && files.length <= MAX_FILES);
  const broken = counted.filter((commit) => commit.broken !== null).length;
  return ({ changes, fix, revert }) => {
    const average = (broken - fix - revert) / Math.max(1, counted.length - changes);
    // Above an average of one half, a multiple of it could not be reached.
    return Math.min(ABOVE_AVERAGE * average, (1 + average) / 2);
  };
}

/**
 * Finds risk zones (seed 1, "RiskZone"): the files with the most fixes and reverts for their changes, then files that are fragile and
 * important in the graph, both clearly more than the commits that did not change the file. `breakFrequency` is (fixes + reverts) / changes.
 * @param present whether a file still exists
 * @param now milliseconds since 1970 UTC
 * @param risky files of the graph, the riskiest first
 */
export function findRiskZones(
  commits: readonly Commit[],
  present: (file: string) => boolean,
  now: number,
  risky: readonly RiskyFile[] = [],
): RiskZone[] {
  const records = recordsOf(commits, now);
  const leastOf = leastFrequency(commits);
  // A file that was never fixed has the project's average fragility, which says nothing about the file.
  const isFragile = ({ path, fragility }: RiskyFile): boolean => {
    const record = records.get(path);
    return record !== undefined && record.lastBroken > 0 && fragility >= Math.max(leastOf(record), LEAST_OF_GRAPH.fragility);
  };
  const ofGraph = new Map(
    risky.filter((file) => isFragile(file) && file.importance >= LEAST_OF_GRAPH.importance).map((file) => [file.path, reasonOfGraph(file)]),
  );
  const broken = [...records]
    .filter(([file, { changes, fix, revert }]) => changes >= LEAST.changes && fix + revert >= LEAST.breaks && isRisky(file))
    .filter(([, record]) => record.fix + record.revert >= leastOf(record) * record.changes)
    .sort(([a, one], [b, other]) => weight(other) - weight(one) || (a < b ? -1 : 1))
    .map(([file]) => file);
  const ofHistory = new Set(broken);
  return [...new Set([...broken, ...ofGraph.keys()])]
    .filter(present)
    .slice(0, MAX_ZONES)
    .flatMap((path) => {
      const record = records.get(path);
      if (record === undefined) return [];
      const reasons = [...(ofHistory.has(path) ? [reasonOf(record)] : []), ofGraph.get(path) ?? []].flat();
      return [{ path, reason: reasons.join('; '), breakFrequency: breakFrequency(record), lastBroken: record.lastBroken, mitigations: [] }];
    });
}
