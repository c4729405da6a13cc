import { join } from 'node:path';
import { requireOneName } from '../../files/hard-links.ts';
import { syncDescriptor, syncDirectory } from '../../platform/descriptor.ts';
import { CortexError, fileError, systemCode } from '../../platform/errors.ts';
import { type FileSystem, OPEN } from '../../platform/file-system.ts';
import { grouped } from '../../text/amounts.ts';
import { mayBecomeRecord } from '../record.ts';
import type { RecordSpan } from '../record-place.ts';
import { LineCorrection } from './line-correction.ts';
import { adviceForMissingEnd } from './missing.ts';
import { SegmentStart } from './segment-start.ts';
import { LINE_LIMIT_BYTES, type LineAction, type LineVisitor, Tail } from './tail.ts';

const FILE_MODE = 0o666;
/** How often to retry creating the first segment in a folder that is being deleted. */
const BEGINNINGS = 5;
const NO_WRITING = new Set(['EACCES', 'EROFS', 'EPERM']);

interface Descriptor {
  readonly fd: number;
  readonly writable: boolean;
}

/** One open segment file, always the same inode. Read by its tail, written by appends. */
export class Segment {
  readonly start = new SegmentStart();
  readonly correction = new LineCorrection();
  readonly #tail: Tail;
  #writtenAt = 0;
  readonly #path: string;

  private constructor(
    private readonly fs: FileSystem,
    private readonly fd: number,
    /** False if there was no write permission when the file was opened. */
    readonly writable: boolean,
    private readonly identity: string,
    private readonly directory: string,
    readonly name: string,
  ) {
    this.#path = join(directory, name);
    this.#tail = new Tail(fs, fd, mayBecomeRecord);
  }

  /** Creates the empty segment that a seal will name. It must be durable before the seal is written. */
  static async createSuccessor(fs: FileSystem, directory: string, name: string): Promise<void> {
    const fd = fs.openSync(join(directory, name), OPEN.createNew, FILE_MODE);
    try {
      await syncDescriptor(fs, fd);
    } finally {
      fs.closeSync(fd);
    }
    await syncDirectory(fs, directory);
  }

  /** Opens an existing segment; `null` if it does not exist. Without write permission, it can only be read. */
  static open(fs: FileSystem, directory: string, name: string): Segment | null {
    try {
      return Segment.#from(fs, Segment.#descriptor(fs, join(directory, name)), directory, name);
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return null;
      throw fileError(error, join(directory, name), 'read the log', 'read');
    }
  }

  /** Opens a segment, or creates it. Only for the first segment, whose name is never reused. */
  static openFirst(fs: FileSystem, directory: string, name: string): Segment {
    for (let attempt = 1; ; attempt++) {
      try {
        fs.mkdirSync(directory, { recursive: true });
        const fd = fs.openSync(join(directory, name), OPEN.appendOrCreate, FILE_MODE);
        return Segment.#from(fs, { fd, writable: true }, directory, name);
      } catch (error) {
        // The folder may be deleted at this very moment.
        if (systemCode(error) === 'ENOENT' && attempt < BEGINNINGS) continue;
        throw fileError(error, join(directory, name), 'create the log');
      }
    }
  }

  static #descriptor(fs: FileSystem, path: string): Descriptor {
    try {
      return { fd: fs.openSync(path, OPEN.append), writable: true };
    } catch (error) {
      if (!NO_WRITING.has(systemCode(error) ?? '')) throw error;
      return { fd: fs.openSync(path, OPEN.read), writable: false };
    }
  }

  static #from(fs: FileSystem, { fd, writable }: Descriptor, directory: string, name: string): Segment {
    try {
      const { dev, ino } = fs.fstatSync(fd, { bigint: true });
      return new Segment(fs, fd, writable, `${dev}:${ino}`, directory, name);
    } catch (error) {
      fs.closeSync(fd);
      throw error;
    }
  }

  /** Last modification by any process as of the last `read`, in milliseconds by the file system's clock. */
  get writtenAt(): number {
    return this.#writtenAt;
  }

  /** Whether the name still refers to this file. */
  get isNamed(): boolean {
    return this.#size() !== null;
  }

  /** Size in bytes, also after the name was removed. */
  get size(): number {
    return Number(this.fs.fstatSync(this.fd, { bigint: true }).size);
  }

  /** Bytes read so far. */
  get offset(): number {
    return this.#tail.offset;
  }

  /**
   * Appends bytes with one write. @throws CortexError `disk-full` for a short write: the partial line stays, and readers skip it;
   * `outside-root` for a file with another name
   */
  append(line: Buffer): void {
    // Cortex makes no hard links to segments.
    requireOneName(this.fs, this.fd, this.#path);
    let written: number;
    try {
      if (!this.writable) throw Object.assign(new Error('opened without permission to write'), { code: 'EACCES' });
      written = this.fs.writeSync(this.fd, line, 0, line.length, null);
    } catch (error) {
      throw fileError(error, this.#path, 'append to the log');
    }
    if (written === line.length) return;
    throw new CortexError('disk-full', `only ${written} of ${line.length} bytes could be appended`, {
      file: this.#path,
      next: 'Free some space and try again. No existing data is lost.',
    });
  }

  /**
   * Visits new lines, also if the name no longer refers to this file: up to its seal, a swept file is part of the log. Returns `gone` if
   * such a file has no seal: it was deleted, and records that were written since had no effect.
   */
  read(visit: LineVisitor): 'end' | 'stopped' | 'gone' {
    const size = this.#size();
    const bytes = size ?? this.size;
    requireSegmentSize(bytes, this.directory, this.name);
    if (this.#tail.read(bytes, visit)) return 'stopped';
    return size === null ? 'gone' : 'end';
  }

  /** Visits all lines from the start, independent of earlier reads. Returns true if the name still refers to this file. */
  scan(visit: (line: Buffer, finished: boolean, span: RecordSpan) => LineAction): boolean {
    const tail = new Tail(this.fs, this.fd, mayBecomeRecord);
    requireSegmentSize(this.size, this.directory, this.name);
    tail.read(this.size, (line, finished) => {
      const to = tail.offset - (finished ? 1 : 0);
      return visit(line, finished, { segment: this.name, from: to - line.length - 1, to });
    });
    return this.#size() !== null;
  }

  /** Returns the size in bytes; `null` if the name no longer refers to this file. */
  #size(): number | null {
    try {
      const { dev, ino, size, mtimeNs } = this.fs.statSync(this.#path, { bigint: true });
      this.#writtenAt = Number(mtimeNs / 1_000_000n);
      return `${dev}:${ino}` === this.identity ? Number(size) : null;
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return null;
      throw fileError(error, this.#path, 'read the log', 'read');
    }
  }

  close(): void {
    this.fs.closeSync(this.fd);
  }
}

/** Reads the bytes of one record; `null` if its segment was swept or is too short, or the record is over the line limit. */
export function readSpan(fs: FileSystem, directory: string, { segment, from, to }: RecordSpan): Buffer | null {
  const path = join(directory, segment);
  try {
    const fd = fs.openSync(path, OPEN.read);
    try {
      if (to - from > LINE_LIMIT_BYTES || to > fs.fstatSync(fd, { bigint: true }).size) return null;
      const bytes = Buffer.alloc(to - from);
      return bytes.subarray(0, fs.readSync(fd, bytes, 0, bytes.length, from));
    } finally {
      fs.closeSync(fd);
    }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw fileError(error, path, 'read the log', 'read');
  }
}

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
