import { type FileSystem, OPEN } from '../file-system.ts';

/** Upper bound for `HEAD`, `commondir` and the `.git` file of a linked worktree, which are one short line, in bytes. */
const POINTER_BYTES = 4_096;

/** Returns the first line of a small file; `null` if it is not a readable regular file. */
export function firstLineOf(fs: FileSystem, file: string): string | null {
  let fd: number | undefined;
  try {
    if (!fs.lstatSync(file, { bigint: true }).isFile()) return null;
    fd = fs.openSync(file, OPEN.read);
    const buffer = Buffer.alloc(POINTER_BYTES);
    const length = fs.readSync(fd, buffer, 0, POINTER_BYTES, 0);
    return buffer.toString('utf8', 0, length).split('\n', 1)[0]?.trim() ?? null;
  } catch {
    return null;
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

/** Returns the git folder that a `.git` file names, exactly as written; `null` if it is not such a file. */
export function pointerIn(fs: FileSystem, file: string): string | null {
  return /^gitdir: (.+)$/.exec(firstLineOf(fs, file) ?? '')?.[1] ?? null;
}
