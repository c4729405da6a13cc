/** The first segment: the only one whose name is known beforehand, and the only one that is never removed. */
export const FIRST_SEGMENT = '000001.jsonl';

const SEGMENT = /^(\d{6,9})(?:-[0-9a-f]{16})?\.jsonl$/;
const CHECKPOINT = /^(\d{6,9}(?:-[0-9a-f]{16})?)\.state\.json$/;
const SWEPT = /^(\d{6,9})\.swept$/;
const FRESH_CHECKPOINT = /^(\d{6,9}(?:-[0-9a-f]{16})?)\.fresh\.json$/;

/** The place of a segment in the log, or `null` when the name is not a segment's. */
export function segmentNumber(name: string): number | null {
  const match = SEGMENT.exec(name);
  return match === null ? null : Number(match[1]);
}

/** A name for the segment after `name` that nobody else can have thought of. */
export function successorName(name: string, nonce: string): string {
  const number = (segmentNumber(name) ?? 0) + 1;
  return `${String(number).padStart(6, '0')}-${nonce}.jsonl`;
}

/** The name of the file which says that a sweep has removed segments with a lower number. */
export function sweptName(number: number): string {
  return `${String(number).padStart(6, '0')}.swept`;
}

/**
 * The number below which a sweep may have removed all segments but the first, as their names say; `null` where none has. A higher number
 * than that of all later segments that are left is no sweep's: it removes the oldest first.
 */
export function sweptBelow(names: readonly string[]): number | null {
  const left = names.filter((name) => name !== FIRST_SEGMENT).map((name) => segmentNumber(name) ?? 0);
  const highest = Math.max(0, ...left);
  const numbers = names.flatMap((name) => SWEPT.exec(name)?.[1] ?? []).map(Number);
  const counting = numbers.filter((number) => highest === 0 || number <= highest);
  return counting.length === 0 ? null : Math.max(...counting);
}

/** The checkpoint that holds the state before the first record of a segment. */
export function checkpointName(segment: string): string {
  return segment.replace(/\.jsonl$/, '.state.json');
}

/** The name that a checkpoint has until it is durable. */
export function freshCheckpointName(segment: string): string {
  return segment.replace(/\.jsonl$/, '.fresh.json');
}

export function isFreshCheckpoint(name: string): boolean {
  return FRESH_CHECKPOINT.test(name);
}

/** The segment that a durable checkpoint stands before, or `null` when the name is not a checkpoint's. */
export function segmentOfCheckpoint(name: string): string | null {
  return segmentBehind(CHECKPOINT, name);
}

function segmentBehind(checkpoint: RegExp, name: string): string | null {
  const match = checkpoint.exec(name);
  return match === null ? null : `${match[1]}.jsonl`;
}

/** Where a log can be read from, in the order in which to try: the segments with a checkpoint, and the first one. */
export function startingPoints(names: readonly string[], from: 'newest' | 'oldest'): string[] {
  const there = new Set(names);
  const newest = newestCheckpoints(names).filter((name) => there.has(name));
  if (there.has(FIRST_SEGMENT)) newest.push(FIRST_SEGMENT);
  if (from === 'newest') return newest;
  // The first segment stays when those behind it are swept: a history begins behind the gap.
  const numbers = new Set(names.map(segmentNumber));
  let whole = segmentNumber(newest[0] ?? '') ?? 1;
  while (numbers.has(whole - 1)) whole -= 1;
  return newest.filter((name) => (segmentNumber(name) ?? 0) >= whole).reverse();
}

/** The segments that have a durable checkpoint, newest first. */
export function checkpointedSegments(names: readonly string[]): string[] {
  return newestFirst(names.map(segmentOfCheckpoint));
}

/** The segments that have a checkpoint, durable or fresh, newest first. */
export function newestCheckpoints(names: readonly string[]): string[] {
  return newestFirst(names.map((name) => segmentOfCheckpoint(name) ?? segmentBehind(FRESH_CHECKPOINT, name)));
}

/** The segments before one with a checkpoint that lead to it, oldest first, as far as no durable checkpoint stands for them. */
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
 * Leaves out the segments that are not early enough.
 * @param latestFirst of which all behind the first that is early are early, too
 * @returns the others, or the earliest one if there is none; to find them costs a look at so many as it takes to halve their number
 */
export function fromFirstEarly(latestFirst: readonly string[], isEarly: (segment: string) => boolean): string[] {
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
