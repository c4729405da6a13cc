import { systemCode } from '../platform/errors.ts';
import { type FileSystem, OPEN } from '../platform/file-system.ts';

/**
 * Reads the beginning of a file as Latin-1, in which every byte is a character. Follows no symlink, and does not wait for a pipe.
 * @param file absolute
 * @returns an empty text if it cannot be read
 */
export function readHead(fs: FileSystem, file: string, bytes: number): string {
  let fd: number | null = null;
  try {
    fd = fs.openSync(file, OPEN.readHere);
    const buffer = Buffer.allocUnsafe(bytes);
    return buffer.toString('latin1', 0, fs.readSync(fd, buffer, 0, bytes, 0));
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return '';
  } finally {
    if (fd !== null) fs.closeSync(fd);
  }
}
