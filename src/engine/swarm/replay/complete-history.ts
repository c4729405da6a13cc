import { join } from 'node:path';
import { statOf } from '../../files/file-content.ts';
import { listDirectory } from '../../files/folder-entries.ts';
import { CoreState } from '../../log/core-state.ts';
import type { ReplayStart } from '../../log/history.ts';
import { FIRST_SEGMENT, newestCheckpoints, segmentNumber, startingPoints } from '../../log/layout.ts';
import type { LogMachine } from '../../log/machine.ts';
import { readCheckpoint } from '../../log/segments/checkpoint.ts';
import { laterSegments, type MissingSegments, missingSegment, missingSegments } from '../../log/segments/missing.ts';
import { LogReader } from '../../log/segments/reader.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { LogPosition } from './moment.ts';
import { findSuccessor } from './segment-lines.ts';

/** A break in the chain of a log's segments. */
export interface Gap {
  /** The last segment before the gap; `null` if there is none. */
  readonly segment: string | null;
  /** The missing segments; `null` if the seal that names the next segment is missing instead. */
  readonly missing: MissingSegments | null;
  /** Where the log continues, at a checkpoint after the gap; `null` if it does not. */
  readonly until: LogPosition | null;
}

/** What is left of a log's history. */
export interface CompleteHistory {
  /** Where a replay of the whole history begins. */
  readonly beginning: ReplayStart;
  /** In order. The history is complete only after the last gap behind which the log continues. */
  readonly gaps: readonly Gap[];
  /** The earliest moment after those gaps; `null` if there are none. */
  readonly from: LogPosition | null;
}

/**
 * Finds the point from which a log is complete: each segment names the next one, up to the newest checkpoint. Where a segment or its seal
 * is missing, a replay would end as if that were the present (docs/decisions/0009-replay.md).
 * @throws CortexError when a segment cannot be read
 */
export function findCompleteHistory(runtime: Runtime, directory: string): CompleteHistory {
  const names = listDirectory(runtime.fs, directory);
  let segment = startingPoints(names, 'oldest')[0];
  const gaps = holesBefore(runtime, directory, names, segment);
  while (segment !== undefined) {
    const next: string | null | undefined = findSuccessor(runtime.fs, directory, segment);
    // The segment was swept meanwhile, with everything before it.
    if (next === undefined && segment !== FIRST_SEGMENT) return findCompleteHistory(runtime, directory);
    if (next && isThere(runtime, directory, next, names)) segment = next;
    else {
      const gap: Gap & { readonly behind: string | undefined } = gapAfter(runtime, directory, { segment, next: next ?? null }, names);
      if (gap.until !== null || gap.missing !== null || isCutOff(runtime, directory, segment, names)) gaps.push(gap);
      segment = gap.behind;
    }
  }
  const from = gaps.findLast(({ until }) => until !== null)?.until ?? null;
  return { gaps, from, beginning: from === null ? 'oldest' : ({ ordinal }) => ordinal <= from.ordinal };
}

/** A machine that ignores all operations, to find only where a log ends. */
const NO_MACHINE: LogMachine<never, unknown, never> = {
  parse: () => null,
  create: () => null,
  snapshot: (state) => state,
  restore: (value) => value,
  apply: (_state, operation) => operation,
};

/** Reports whether later segments have records that no seal leads to, so that reading the present fails. */
function isCutOff(runtime: Runtime, directory: string, segment: string, names: readonly string[]): boolean {
  if (laterSegments(runtime.fs, directory, segment, names).length === 0) return false;
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

/** @returns the gap after a segment; `behind` is the segment with which the log continues */
function gapAfter(
  runtime: Runtime,
  directory: string,
  { segment, next }: { readonly segment: string; readonly next: string | null },
  names: readonly string[],
): Gap & { readonly behind: string | undefined } {
  const after = checkpointAfter(runtime, directory, segment, names);
  const missing = next === null ? null : missingSegment(next, names);
  return { segment, missing, until: after?.place ?? null, behind: after?.segment };
}

/** Returns the gaps before the segment with which a replay begins. */
function holesBefore(runtime: Runtime, directory: string, names: readonly string[], beginning: string | undefined): Gap[] {
  const number = segmentNumber(beginning ?? '') ?? 1;
  const until = beginning === undefined || number === 1 ? null : placeOf(readCheckpoint(runtime, directory, beginning));
  if (until === null) return [];
  const holes = missingSegments(runtime.fs, directory, names).filter(({ to }) => to < number);
  return holes.map((missing) => ({ segment: missing.after, missing, until }));
}

/** Returns the first readable checkpoint of a later segment. */
function checkpointAfter(runtime: Runtime, directory: string, segment: string, names: readonly string[]) {
  const number = segmentNumber(segment) ?? 0;
  const later = newestCheckpoints(names).filter((name) => names.includes(name) && (segmentNumber(name) ?? 0) > number);
  for (const name of later.reverse()) {
    const place = placeOf(readCheckpoint(runtime, directory, name));
    if (place !== null) return { segment: name, place };
  }
  return null;
}

/** @param value a checkpoint; `null` if there is none */
function placeOf(value: unknown): LogPosition | null {
  if (typeof value !== 'object' || value === null || !('core' in value)) return null;
  try {
    const { ordinal, time } = CoreState.restore(value.core);
    return { ordinal, time };
  } catch {
    return null;
  }
}
