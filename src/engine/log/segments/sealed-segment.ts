import { hash } from 'node:crypto';
import { listDirectory } from '../../files/folder-entries.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { isSeal } from '../core-operations.ts';
import { segmentNumber } from '../layout.ts';
import { decodeLine } from '../record.ts';
import { LineCorrection } from './line-correction.ts';
import { mayBeSeal, type SealedSegment } from './seal.ts';
import { readSpan, Segment } from './segment.ts';

/** A segment with a seal, and the name of the next one. */
interface Ended {
  readonly sealed: SealedSegment;
  readonly next: unknown;
}

/** Reads a segment up to its seal; `null` if it does not exist or has no seal. @throws CortexError if it cannot be read */
export function readSealedSegment(fs: FileSystem, directory: string, name: string): Ended | null {
  const segment = Segment.open(fs, directory, name);
  const correction = new LineCorrection();
  let end: { readonly bytes: number; readonly next: unknown } | null = null;
  try {
    segment?.scan((line, finished, span) => {
      const record = mayBeSeal(line) ? (decodeLine(line) ?? correction.correct(line, span.from + 1, finished)?.record ?? null) : null;
      if (record === null || !isSeal(record, span)) return finished ? 'next' : 'wait';
      end = { bytes: span.to, next: record.next };
      return 'stop';
    });
  } finally {
    segment?.close();
  }
  return end === null ? null : ended(fs, directory, name, end);
}

function ended(fs: FileSystem, directory: string, segment: string, { bytes, next }: { bytes: number; next: unknown }): Ended | null {
  const content = readSpan(fs, directory, { segment, from: 0, to: bytes });
  return content === null ? null : { sealed: { segment, bytes, sha256: hash('sha256', content, 'hex') }, next };
}

/** Returns the segment whose seal names `segment`; `null` if it no longer exists. @throws CortexError if it cannot be read */
export function findPredecessor(fs: FileSystem, directory: string, segment: string): SealedSegment | null {
  const number = (segmentNumber(segment) ?? 1) - 1;
  for (const name of listDirectory(fs, directory)) {
    const found = segmentNumber(name) === number ? readSealedSegment(fs, directory, name) : null;
    if (found?.next === segment) return found.sealed;
  }
  return null;
}
