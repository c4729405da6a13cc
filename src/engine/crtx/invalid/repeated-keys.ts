import { CortexError } from '../../platform/errors.ts';
import { findRepeatedKeys, formatJsonPath, lineAndColumn } from '../../text/json/json-position.ts';
import { hasRepeatedKeys } from '../../text/json/repeated-keys.ts';

/** Of more the rest is named when these are corrected. */
const MOST_NAMED = 20;

/**
 * What to say of keys that an object in a file has twice: every reader takes the last value alone, and the others would be lost without a word
 * when the file is written anew.
 * @param source `text` without a byte order mark @param value what the text says; `undefined` where it is not JSON
 */
export function repeatedKeys({ text, file, next }: { text: string; file: string; next?: string }, value: unknown): CortexError[] {
  if (value === undefined || !hasRepeatedKeys(text, value)) return [];
  return findRepeatedKeys(text, MOST_NAMED).map(({ path, offset }) => {
    const message = `${formatJsonPath(path)} is here again: of equal keys in one object only the last one counts`;
    return new CortexError('broken-file', message, { file, ...lineAndColumn(text, offset), ...(next !== undefined && { next }) });
  });
}
