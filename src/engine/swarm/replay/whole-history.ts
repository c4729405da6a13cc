import { join } from 'node:path';
import { statOf } from '../../files/file-content.ts';
import { listDirectory } from '../../files/folder-entries.ts';
import { CoreState } from '../../log/core-state.ts';
import type { Beginning } from '../../log/history.ts';
import { FIRST_SEGMENT, newestCheckpoints, segmentNumber, startingPoints } from '../../log/layout.ts';
import type { LogMachine } from '../../log/machine.ts';
import { readCheckpoint } from '../../log/segments/checkpoint.ts';
import { type MissingSegments, missingSegment, missingSegments, segmentsBehind } from '../../log/segments/missing.ts';
import { LogReader } from '../../log/segments/reader.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { LogPlace } from './moment.ts';
import { successorOf } from './segment-lines.ts';

/** A place where a log does not go on as it should. */
export interface Gap {
  /** The last segment in front of it; `null` where none is left. */
  readonly segment: string | null;
  /** The segments that should follow and are not there; `null` where the seal that names the next one is missing. */
  readonly missing: MissingSegments | null;
  /** Where the log goes on: the state behind this is known by a checkpoint. `null` when it does not. */
  readonly until: LogPlace | null;
}

/** What is left of a log's past. */
export interface WholeHistory {
  /** Where a reading of all of it begins. */
  readonly beginning: Beginning;
  /** In order: only what follows the last of them that the log goes on behind is whole. */
  readonly gaps: readonly Gap[];
  /** The earliest moment behind those; `null` where there are none. */
  readonly from: LogPlace | null;
}

/**
 * Finds out from where on a log is whole: each segment names the next one, and so on to the newest checkpoint. Where one is missing, or
 * its seal, a reading ends as if that were the present (docs/decisions/0009-replay.md).
 * @throws CortexError when a segment cannot be read
 */
export function wholeHistory(runtime: Runtime, directory: string): WholeHistory {
  const names = listDirectory(runtime.fs, directory);
  let segment = startingPoints(names, 'oldest')[0];
  const gaps = holesBefore(runtime, directory, names, segment);
  while (segment !== undefined) {
    const next: string | null | undefined = successorOf(runtime.fs, directory, segment);
    // Swept meanwhile, with all that was before it.
    if (next === undefined && segment !== FIRST_SEGMENT) return wholeHistory(runtime, directory);
    if (next && isThere(runtime, directory, next, names)) segment = next;
    else {
      const gap: Gap & { readonly behind: string | undefined } = gapBehind(runtime, directory, { segment, next: next ?? null }, names);
      if (gap.until !== null || gap.missing !== null || isCutOff(runtime, directory, segment, names)) gaps.push(gap);
      segment = gap.behind;
    }
  }
  const from = gaps.findLast(({ until }) => until !== null)?.until ?? null;
  return { gaps, from, beginning: from === null ? 'oldest' : ({ ordinal }) => ordinal <= from.ordinal };
}

/** Shows where a log ends, whatever it holds. */
const NO_MACHINE: LogMachine<never, unknown, never> = {
  parse: () => null,
  create: () => null,
  snapshot: (state) => state,
  restore: (value) => value,
  apply: (_state, operation) => operation,
};

/** Whether later segments have records, and whoever reads the present is refused because no seal leads to them. */
function isCutOff(runtime: Runtime, directory: string, segment: string, names: readonly string[]): boolean {
  if (segmentsBehind(runtime.fs, directory, segment, names).length === 0) return false;
  const reader = new LogReader(runtime, { directory, machine: NO_MACHINE, from: 'newest' });
  try {
    reader.refresh();
    return false;
  } catch (error) {
    if (error instanceof CortexError && error.code === 'broken-file') return true;
    throw error;
  } finally {
    reader.close();
  }
}

function isThere({ fs }: Runtime, directory: string, segment: string, names: readonly string[]): boolean {
  return names.includes(segment) || statOf(fs, join(directory, segment)) !== null;
}

/** @returns `behind`: the segment with which the log goes on */
function gapBehind(
  runtime: Runtime,
  directory: string,
  { segment, next }: { readonly segment: string; readonly next: string | null },
  names: readonly string[],
): Gap & { readonly behind: string | undefined } {
  const after = checkpointAfter(runtime, directory, segment, names);
  const missing = next === null ? null : missingSegment(next, names);
  return { segment, missing, until: after?.place ?? null, behind: after?.segment };
}

/** Segments that are missing in front of the one with which a reading begins. */
function holesBefore(runtime: Runtime, directory: string, names: readonly string[], beginning: string | undefined): Gap[] {
  const number = segmentNumber(beginning ?? '') ?? 1;
  const until = beginning === undefined || number === 1 ? null : placeOf(readCheckpoint(runtime, directory, beginning));
  if (until === null) return [];
  const holes = missingSegments(runtime.fs, directory, names).filter(({ to }) => to < number);
  return holes.map((missing) => ({ segment: missing.after, missing, until }));
}

/** The first checkpoint of a later segment that can be read. */
function checkpointAfter(runtime: Runtime, directory: string, segment: string, names: readonly string[]) {
  const number = segmentNumber(segment) ?? 0;
  const later = newestCheckpoints(names).filter((name) => names.includes(name) && (segmentNumber(name) ?? 0) > number);
  for (const name of later.reverse()) {
    const place = placeOf(readCheckpoint(runtime, directory, name));
    if (place !== null) return { segment: name, place };
  }
  return null;
}

/** @param value of a checkpoint; `null` for none */
function placeOf(value: unknown): LogPlace | null {
  if (typeof value !== 'object' || value === null || !('core' in value)) return null;
  try {
    const { ordinal, time } = CoreState.restore(value.core);
    return { ordinal, time };
  } catch {
    return null;
  }
}
