import { type FileSystem, OPEN } from '../../platform/file-system.ts';

const CHUNK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/** Returns the 1-based line of a byte offset in a file. */
export function lineNumber(fs: FileSystem, file: string, end: number): number {
  return 1 + countNewlines(fs, file, 0, end);
}

/** Numbers lines of files that only grow. A line behind the last one costs only the bytes between, so that many lines take no longer than one. */
export class LineNumbers {
  #last = { file: '', offset: 0, line: 1 };

  constructor(private readonly fs: FileSystem) {}

  /** Returns the 1-based line of a byte offset. */
  at(file: string, offset: number): number {
    const isBehind = file === this.#last.file && offset >= this.#last.offset;
    const from = isBehind ? this.#last : { file, offset: 0, line: 1 };
    const line = from.line + countNewlines(this.fs, file, from.offset, offset);
    this.#last = { file, offset, line };
    return line;
  }
}

function countNewlines(fs: FileSystem, file: string, start: number, end: number): number {
  const fd = fs.openSync(file, OPEN.read);
  try {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, Math.max(0, end - start)));
    let count = 0;
    for (let from = start; from < end; ) {
      const read = fs.readSync(fd, chunk, 0, Math.min(chunk.length, end - from), from);
      if (read === 0) break;
      for (const byte of chunk.subarray(0, read)) if (byte === NEWLINE) count += 1;
      from += read;
    }
    return count;
  } finally {
    fs.closeSync(fd);
  }
}
