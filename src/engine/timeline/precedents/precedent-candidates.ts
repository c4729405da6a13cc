import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import type { TimelineSource } from '../timeline-source.ts';
import { folderWithSlash } from './precedents.ts';

/** How many of the newest entries are candidates for each file, and for the words alone. */
const CANDIDATES = 1_000;

export interface CandidatesOptions {
  /** Latest time of a candidate, milliseconds since 1970 UTC, inclusive. */
  readonly until?: number;
  readonly signal: AbortSignal;
}

/** Returns the newest entries about each file or its folder, and the newest of all, each once. @throws as `TimelineSource.query` */
export async function findCandidates(
  source: TimelineSource,
  files: readonly string[],
  { until, signal }: CandidatesOptions,
): Promise<Iterable<TimelineEntry>> {
  const places = new Set(files.flatMap((file) => [file, folderWithSlash(file)]).filter((each) => each !== ''));
  const found = new Map<string, TimelineEntry>();
  for (const query of [{ until }, ...Array.from(places, (file) => ({ file, until }))]) {
    const { entries } = await source.query(query, { limit: CANDIDATES, signal });
    for (const entry of entries) found.set(entry.id, entry);
  }
  return found.values();
}
