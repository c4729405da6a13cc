import { join } from 'node:path';
import { CoreState } from '../../log/core-state.ts';
import { decodeLine, type LogRecord, mayBecomeRecord } from '../../log/record.ts';
import { LineCorrection } from '../../log/segments/line-correction.ts';
import { mayBeSeal } from '../../log/segments/seal.ts';
import { requireSegmentSize } from '../../log/segments/segment.ts';
import { Tail } from '../../log/segments/tail.ts';
import { fileError, systemCode } from '../../platform/errors.ts';
import { type FileSystem, OPEN } from '../../platform/file-system.ts';

/** A line of a segment. `record` is `null` for a damaged line, or an incomplete one at the end of the file. */
export interface SegmentLine {
  /** Offset of the first byte in the file. */
  readonly from: number;
  readonly bytes: Buffer;
  readonly record: LogRecord | null;
  /** Whether one byte of the record was wrong, and was corrected. */
  readonly isCorrected: boolean;
  /** False for text after the last line end. */
  readonly isFinished: boolean;
}

/**
 * Visits the lines of a segment in order, up to its seal.
 * @param isWanted other lines are neither decoded nor visited; must accept seals
 * @returns the name of the next segment, or `null` without a seal; `null` instead of an object if the file does not exist
 * @throws CortexError when the file cannot be read
 */
export function visitSegment(
  fs: FileSystem,
  directory: string,
  segment: string,
  see: (line: SegmentLine) => void,
  isWanted: (line: Buffer) => boolean = () => true,
): { readonly next: string | null } | null {
  const path = join(directory, segment);
  try {
    const fd = fs.openSync(path, OPEN.read);
    try {
      let next: string | null = null;
      const correction = new LineCorrection();
      const tail = new Tail(fs, fd, mayBecomeRecord);
      const size = Number(fs.fstatSync(fd, { bigint: true }).size);
      requireSegmentSize(size, directory, segment);
      tail.read(size, (bytes, isFinished) => {
        if (!isWanted(bytes)) return 'next';
        const line = readLine(bytes, tail.offset - bytes.length - (isFinished ? 1 : 0), isFinished, correction);
        see(line);
        next = successorIn(line, segment);
        return next === null ? 'next' : 'stop';
      });
      return { next };
    } finally {
      fs.closeSync(fd);
    }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw fileError(error, path, 'read the log', 'read');
  }
}

function readLine(bytes: Buffer, from: number, isFinished: boolean, correction: LineCorrection): SegmentLine {
  const valid = decodeLine(bytes);
  const record = valid ?? correction.correct(bytes, from, isFinished)?.record ?? null;
  return { from, bytes, record, isCorrected: valid === null && record !== null, isFinished };
}

/** Returns the segment that a seal names, if the seal is valid at that place. */
function successorIn({ record, from, bytes }: SegmentLine, segment: string): string | null {
  if (record?.op !== 'seal') return null;
  return new CoreState().note(record, { segment, from, to: from + bytes.length })?.next ?? null;
}

/** Returns the name of the next segment from the seal; `null` without a seal, `undefined` if the segment does not exist. */
export function findSuccessor(fs: FileSystem, directory: string, segment: string): string | null | undefined {
  return visitSegment(fs, directory, segment, () => {}, mayBeSeal)?.next;
}
