import { CortexError } from '../../platform/errors.ts';
import { findRepeatedKeys, formatJsonPath, lineAndColumn } from '../../text/json/json-position.ts';
import { hasRepeatedKeys } from '../../text/json/repeated-keys.ts';

/** Maximum number of keys that are reported at once. The rest is reported when these are corrected. */
const MAX_NAMED = 20;

/**
 * Returns an error for each key that an object in a file has twice. Every reader uses the last value only, and the others would be lost
 * silently when the file is written again.
 * @param text without a byte order mark
 * @param value the parsed text; `undefined` if it is not JSON
 */
export function repeatedKeys({ text, file, next }: { text: string; file: string; next?: string }, value: unknown): CortexError[] {
  if (value === undefined || !hasRepeatedKeys(text, value)) return [];
  return findRepeatedKeys(text, MAX_NAMED).map(({ path, offset }) => {
    const message = `duplicate key: ${formatJsonPath(path)} (the last one is used)`;
    return new CortexError('broken-file', message, { file, ...lineAndColumn(text, offset), ...(next !== undefined && { next }) });
  });
}
