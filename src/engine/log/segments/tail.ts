import type { FileSystem } from '../../platform/file-system.ts';
import { nextPart } from './line-parts.ts';

/** What to do after a line: continue, keep an unfinished line for the next read, or stop. */
export type LineAction = 'next' | 'wait' | 'stop';

/**
 * Receives a line, or if the newline after a record is damaged, each part of the line.
 * @param finished false for the bytes after the last newline, which may still grow
 */
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
  /** Behind a record in the same line. */
  #follows = false;

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
      if (!skipped && line.length > 0 && this.#parts(line, true, visit) === 'stop') return { bytes: start, stopped: true };
      this.#follows = false;
    }
    return { bytes: start, stopped: false };
  }

  #unfinished(rest: Buffer, visit: LineVisitor): boolean {
    this.#offset += rest.length;
    return !this.#skipping && this.#parts(rest, false, visit) === 'stop';
  }

  /** Visits the parts of a line that ends at the offset. */
  #parts(line: Buffer, finished: boolean, visit: LineVisitor): LineAction {
    const end = this.#offset;
    const start = end - line.length - (finished ? 1 : 0);
    for (let at = 0; ; ) {
      const rest = line.subarray(at);
      const part = nextPart(rest, this.#follows);
      if (part === null || part.to === rest.length) {
        this.#offset = end;
        const action = part === null ? 'wait' : visit(rest.subarray(part.from), finished);
        // Read again with what is appended, by the same rules.
        if (action === 'wait' && !finished) this.#offset = start + at;
        else this.#follows = true;
        return action;
      }
      at += part.to;
      this.#offset = start + at;
      this.#follows = true;
      if (this.#visitInner(rest.subarray(part.from, part.to), visit) === 'stop') return 'stop';
    }
  }

  /** Visits a part that more follows, as if a newline ended it. */
  #visitInner(part: Buffer, visit: LineVisitor): LineAction {
    this.#offset += 1;
    try {
      return visit(part, true);
    } finally {
      this.#offset -= 1;
    }
  }

  #grow(chunk: Buffer, want: number, visit: LineVisitor): number {
    const isWanted = this.#follows || this.isWanted(chunk);
    if (!this.#skipping && isWanted && chunk.length < this.lineLimit) return want * 2;
    this.#offset += chunk.length;
    if (!this.#skipping && !isWanted) this.#visitInner(chunk, visit);
    this.#skipping = true;
    return CHUNK_BYTES;
  }
}
