import type { FileSystem } from '../../platform/file-system.ts';

/** What to do after a line: continue, keep an unfinished line for the next read, or stop. */
export type LineAction = 'next' | 'wait' | 'stop';

/** @param finished false for the bytes after the last newline, which may still grow */
export type LineVisitor = (line: Buffer, finished: boolean) => LineAction;

const CHUNK_BYTES = 64 * 1024;
/** Longest line that is read, in bytes. Ours are shorter: even adoptions of the largest file that we read stay below. */
export const LINE_LIMIT_BYTES = 96 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Reads the lines that are appended to a file, each once. A read costs only the new bytes. */
export class Tail {
  #offset = 0;
  /** Inside a line over the limit: its bytes are dropped. */
  #skipping = false;

  constructor(
    private readonly fs: FileSystem,
    private readonly fd: number,
    /** Whether a long line without an end yet is worth reading on, by its start. */
    private readonly isWanted: (start: Buffer) => boolean = () => true,
    private readonly lineLimit = LINE_LIMIT_BYTES,
  ) {}

  /** Offset before which everything has been visited, in bytes. */
  get offset(): number {
    return this.#offset;
  }

  /** Visits the lines between the last visit and `size`, the file's size in bytes. Returns true if the visitor stopped. */
  read(size: number, visit: LineVisitor): boolean {
    let want = CHUNK_BYTES;
    while (this.#offset < size) {
      const chunk = this.#chunk(Math.min(want, size - this.#offset));
      if (chunk.length === 0) return false;
      const atEnd = this.#offset + chunk.length >= size;
      const used = this.#lines(chunk, visit);
      if (used.stopped) return true;
      if (used.bytes > 0) want = CHUNK_BYTES;
      else if (atEnd) return this.#unfinished(chunk, visit);
      else want = this.#grow(chunk, want, visit);
    }
    return false;
  }

  #chunk(length: number): Buffer {
    const buffer = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const read = this.fs.readSync(this.fd, buffer, filled, length - filled, this.#offset + filled);
      if (read === 0) break;
      filled += read;
    }
    return buffer.subarray(0, filled);
  }

  #lines(chunk: Buffer, visit: LineVisitor): { bytes: number; stopped: boolean } {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const line = chunk.subarray(start, end);
      // Advance before the visit, so that no line is visited twice if the visitor throws.
      this.#offset += end + 1 - start;
      start = end + 1;
      const skipped = this.#skipping;
      this.#skipping = false;
      if (!skipped && line.length > 0 && visit(line, true) === 'stop') return { bytes: start, stopped: true };
    }
    return { bytes: start, stopped: false };
  }

  #unfinished(rest: Buffer, visit: LineVisitor): boolean {
    this.#offset += rest.length;
    if (this.#skipping) return false;
    const verdict = visit(rest, false);
    if (verdict === 'wait') this.#offset -= rest.length;
    return verdict === 'stop';
  }

  #grow(chunk: Buffer, want: number, visit: LineVisitor): number {
    const isWanted = this.isWanted(chunk);
    if (!this.#skipping && isWanted && chunk.length < this.lineLimit) return want * 2;
    this.#offset += chunk.length;
    if (!this.#skipping && !isWanted) this.#cut(chunk, visit);
    this.#skipping = true;
    return CHUNK_BYTES;
  }

  /** Visits the start of an unwanted line as if it ended there. */
  #cut(start: Buffer, visit: LineVisitor): void {
    this.#offset += 1;
    visit(start, true);
    this.#offset -= 1;
  }
}
