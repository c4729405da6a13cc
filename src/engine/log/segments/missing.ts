import { join } from 'node:path';
import { statOf } from '../../files/file-content.ts';
import { listDirectory } from '../../files/folder-entries.ts';
import { CortexError, joinSentences } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { shellWord } from '../../text/shell-word.ts';
import { FIRST_SEGMENT, segmentNumber, segmentOfCheckpoint, sweepMarkerName, sweptBelow } from '../layout.ts';
import { REPLAY_BYTES, REPLAY_MS } from './checkpoint.ts';

/** Least part of `REPLAY_BYTES` that remains of a log after an earlier version swept it. */
const KEPT_PART = 0.75;
/** Number of the segment that may be created before the first segment's name is durable. */
const FIRST_SUCCESSOR = 2;

/** A run of consecutive segments that should exist but do not. */
export interface MissingSegments {
  readonly from: number;
  /** Number of the last one. */
  readonly to: number;
  /** Names of the remaining segments around them; `null` if there is none. */
  readonly after: string | null;
  readonly before: string | null;
}

interface Present {
  readonly name: string;
  readonly number: number;
  readonly bytes: number;
  /** Last modification in milliseconds, by the file system's clock. */
  readonly time: number;
}

/**
 * Returns whether a folder has, or had, a log. The first segment's name is durable before the second segment gets its first record, so an
 * empty second segment alone may be left after a power loss and does not count.
 * @param names of all files in the folder
 */
export function hasLog(fs: FileSystem, directory: string, names: readonly string[]): boolean {
  const rest = names.filter((name) => segmentNumber(name) !== FIRST_SUCCESSOR);
  return highestNumber(rest) > 0 || laterSegments(fs, directory, FIRST_SEGMENT, names).length > 0;
}

/**
 * Returns the lost segments of a log: those that no sweep removed and that precede another file of the log
 * (docs/decisions/0045-missing-log-segments.md). Costs a stat per segment.
 * @param names of all files in the folder
 */
export function missingSegments(fs: FileSystem, directory: string, names: readonly string[]): MissingSegments[] {
  const highest = highestNumber(names);
  const present = presentSegments(fs, directory, names, highest);
  const numbers = new Set(present.map(({ number }) => number));
  const swept = Math.max(2, sweptBelow(names) ?? 0);
  const runs: { from: number; to: number }[] = [];
  for (let number = 1; number <= highest; number = Math.max(number + 1, swept)) {
    if (numbers.has(number)) continue;
    const last = runs.at(-1);
    if (last?.to === number - 1) last.to = number;
    else runs.push({ from: number, to: number });
  }
  const lost = runs.filter(({ from, to }) => from !== swept || !mayBeSwept(present, to));
  return lost.map(({ from, to }) => missingBetween(present, from, to));
}

/** Describes a segment that a seal names and that does not exist. @param names of all files in the folder */
export function missingSegment(name: string, names: readonly string[]): MissingSegments {
  const number = segmentNumber(name) ?? 1;
  const present = names.map((each) => ({ name: each, number: segmentNumber(each) ?? 0 })).filter((each) => each.number > 0);
  return missingBetween(present, number, number);
}

/** Returns the segments with records after a given one. Empty ones do not count: no seal names them yet, or they lost the race for it. */
export function laterSegments(fs: FileSystem, directory: string, segment: string, names: readonly string[]): string[] {
  const end = segmentNumber(segment) ?? 0;
  const later = names.filter((name) => (segmentNumber(name) ?? 0) > end);
  return later.filter((name) => (statOf(fs, join(directory, name))?.size ?? 0n) > 0n).sort();
}

/** @param segment where reading ends @param behind later segments that no seal leads to */
export function unreachedSegmentsError(directory: string, segment: string, behind: readonly string[]): CortexError {
  const [first = '', ...others] = behind;
  const which = others.length === 0 ? first : `${first} and ${others.length} more`;
  const what = `the end of ${segment} is damaged: it does not lead to the next segment (${which})`;
  return new CortexError('broken-file', what, { file: directory, next: adviceForMissingEnd(directory) });
}

