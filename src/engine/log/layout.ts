/** Name of the first segment: the only name that is known in advance, and the only segment that is never removed. */
export const FIRST_SEGMENT = '000001.jsonl';

const SEGMENT = /^(\d{6,9})(?:-[0-9a-f]{16})?\.jsonl$/;
const CHECKPOINT = /^(\d{6,9}(?:-[0-9a-f]{16})?)\.state\.json$/;
const SWEPT = /^(\d{6,9})\.swept$/;
const FRESH_CHECKPOINT = /^(\d{6,9}(?:-[0-9a-f]{16})?)\.fresh\.json$/;

/** Returns the number of a segment, or `null` if the name is not a segment's. */
export function segmentNumber(name: string): number | null {
  const match = SEGMENT.exec(name);
  return match === null ? null : Number(match[1]);
}

/** Returns a name for the segment after `name`. The nonce makes it unique among all processes. */
export function successorName(name: string, nonce: string): string {
  const number = (segmentNumber(name) ?? 0) + 1;
  return `${String(number).padStart(6, '0')}-${nonce}.jsonl`;
}

/** Returns the name of the marker file of a sweep that has removed segments with a lower number. */
export function sweepMarkerName(number: number): string {
  return `${String(number).padStart(6, '0')}.swept`;
}

/**
 * Returns the number below which sweeps may have removed all segments except the first, from the names of their markers; `null` without
 * markers. A marker above all later segments that are left is not from a sweep, because a sweep removes the oldest first.
 */
export function sweptBelow(names: readonly string[]): number | null {
  const left = names.filter((name) => name !== FIRST_SEGMENT).map((name) => segmentNumber(name) ?? 0);
  const highest = Math.max(0, ...left);
  const numbers = names.flatMap((name) => SWEPT.exec(name)?.[1] ?? []).map(Number);
  const counting = numbers.filter((number) => highest === 0 || number <= highest);
  return counting.length === 0 ? null : Math.max(...counting);
}

/** Returns the name of the checkpoint with the state before the first record of a segment. */
export function checkpointName(segment: string): string {
  return segment.replace(/\.jsonl$/, '.state.json');
}

/** Returns the name of a checkpoint before it is durable. */
export function freshCheckpointName(segment: string): string {
  return segment.replace(/\.jsonl$/, '.fresh.json');
}

export function isFreshCheckpoint(name: string): boolean {
  return FRESH_CHECKPOINT.test(name);
}

/** Returns the segment after a durable checkpoint, or `null` if the name is not a checkpoint's. */
export function segmentOfCheckpoint(name: string): string | null {
  return segmentBehind(CHECKPOINT, name);
}

function segmentBehind(checkpoint: RegExp, name: string): string | null {
  const match = checkpoint.exec(name);
  return match === null ? null : `${match[1]}.jsonl`;
}

/** Returns where a log can be read from, in the order to try: the segments with a checkpoint, and the first one. */
export function startingPoints(names: readonly string[], from: 'newest' | 'oldest'): string[] {
  const there = new Set(names);
  const newest = newestCheckpoints(names).filter((name) => there.has(name));
  if (there.has(FIRST_SEGMENT)) newest.push(FIRST_SEGMENT);
  if (from === 'newest') return newest;
  // Sweeping keeps the first segment, so a history may start with a gap after it. It is complete only after the gap.
  const numbers = new Set(names.map(segmentNumber));
  let whole = segmentNumber(newest[0] ?? '') ?? 1;
  while (numbers.has(whole - 1)) whole -= 1;
  return newest.filter((name) => (segmentNumber(name) ?? 0) >= whole).reverse();
}

/** Returns the segments that have a durable checkpoint, newest first. */
export function checkpointedSegments(names: readonly string[]): string[] {
  return newestFirst(names.map(segmentOfCheckpoint));
}

/** Returns the segments that have a checkpoint, durable or fresh, newest first. */
export function newestCheckpoints(names: readonly string[]): string[] {
  return newestFirst(names.map((name) => segmentOfCheckpoint(name) ?? segmentBehind(FRESH_CHECKPOINT, name)));
}

/** Returns whether a checkpoint, durable or fresh, exists behind the successor of a segment. */
export function hasCheckpointBeyond(segment: string, names: readonly string[]): boolean {
  const [newest = FIRST_SEGMENT] = newestCheckpoints(names);
  return (segmentNumber(newest) ?? 0) > (segmentNumber(segment) ?? 0) + 1;
}

/** Returns the segments that lead to one with a checkpoint, oldest first, from the last durable checkpoint on. */
export function segmentsLeadingTo(segment: string, names: readonly string[]): string[] {
  const end = segmentNumber(segment) ?? 1;
  const durable = checkpointedSegments(names).map((name) => segmentNumber(name) ?? 1);
  const from = durable.find((number) => number <= end) ?? 1;
  const leading = names.map((name) => ({ name, number: segmentNumber(name) ?? 0 })).filter(({ number }) => number >= from && number < end);
  return leading.sort((a, b) => a.number - b.number).map(({ name }) => name);
}

function newestFirst(segments: readonly (string | null)[]): string[] {
  const there = new Set(segments.filter((name) => name !== null));
  return [...there].sort((a, b) => (segmentNumber(b) ?? 0) - (segmentNumber(a) ?? 0));
}

/**
 * Drops the segments that are not early enough, by binary search.
 * @param latestFirst segments; all after the first early one are early too
 * @returns the others, or the earliest one if there is none
 */
export function dropLateSegments(latestFirst: readonly string[], isEarly: (segment: string) => boolean): string[] {
  let low = 0;
  let high = Math.max(0, latestFirst.length - 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    const segment = latestFirst[middle];
    if (segment !== undefined && isEarly(segment)) high = middle;
    else low = middle + 1;
  }
  return latestFirst.slice(low);
}
