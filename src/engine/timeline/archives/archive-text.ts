import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import { identityOf } from '../../files/file-content.ts';
import { CortexError, fileError } from '../../platform/errors.ts';
import { type FileSystem, OPEN } from '../../platform/file-system.ts';
import type { ArchiveColumns } from './archive-index.ts';

/** The bytes of a part of an open file, in a buffer of that length; `null` when there are not so many. */
function fill(fs: FileSystem, fd: number, offset: number, buffer: Buffer): Buffer | null {
  const { length } = buffer;
  for (let done = 0; done < length; ) {
    const count = fs.readSync(fd, buffer, done, length - done, offset + done);
    if (count === 0) return null;
    done += count;
  }
  return buffer;
}

/** The bytes of a part of an open file; `null` when there are not so many. */
export function readSpan(fs: FileSystem, fd: number, offset: number, length: number): Buffer | null {
  return fill(fs, fd, offset, Buffer.allocUnsafe(length));
}

/** Room for one part of an archive after the other: a buffer for each would be garbage of half a gigabyte in a search through a million entries. */
export class Scratch {
  #buffer = Buffer.alloc(0);

  /** A buffer of that length, good until the next call. */
  ofLength(length: number): Buffer {
    if (this.#buffer.length < length) this.#buffer = Buffer.allocUnsafeSlow(length);
    return this.#buffer.subarray(0, length);
  }
}

/** Somebody replaced or changed an archive between two looks: look again. */
export function changedMeanwhile(file: string): CortexError {
  return new CortexError('busy', 'was changed while it was read', { file, next: 'Try again.' });
}

/** An open archive, which reads what its index says where it is. To be closed. */
export class ArchiveText {
  readonly #fd: number;

  /** @throws CortexError `busy` when the file is not any more what it was when it was indexed */
  constructor(
    private readonly fs: FileSystem,
    private readonly file: string,
    identity: string,
    private readonly columns: ArchiveColumns,
  ) {
    this.#fd = this.#open();
    if (identityOf(fs.fstatSync(this.#fd, { bigint: true })) === identity) return;
    this.close();
    throw changedMeanwhile(file);
  }

  #open(): number {
    try {
      return this.fs.openSync(this.file, OPEN.read);
    } catch (error) {
      const problem = fileError(error, this.file, 'read the archive', 'read');
      throw problem.code === 'not-found' ? changedMeanwhile(this.file) : problem;
    }
  }

  entry(row: number): TimelineEntry {
    const bytes = readSpan(this.fs, this.#fd, this.columns.offsets[row] ?? 0, this.columns.lengths[row] ?? 0);
    try {
      if (bytes !== null) return JSON.parse(bytes.toString('utf8'));
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause;
    }
    throw changedMeanwhile(this.file);
  }

  /** A part of the file, in a buffer of the scratch. @throws CortexError `busy` when it is not that long any more */
  part(scratch: Scratch, offset: number, length: number): Buffer {
    const bytes = fill(this.fs, this.#fd, offset, scratch.ofLength(length));
    if (bytes === null) throw changedMeanwhile(this.file);
    return bytes;
  }

  close(): void {
    this.fs.closeSync(this.#fd);
  }
}
