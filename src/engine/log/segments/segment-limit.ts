import { join } from 'node:path';
import { CortexError } from '../../platform/errors.ts';
import { grouped } from '../../text/amounts.ts';
import { adviceForMissingEnd } from './missing.ts';

const MEBIBYTE = 1_048_576;
/**
 * Largest segment that is read, in bytes; more than any writer makes. A segment is sealed above 32 KiB or a quarter of its checkpoint, and
 * at the latest above 16 times that. The longest line has 96 MiB.
 */
const SEGMENT_LIMIT_BYTES = 256 * MEBIBYTE;

/** Requires a size that a segment can have, so that no command reads a huge file for minutes. @throws CortexError `broken-file` */
export function requireSegmentSize(size: number, directory: string, name: string): void {
  if (size <= SEGMENT_LIMIT_BYTES) return;
  const mebibytes = (bytes: number) => `${grouped(Math.ceil(bytes / MEBIBYTE))} MiB`;
  const what = `the log is larger (${mebibytes(size)}) than any that cortex writes (at most ${mebibytes(SEGMENT_LIMIT_BYTES)})`;
  throw new CortexError('broken-file', what, { file: join(directory, name), next: adviceForMissingEnd(directory) });
}
