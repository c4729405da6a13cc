import { type FileSystem, OPEN } from '../../platform/file-system.ts';

const CHUNK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/** Returns the 1-based line of a byte offset in a file. */
export function lineNumber(fs: FileSystem, file: string, end: number): number {
  const fd = fs.openSync(file, OPEN.read);
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let line = 1;
    for (let from = 0; from < end; ) {
      const read = fs.readSync(fd, chunk, 0, Math.min(CHUNK_BYTES, end - from), from);
      if (read === 0) break;
      for (const byte of chunk.subarray(0, read)) if (byte === NEWLINE) line += 1;
      from += read;
    }
    return line;
  } finally {
    fs.closeSync(fd);
  }
}
