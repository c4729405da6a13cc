import type { FileSystem } from '../../platform/file-system.ts';
import type { RecordSpan } from '../core-state.ts';
import { checkpointSize } from './checkpoint.ts';
import type { Segment } from './segment.ts';

/** A segment is sealed above this size and above a part of its checkpoint's: sealing costs a checkpoint, reading anew a segment. Bytes. */
const SEGMENT_BYTES = 32 * 1024;
/** To apply records takes several times as long as to read a state of as many bytes. */
const CHECKPOINT_PART = 4;
/** A process that writes faster than it seals waits when the segment has this many times its size. */
const MOST_SIZES = 4;

/** With so many times its size a segment is sealed by whoever writes next: those whose turn it was have died. */
const FORGOTTEN_SIZES = 16;

/** Says when a segment is to be sealed (docs/decisions/0002-log.md, "Seal and checkpoint"). */
export class SegmentSize {
  /** The size above which a segment is sealed, looked up once for each. */
  #limited = { segment: '', bytes: 0 };

  constructor(
    private readonly fs: FileSystem,
    private readonly directory: string,
    private readonly floor = SEGMENT_BYTES,
  ) {}

  /** True when it was this record with which the segment grew over its size, or over a multiple of it. */
  isReachedBy(segment: Segment, { from, to }: RecordSpan): boolean {
    const limit = this.#limit(segment);
    return Math.floor(to / limit) > Math.floor(from / limit) || to > FORGOTTEN_SIZES * limit;
  }

  /** True when the segment grows faster than anybody seals it. */
  isOutgrown(segment: Segment): boolean {
    return segment.offset >= MOST_SIZES * this.#limit(segment);
  }

  #limit({ name }: Segment): number {
    if (this.#limited.segment !== name) {
      const bytes = checkpointSize(this.fs, this.directory, name);
      this.#limited = { segment: name, bytes: Math.max(this.floor, bytes / CHECKPOINT_PART) };
    }
    return this.#limited.bytes;
  }
}
