import path from 'node:path';
import { CortexError, fileError } from '../platform/errors.ts';
import { type FileSystem, OPEN } from '../platform/file-system.ts';
import { readFileBounded } from './atomic-file.ts';
import { resolveInside } from './safe-path.ts';

const GIT_IGNORE = '.gitignore';
const MAX_BYTES = 1_048_576;

/** A line that a person wrote about the same name, also one that takes it back (`!`), is a decision that stands. */
function nameIn(line: string): string {
  return line
    .trim()
    .replace(/^!?\/?/, '')
    .replace(/\/$/, '');
}

/** What is missing in a `.gitignore`, as one text to put at its end. */
function missingLines(present: string, lines: readonly string[]): string {
  const names = new Set(present.split('\n').map(nameIn));
  const missing = lines.filter((line) => !names.has(nameIn(line)));
  if (missing.length === 0) return '';
  const end = present.includes('\r\n') ? '\r\n' : '\n';
  return (present === '' || present.endsWith('\n') ? '' : end) + missing.map((line) => line + end).join('');
}

/**
 * Sees to it that the `.gitignore` in a folder has some lines; those of others stay as they are. One append, so that nobody else's line is
 * lost; two programs that do this at once leave a line twice, which changes nothing.
 * @param whereItHas only in a `.gitignore` that is there and names this
 * @throws CortexError `outside-root` when the file is a link that leads out of the folder, `disk-full`, `read-only`, `io`
 */
export function ignoreFiles(fs: FileSystem, folder: string, lines: readonly string[], whereItHas?: string): void {
  const file = path.join(folder, GIT_IGNORE);
  const present = readFileBounded(fs, file, { maxBytes: MAX_BYTES, root: folder })?.bytes.toString('utf8') ?? '';
  if (whereItHas !== undefined && !present.split('\n').map(nameIn).includes(nameIn(whereItHas))) return;
  const addition = Buffer.from(missingLines(present, lines));
  if (addition.length === 0) return;
  let fd: number | undefined;
  try {
    fd = fs.openSync(resolveInside(fs, folder, GIT_IGNORE), OPEN.appendOrCreate, 0o666);
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
