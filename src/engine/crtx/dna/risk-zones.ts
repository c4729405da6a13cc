import { breakIn } from '../../kernel/break-words.ts';
import { type Commit, isCompanion, MOST_FILES } from '../../kernel/git-history.ts';
import type { RiskZone } from '../schema/dna.ts';

/** A file with fewer changes, or that broke less often, says nothing yet. */
const LEAST = { changes: 5, breaks: 2 } as const;
/** How many zones are written down. */
const MOST_ZONES = 20;
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
    .filter(([file, { changes, fix, revert }]) => changes >= LEAST.changes && fix + revert >= LEAST.breaks && !isCompanion(file))
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
