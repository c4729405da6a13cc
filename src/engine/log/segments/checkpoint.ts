import { join } from 'node:path';
import { listDirectory, removeIfThere } from '../../files/folder-entries.ts';
import { readAll, syncDescriptor, syncDirectory, writeAll } from '../../platform/descriptor.ts';
import { systemCode } from '../../platform/errors.ts';
import { type FileSystem, OPEN } from '../../platform/file-system.ts';
import { nonce } from '../../platform/ids.ts';
import type { Runtime } from '../../platform/runtime.ts';
import {
  checkpointedSegments,
  checkpointName,
  FIRST_SEGMENT,
  freshCheckpointName,
  isFreshCheckpoint,
  segmentNumber,
  segmentOfCheckpoint,
  sweepMarkerName,
  sweptBelow,
} from '../layout.ts';
import { decodeLine, encodeWith, type LogRecord } from '../record.ts';

/** How much sealed history is kept for replay beyond the last two checkpoints, in bytes and milliseconds. */
export const REPLAY_BYTES = 64 * 1024 * 1024;
export const REPLAY_MS = 30 * 24 * 3_600_000;
/** One in this many older checkpoints is kept, for replays to start at. */
const CHECKPOINT_EVERY = 4;
/** Files per seal that a sweep may look at. With more files, sweeps are less frequent. */
const NAMES_PER_SEAL = 64;
/** Age that no temporary file or fresh checkpoint of a live writer reaches, in milliseconds. */
const STRAY_MS = 60_000;
const FILE_MODE = 0o666;
/** Largest checkpoint that is read, in bytes. Ours are smaller: ten thousand agents take a few megabytes. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Writes the state before the first record of `segment` atomically. Until `keepCheckpoint` only readers of this boot use it: a power loss
 * may leave it without the seal that leads to it, and its readers would see a different log than all others.
 * @param state JSON
 */
export function writeFreshCheckpoint(runtime: Runtime, directory: string, segment: string, state: string): void {
  const { fs } = runtime;
  const { boot } = runtime.process;
  const bytes = encodeWith({ id: segment, t: runtime.clock.now(), op: 'checkpoint', boot }, 'state', state);
  const temporary = join(directory, `${nonce(runtime.random)}.tmp`);
  const fd = fs.openSync(temporary, OPEN.createNew, FILE_MODE);
  try {
    writeAll(fs, fd, bytes);
  } finally {
    fs.closeSync(fd);
  }
  fs.renameSync(temporary, join(directory, freshCheckpointName(segment)));
}

/** Makes a fresh checkpoint durable and renames it. The seal that leads to its segment must be durable already. */
export async function keepCheckpoint(fs: FileSystem, directory: string, segment: string): Promise<void> {
  const fresh = join(directory, freshCheckpointName(segment));
  try {
    const fd = fs.openSync(fresh, OPEN.append);
    try {
      await syncDescriptor(fs, fd);
    } finally {
      fs.closeSync(fd);
    }
    fs.renameSync(fresh, join(directory, checkpointName(segment)));
  } catch (error) {
    // If this process paused here for long, a sweep removed the fresh checkpoint, and newer ones exist.
    if (systemCode(error) === 'ENOENT') return;
    throw error;
  }
  await syncDirectory(fs, directory);
}

/** Returns the state in a segment's checkpoint, or `null` if there is none, or it is torn or belongs to another segment. */
export function readCheckpoint(runtime: Runtime, directory: string, segment: string): unknown {
  const { fs, process } = runtime;
  const durable = () => readRecord(fs, join(directory, checkpointName(segment)));
  const fresh = () => {
    const record = readRecord(fs, join(directory, freshCheckpointName(segment)));
    return record?.boot === process.boot ? record : null;
  };
  // Read the durable one again: the fresh one may have become durable between the two reads.
  const record = durable() ?? fresh() ?? durable();
  return record?.op === 'checkpoint' && record.id === segment ? record.state : null;
}

