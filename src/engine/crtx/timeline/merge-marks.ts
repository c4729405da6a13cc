import { readFileBounded } from '../../kernel/atomic-file.ts';
import { CortexError } from '../../kernel/errors.ts';
import type { FileSystem } from '../../kernel/file-system.ts';
import { lineAndColumn } from '../../kernel/json-position.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import { MAX_FILE_BYTES } from '../inspect.ts';

/** How git writes the beginning and the end of what it could not merge. No JSON has such a line. */
const CONFLICT = { begins: /^<{7} /m, ends: /^>{7} /m };

function startOfConflict(text: string): number {
  return CONFLICT.ends.test(text) ? text.search(CONFLICT.begins) : -1;
}

/** Whether git's marks stand in a text. */
export function isUnmerged(text: string): boolean {
  return startOfConflict(text) >= 0;
}

/**
 * A file in the middle of a merge is nobody's to replace: it holds entries of two sides, of which the log knows one. What is recorded
 * meanwhile is in the log, and is published when the conflict is settled.
 * @throws CortexError `busy` with the line where the conflict begins
 */
export function requireMerged(text: string, file: string): void {
  const start = startOfConflict(text);
  if (start < 0) return;
  throw new CortexError('busy', 'is in the middle of a merge: git could not unite the two sides', {
    file,
    ...lineAndColumn(text, start),
    next: '"cortex timeline merge" writes the entries of both sides into it, united by id; then "git add" it.',
  });
}

/**
 * As `requireMerged`, of a file.
 * @param root the folder that it must really be in
 * @throws CortexError also when it cannot be read
 */
export function requireMergedFile(fs: FileSystem, root: string, file: string): void {
  const content = readFileBounded(fs, file, { maxBytes: MAX_FILE_BYTES, root });
  if (content !== null) requireMerged(decodeUtf8(content.bytes, file), file);
}
