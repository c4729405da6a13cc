import type { FileSystem } from '../../platform/file-system.ts';
import type { RecordSpan } from '../record-place.ts';
import { checkpointSize } from './checkpoint.ts';
import type { Segment } from './segment.ts';

/** A segment is sealed above this size and above a part of its checkpoint's. Sealing costs a checkpoint, reopening a segment. Bytes. */
const SEGMENT_BYTES = 32 * 1024;
/** Divisor for the checkpoint's size: applying records takes several times as long as reading a state of the same size. */
const CHECKPOINT_PART = 4;
/** A process that writes faster than it seals waits once the segment has this many times its size limit. */
const MAX_SIZES = 4;

/** Above this many times its limit the next writer seals the segment: the processes that should have done it have died. */
const FORGOTTEN_SIZES = 16;

/** Decides when to seal a segment (docs/decisions/0002-log.md, "Seal and checkpoint"). */
export class SegmentSize {
  /** Size limit of the segment in bytes, looked up once per segment. */
  #limited = { segment: '', bytes: 0 };

  constructor(
    private readonly fs: FileSystem,
    private readonly directory: string,
    private readonly floor = SEGMENT_BYTES,
  ) {}

  /** Returns whether the writer of this record must seal: the segment exceeded its limit or a multiple of it, or sealing is overdue. */
  isReachedBy(segment: Segment, { from, to }: RecordSpan): boolean {
    const limit = this.#limit(segment);
    return Math.floor(to / limit) > Math.floor(from / limit) || to > FORGOTTEN_SIZES * limit;
  }

  /** Returns whether the segment grows faster than it is sealed. */
  isOutgrown(segment: Segment): boolean {
    return segment.offset >= MAX_SIZES * this.#limit(segment);
  }

  #limit({ name }: Segment): number {
    if (this.#limited.segment !== name) {
      const bytes = checkpointSize(this.fs, this.directory, name);
      this.#limited = { segment: name, bytes: Math.max(this.floor, bytes / CHECKPOINT_PART) };
    }
    return this.#limited.bytes;
  }
}
