import { join } from 'node:path';
import { CoreState } from '../../log/core-state.ts';
import { decodeLine, type LogRecord } from '../../log/record.ts';
import { mayBeSeal } from '../../log/segments/seal.ts';
import { Tail } from '../../log/segments/tail.ts';
import { fileError, systemCode } from '../../platform/errors.ts';
import { type FileSystem, OPEN } from '../../platform/file-system.ts';

/** A line of a segment; `record` is `null` for one that is damaged, or not yet whole at the end of the file. */
export interface SegmentLine {
  /** The place of its first byte in the file. */
  readonly from: number;
  readonly bytes: Buffer;
  readonly record: LogRecord | null;
  /** False behind the last line end. */
  readonly isFinished: boolean;
}

/**
 * Shows the lines of a segment up to its seal, one after the other.
 * @param isWanted what is not wanted is not decoded, and not shown; it must want seals
 * @returns the name of the segment that follows; `null` without a seal
 * @throws CortexError when the file cannot be read; `null` is no file
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
      const tail = new Tail(fs, fd);
      tail.read(Number(fs.fstatSync(fd, { bigint: true }).size), (bytes, isFinished) => {
        if (!isWanted(bytes)) return 'next';
        const line = { from: tail.offset - bytes.length - (isFinished ? 1 : 0), bytes, record: decodeLine(bytes), isFinished };
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

/** The segment that a seal names, if it is one that counts there. */
function successorIn({ record, from, bytes }: SegmentLine, segment: string): string | null {
  if (record?.op !== 'seal') return null;
  return new CoreState().note(record, { segment, from, to: from + bytes.length })?.next ?? null;
}

/** The name of the segment that follows one, as its seal says; `null` when it has none. @returns `undefined` for no such segment */
export function successorOf(fs: FileSystem, directory: string, segment: string): string | null | undefined {
  return visitSegment(fs, directory, segment, () => {}, mayBeSeal)?.next;
}
