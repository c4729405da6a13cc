import { posix } from 'node:path';
import type { RiskZone } from '../schema/dna.ts';
import type { Commit } from './git-history.ts';

/** A file with fewer changes, or that broke less often, says nothing yet. */
const LEAST = { changes: 5, breaks: 2 } as const;
/** How many zones are written down. */
const MOST_ZONES = 20;
/** A commit over more files is a move or a reformat: it says nothing of any of them. */
const MOST_FILES = 100;

/** Files that change with everything else, whatever breaks. */
const COMPANIONS =
  /(?:^|\/)(?:[^/]{0,100}[-.]lock(?:\.[a-z]{1,8})?|package-lock\.json|npm-shrinkwrap\.json|go\.sum|change(?:s|log)[^/]{0,20})$/i;

type Break = 'fix' | 'revert';

/** Only words at the beginning count: `Fix`, `fix:`, `fix(scope)!:`, `hotfix`, `bugfix`, `Revert`, after a `[tag]` or an emoji too. */
const BREAK =
  /^(?:\[[^\]]{1,40}\]\s{0,4}|:[a-z_]{1,40}:\s{0,4}|[^\p{L}\p{N}\s[(]{1,4}\s{1,4})?(?<word>revert(?:s|ed|ing)?|(?:hot|bug)[ -]?fix(?:es|ed)?|fix(?:es|ed|ing)?)(?![\p{L}\p{N}_-])/iu;

/** Whether the subject of a commit says that something had broken. */
export function breakIn(subject: string): Break | null {
  const word = BREAK.exec(subject.slice(0, 200))?.groups?.word?.toLowerCase();
  if (word === undefined) return null;
  return word.startsWith('revert') ? 'revert' : 'fix';
}

interface Record {
  changes: number;
  fix: number;
  revert: number;
  lastBroken: number;
}

function recordsOf(commits: readonly Commit[], now: number): Map<string, Record> {
  const records = new Map<string, Record>();
  for (const { files, subject, time } of commits) {
    if (files.length > MOST_FILES) continue;
    const broken = breakIn(subject);
    for (const file of files) {
      const record = records.get(file) ?? { changes: 0, fix: 0, revert: 0, lastBroken: 0 };
      records.set(file, record);
      record.changes += 1;
      if (broken === null) continue;
      record[broken] += 1;
      // Clocks of others may be ahead.
      record.lastBroken = Math.max(record.lastBroken, Math.min(time, now));
    }
  }
  return records;
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : noun === 'fix' ? 'es' : 's'}`;
}

function reasonOf({ changes, fix, revert }: Record): string {
  const parts = [fix > 0 ? counted(fix, 'fix') : '', revert > 0 ? counted(revert, 'revert') : ''].filter((part) => part !== '');
  return `${parts.join(' and ')} in ${changes} changes`;
}

/** How often it broke, weighed by how many times: one fix in two changes says less than nine in twenty. */
function weight({ changes, fix, revert }: Record): number {
  return (fix + revert) ** 2 / changes;
}

/**
 * Seed 1, "RiskZone": the files that broke most often when they were changed. `breakFrequency` is (fixes + reverts) / changes.
 * @param present whether a file is still there
 * @param now milliseconds since 1970 UTC
 */
export function riskZonesOf(commits: readonly Commit[], present: (file: string) => boolean, now: number): RiskZone[] {
  return [...recordsOf(commits, now)]
    .filter(
      ([file, { changes, fix, revert }]) =>
        changes >= LEAST.changes && fix + revert >= LEAST.breaks && !COMPANIONS.test(posix.normalize(file)),
    )
    .sort(([a, one], [b, other]) => weight(other) - weight(one) || (a < b ? -1 : 1))
    .filter(([file]) => present(file))
    .slice(0, MOST_ZONES)
    .map(([path, record]) => ({
      path,
      reason: reasonOf(record),
      breakFrequency: Math.round((1_000 * (record.fix + record.revert)) / record.changes) / 1_000,
      lastBroken: record.lastBroken,
      mitigations: [],
    }));
}
