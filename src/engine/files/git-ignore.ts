import path from 'node:path';
import { CortexError, fileError } from '../platform/errors.ts';
import { type FileSystem, OPEN } from '../platform/file-system.ts';
import { readFileBounded } from './atomic-file.ts';
import { requireOneName } from './hard-links.ts';
import { resolveInside } from './safe-path.ts';

const GIT_IGNORE = '.gitignore';
const MAX_BYTES = 1_048_576;

/** Returns the name in a line. A person's line with the same name, even one that negates it (`!`), is a decision to respect. */
function nameIn(line: string): string {
  return line
    .trim()
    .replace(/^!?\/?/, '')
    .replace(/\/$/, '');
}

/** Returns the lines that a `.gitignore` lacks, as one text to append. */
function missingLines(present: string, lines: readonly string[]): string {
  const names = new Set(present.split('\n').map(nameIn));
  const missing = lines.filter((line) => !names.has(nameIn(line)));
  if (missing.length === 0) return '';
  const end = present.includes('\r\n') ? '\r\n' : '\n';
  return (present === '' || present.endsWith('\n') ? '' : end) + missing.map((line) => line + end).join('');
}

/**
 * Adds lines to the `.gitignore` of a folder if they are missing, and leaves other lines alone. One append, so that no line of another
 * program is lost. Two programs that do this at once may write a line twice, which has no effect.
 * @param whereItHas adds them only to an existing `.gitignore` that has this name
 * @throws CortexError `outside-root` if the file is a link that leads out of the folder, `disk-full`, `read-only`, `io`
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
    requireOneName(fs, fd, file);
    if (fs.writeSync(fd, addition, 0, addition.length, null) === addition.length) return;
    throw new CortexError('disk-full', 'cannot add lines: the disk is full', {
      file,
      next: 'Free some space and try again. Nothing was lost.',
    });
  } catch (error) {
    throw fileError(error, file, 'add lines');
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}
