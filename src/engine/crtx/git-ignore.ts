import path from 'node:path';
import { readFileBounded } from '../files/atomic-file.ts';
import { resolveInside } from '../files/safe-path.ts';
import { CortexError, fileError } from '../platform/errors.ts';
import { type FileSystem, OPEN } from '../platform/file-system.ts';

/** The log, which is of this machine, what is derived from it all the time, and copies of broken files, for people to look at. */
const IGNORED = ['.local/', 'swarm.crtx', '*.corrupt-*'];

const MAX_BYTES = 1_048_576;

/** A line that a person wrote about the same name, also one that takes it back (`!`), is a decision that stands. */
function nameIn(line: string): string {
  return line
    .trim()
    .replace(/^!?\/?/, '')
    .replace(/\/$/, '');
}

/** What is missing in a `.gitignore`, as one text to put at its end. */
function missingLines(present: string): string {
  const names = new Set(present.split('\n').map(nameIn));
  const missing = IGNORED.filter((line) => !names.has(nameIn(line)));
  if (missing.length === 0) return '';
  const end = present.includes('\r\n') ? '\r\n' : '\n';
  return (present === '' || present.endsWith('\n') ? '' : end) + missing.map((line) => line + end).join('');
}

/**
 * Sees to it that `.cortex/.gitignore` keeps our own files out of git; lines of others stay as they are. One append, so that
 * nobody else's line is lost; two programs that do this at once leave a line twice, which changes nothing.
 * @throws CortexError `outside-root` when the file is a link that leads out of the folder, `disk-full`, `read-only`, `io`
 */
export function ignoreLocalFiles(fs: FileSystem, folder: string): void {
  const file = path.join(folder, '.gitignore');
  const present = readFileBounded(fs, file, { maxBytes: MAX_BYTES, root: folder });
  const addition = Buffer.from(missingLines(present?.bytes.toString('utf8') ?? ''));
  if (addition.length === 0) return;
  let fd: number | undefined;
  try {
    fd = fs.openSync(resolveInside(fs, folder, '.gitignore'), OPEN.appendOrCreate, 0o666);
    if (fs.writeSync(fd, addition, 0, addition.length, null) === addition.length) return;
    throw new CortexError('disk-full', 'cannot add lines: the disk is full', {
      file,
      next: 'Free some space and try again; nothing was lost.',
    });
  } catch (error) {
    throw fileError(error, file, 'add lines');
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}