function readRecord(fs: FileSystem, path: string): LogRecord | null {
  try {
    const fd = fs.openSync(path, OPEN.read);
    try {
      const stat = fs.fstatSync(fd, { bigint: true });
      return stat.isFile() && stat.size <= MAX_BYTES ? decodeLine(readAll(fs, fd, stat).subarray(1)) : null;
    } finally {
      fs.closeSync(fd);
    }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Returns size (bytes) and modification time (milliseconds) of a file, or `null` if it was removed. */
function sizeAndTime(fs: FileSystem, path: string): { bytes: number; time: number } | null {
  try {
    const stat = fs.lstatSync(path, { bigint: true });
    return { bytes: Number(stat.size), time: Number(stat.mtimeNs / 1_000_000n) };
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Returns the size of the checkpoint before a segment, in bytes; 0 if there is none. */
export function checkpointSize(fs: FileSystem, directory: string, segment: string): number {
  const [fresh, durable] = [freshCheckpointName(segment), checkpointName(segment)].map((name) => sizeAndTime(fs, join(directory, name)));
  return (fresh ?? durable)?.bytes ?? 0;
}

/**
 * Removes files that neither readers nor replays need. Never removes the first segment, the last two checkpoints, or anything after them.
 * Ages are measured from the newest checkpoint, by the file system's clock.
 */
export function sweepLogFiles(fs: FileSystem, directory: string): void {
  const names = listDirectory(fs, directory);
  const [newest, secondNewest] = checkpointedSegments(names);
  if (newest === undefined || secondNewest === undefined) return;
  const now = sizeAndTime(fs, join(directory, checkpointName(newest)))?.time ?? 0;
  const limit = segmentNumber(secondNewest) ?? 1;
  if (limit % Math.ceil(names.length / NAMES_PER_SEAL) !== 0) return;
  let kept = 0;
  const removed: string[] = [];
  for (const name of sweepable(names, limit)) {
    const file = sizeAndTime(fs, join(directory, name));
    const isSpare = isSpareCheckpoint(name);
    if (!isSpare) kept += file?.bytes ?? 0;
    if (file !== null && (isSpare || kept > REPLAY_BYTES || now - file.time > REPLAY_MS)) removed.push(name);
  }
  markSwept(fs, directory, names, removed);
  // Oldest first, so that a crash leaves no gap in the remaining files.
  for (const name of removed.reverse()) removeIfThere(fs, join(directory, name));
  sweepStrays(fs, directory, names, now);
}

/** Records which segments are about to be removed. Other missing segments were lost (docs/decisions/0045-missing-log-segments.md). */
function markSwept(fs: FileSystem, directory: string, names: readonly string[], removed: readonly string[]): void {
  const below = 1 + Math.max(0, ...removed.map((name) => segmentNumber(name) ?? 0));
  const before = sweptBelow(names) ?? 1;
  if (below <= before) return;
  fs.closeSync(fs.openSync(join(directory, sweepMarkerName(below)), OPEN.writeOrCreate, FILE_MODE));
  if (before > 1) removeIfThere(fs, join(directory, sweepMarkerName(before)));
}

function sweepStrays(fs: FileSystem, directory: string, names: readonly string[], now: number): void {
  for (const name of names.filter((each) => each.endsWith('.tmp') || isFreshCheckpoint(each))) {
    const file = sizeAndTime(fs, join(directory, name));
    if (file !== null && now - file.time > STRAY_MS) removeIfThere(fs, join(directory, name));
  }
}

function isSpareCheckpoint(name: string): boolean {
  const segment = segmentOfCheckpoint(name);
  return segment !== null && (segmentNumber(segment) ?? 0) % CHECKPOINT_EVERY !== 0;
}

/** Segments and checkpoints with a number below `limit`, newest first. */
function sweepable(names: readonly string[], limit: number): string[] {
  const numberOf = (name: string) => segmentNumber(segmentOfCheckpoint(name) ?? name) ?? limit;
  return names.filter((name) => name !== FIRST_SEGMENT && numberOf(name) < limit).sort((a, b) => numberOf(b) - numberOf(a));
}
