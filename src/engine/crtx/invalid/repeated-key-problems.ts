import { CortexError } from '../../platform/errors.ts';
import { findRepeatedKeys, formatJsonPath, lineAndColumn } from '../../text/json/json-position.ts';
import { hasRepeatedKeys } from '../../text/json/repeated-keys.ts';

/** Further ones are reported after these are corrected. */
const MOST_NAMED = 20;

/**
 * Returns a problem for each duplicate key in an object. JSON readers use only the last value, so the others would be lost when the file is
 * written again.
 * @param value the parsed text; `undefined` if it is no JSON
 */
export function repeatedKeys({ text, file, next }: { text: string; file: string; next?: string }, value: unknown): CortexError[] {
  if (value === undefined || !hasRepeatedKeys(text, value)) return [];
  return findRepeatedKeys(text, MOST_NAMED).map(({ path, offset }) => {
    const message = `${formatJsonPath(path)} is here again: of equal keys in one object only the last one counts`;
    return new CortexError('broken-file', message, { file, ...lineAndColumn(text, offset), ...(next !== undefined && { next }) });
  });
}
