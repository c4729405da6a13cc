import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import { identityOf } from '../../files/file-content.ts';
import { CortexError, fileError } from '../../platform/errors.ts';
import { type FileSystem, OPEN } from '../../platform/file-system.ts';
import type { ArchiveColumns } from './archive-index.ts';

/** Reads a part of an open file into a buffer; `null` if the file is too short. */
function fill(fs: FileSystem, fd: number, offset: number, buffer: Buffer): Buffer | null {
  const { length } = buffer;
  for (let done = 0; done < length; ) {
    const count = fs.readSync(fd, buffer, done, length - done, offset + done);
    if (count === 0) return null;
    done += count;
  }
  return buffer;
}

/** Reads a part of an open file; `null` if the file is too short. */
export function readSpan(fs: FileSystem, fd: number, offset: number, length: number): Buffer | null {
  return fill(fs, fd, offset, Buffer.allocUnsafe(length));
}

/** Reusable buffer for parts of an archive. Separate buffers would leave half a gigabyte of garbage in a search of a million entries. */
export class ScratchBuffer {
  #buffer = Buffer.alloc(0);

  /** Returns a buffer of that length, valid until the next call. */
  ofLength(length: number): Buffer {
    if (this.#buffer.length < length) this.#buffer = Buffer.allocUnsafeSlow(length);
    return this.#buffer.subarray(0, length);
  }
}

/** Returns the error for an archive that was replaced or changed since it was listed. */
export function archiveChangedError(file: string): CortexError {
  return new CortexError('busy', 'changed while it was being read', { file, next: 'Try again.' });
}

/** An open archive. Reads entries at the places in its index. Must be closed. */
export class ArchiveText {
  readonly #fd: number;

  /** @throws CortexError `busy` if the file has changed since it was indexed */
  constructor(
    private readonly fs: FileSystem,
    private readonly file: string,
    identity: string,
    private readonly columns: ArchiveColumns,
  ) {
    this.#fd = this.#open();
    if (identityOf(fs.fstatSync(this.#fd, { bigint: true })) === identity) return;
    this.close();
    throw archiveChangedError(file);
  }

  #open(): number {
    try {
      return this.fs.openSync(this.file, OPEN.read);
    } catch (error) {
      const problem = fileError(error, this.file, 'read the archive', 'read');
      throw problem.code === 'not-found' ? archiveChangedError(this.file) : problem;
    }
  }

  entry(row: number): TimelineEntry {
    const bytes = readSpan(this.fs, this.#fd, this.columns.offsets[row] ?? 0, this.columns.lengths[row] ?? 0);
    try {
      if (bytes !== null) return JSON.parse(bytes.toString('utf8'));
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause;
    }
    throw archiveChangedError(this.file);
  }

  /** Reads a part of the file into the scratch buffer. @throws CortexError `busy` if the file has become shorter */
  part(scratch: ScratchBuffer, offset: number, length: number): Buffer {
    const bytes = fill(this.fs, this.#fd, offset, scratch.ofLength(length));
    if (bytes === null) throw archiveChangedError(this.file);
    return bytes;
  }

  close(): void {
    this.fs.closeSync(this.#fd);
  }
}