/**
 * Returns the error for a log whose current state is unknown. A second log in its place could grant what the first one has granted already.
 * @param names of all files in the folder
 * @param last the segment that the last seal names
 */
export function missingSegmentsError(fs: FileSystem, directory: string, names: readonly string[], last: string | null): CortexError {
  const lost = missingSegments(fs, directory, names);
  if (last !== null && (segmentNumber(last) ?? 0) > highestNumber(names)) lost.push(missingSegment(last, names));
  const what = lost.length === 0 ? 'a segment of the log is missing' : lost.map(describeMissing).join('; ');
  return new CortexError('broken-file', what, { file: directory, next: adviceForMissingEnd(directory) });
}

/** Describes missing segments for a person. */
export function describeMissing({ from, to, after, before }: MissingSegments): string {
  const what = from === to ? `segment ${from} of the log is missing` : `segments ${from} to ${to} of the log are missing`;
  const places = [after === null ? [] : [`after ${after}`], before === null ? ['at its end'] : [`before ${before}`]].flat();
  return `${what} (${places.join(', ')})`;
}

/** Returns the gaps in the past of a log whose current state is complete, each with what to do. */
export function missingProblems(fs: FileSystem, directory: string): string[] {
  const holes = missingSegments(fs, directory, listDirectory(fs, directory));
  return holes.map((hole) => joinSentences(`${directory}: ${describeMissing(hole)}`, adviceForGap(directory, hole)));
}

/** Returns what to do about a gap in the past that the current state does not depend on. */
export function adviceForGap(directory: string, { to }: MissingSegments): string {
  return `The current state is complete. History before this segment is not shown. Put the file back from a backup, or accept the loss: touch ${shellWord(join(directory, sweepMarkerName(to + 1)))}`;
}

/** Returns what to do if the current state is unknown. */
export function adviceForMissingEnd(directory: string): string {
  return `Put the file back from a backup. To continue without it, stop all programs that use the log and move it away; it is then rebuilt from the published file: mv ${shellWord(directory)} ${shellWord(`${directory}.broken`)}`;
}

function highestNumber(names: readonly string[]): number {
  return Math.max(0, sweptBelow(names) ?? 0, ...names.map((name) => segmentNumber(segmentOfCheckpoint(name) ?? name) ?? 0));
}

/** Returns the segments in order. Empty files except the last do not count: they lost the race for a seal. */
function presentSegments(fs: FileSystem, directory: string, names: readonly string[], highest: number): Present[] {
  const present = names.flatMap((name) => {
    const number = segmentNumber(name);
    const stat = number === null ? null : statOf(fs, join(directory, name));
    if (number === null || stat === null || (stat.size === 0n && number < highest)) return [];
    return [{ name, number, bytes: Number(stat.size), time: Number(stat.mtimeNs / 1_000_000n) }];
  });
  return present.sort((a, b) => a.number - b.number);
}

/** Returns whether an earlier version, which writes no markers of its sweeps, may have swept everything up to a segment. */
function mayBeSwept(present: readonly Present[], to: number): boolean {
  const [first, ...later] = present;
  const kept = later.filter(({ number }) => number > to);
  if (first?.name !== FIRST_SEGMENT || kept.length === 0) return false;
  const bytes = kept.reduce((sum, each) => sum + each.bytes, 0);
  return bytes >= KEPT_PART * REPLAY_BYTES || (kept.at(-1)?.time ?? 0) - first.time > REPLAY_MS;
}

function missingBetween(present: readonly Pick<Present, 'name' | 'number'>[], from: number, to: number): MissingSegments {
  const ordered = present.toSorted((a, b) => a.number - b.number);
  const after = ordered.findLast(({ number }) => number < from)?.name ?? null;
  const before = ordered.find(({ number }) => number > to)?.name ?? null;
  return { from, to, after, before };
}
