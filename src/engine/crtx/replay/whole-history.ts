import { join } from 'node:path';
import { readCheckpoint } from '../../kernel/log/checkpoint.ts';
import { CoreState } from '../../kernel/log/core-state.ts';
import { statOf } from '../../kernel/log/file-content.ts';
import type { Beginning } from '../../kernel/log/history.ts';
import { FIRST_SEGMENT, listDirectory, newestCheckpoints, segmentNumber, startingPoints } from '../../kernel/log/layout.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import type { LogPlace } from './moment.ts';
import { successorOf } from './segment-lines.ts';

/** A place where a log does not go on as it should. */
export interface Gap {
  /** The last segment in front of it. */
  readonly segment: string;
  /** The segment that should follow and is not there; `null` where the seal that names it is missing. */
  readonly missing: string | null;
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
  const gaps: Gap[] = [];
  let segment = startingPoints(names, 'oldest')[0];
  while (segment !== undefined) {
    const next: string | null | undefined = successorOf(runtime.fs, directory, segment);
    // Swept meanwhile, with all that was before it.
    if (next === undefined && segment !== FIRST_SEGMENT) return wholeHistory(runtime, directory);
    if (typeof next === 'string' && (names.includes(next) || statOf(runtime.fs, join(directory, next)) !== null)) {
      segment = next;
      continue;
    }
    const after = checkpointAfter(runtime, directory, segment, names);
    if (after !== null || typeof next === 'string') gaps.push({ segment, missing: next ?? null, until: after?.place ?? null });
    segment = after?.segment;
  }
  const from = gaps.findLast(({ until }) => until !== null)?.until ?? null;
  return { gaps, from, beginning: from === null ? 'oldest' : ({ ordinal }) => ordinal <= from.ordinal };
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
