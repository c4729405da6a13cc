import { BreakShare, type WeighedHistory } from './weighed.ts';

/** What the commits show about one file. */
export interface FileHistory {
  /** Number of commits that changed it. Renames are not followed. */
  readonly touchCount: number;
  /** Milliseconds since 1970 UTC. */
  readonly lastTouched: number;
  /** From 0 to 1: the share of its changes that were fixes or reverts, shrunk to the mean of the project. */
  readonly fragility: number;
}

/** Returns the project's share of fixes and reverts over all changes of files. */
export function meanFragility({ commits }: WeighedHistory): number {
  const all = new BreakShare();
  for (const commit of commits) if (commit.isRelevant) all.add(commit, commit.files.length);
  return all.plain;
}

/**
 * Returns the history of each file. A commit of more than a hundred files counts as a change, but not for fragility.
 * @param mean the mean fragility of the project
 */
export function summarizeFileHistories({ files, commits }: WeighedHistory, mean: number): Map<string, FileHistory> {
  const records = files.map((path) => ({ path, touchCount: 0, lastTouched: 0, breaks: new BreakShare() }));
  for (const commit of commits) {
    for (const at of commit.files) {
      const record = records[at];
      if (record === undefined) continue;
      record.touchCount += 1;
      record.lastTouched = Math.max(record.lastTouched, commit.time);
      if (commit.isRelevant) record.breaks.add(commit);
    }
  }
  return new Map(
    records.map(({ path, touchCount, lastTouched, breaks }) => [path, { touchCount, lastTouched, fragility: breaks.shrunkTo(mean) }]),
  );
}
