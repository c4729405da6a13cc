import { parseCortexFile } from '../../engine/crtx/index.ts';
import { CortexError } from '../../engine/platform/errors.ts';
import { type FileProblem, fileWarning, toProblem } from '../../engine/platform/file-problem.ts';
import { findRepeatedKeys, lineAndColumn } from '../../engine/text/json/json-position.ts';
import { decodeUtf8 } from '../../engine/text/utf8.ts';
import type { CrtxHead } from './protocol.ts';
import { readSource } from './source-value.ts';

/** A `.crtx` file as it was read. */
export interface CrtxReading {
  /** In bytes. */
  readonly size: number;
  /** Content with exact numbers (see `readSource`); `undefined` if it cannot be parsed. */
  readonly value: unknown;
  readonly checksum: CrtxHead['checksum'];
  readonly problems: readonly FileProblem[];
  /** Why no content is shown; `null` if it is. */
  readonly hidden: string | null;
}

const NOT_JSON = 'It cannot be shown until its text is valid JSON.';

/** Parses the bytes of a file. @param file path for messages */
export function parseReading(bytes: Buffer, file: string): CrtxReading {
  const { length: size } = bytes;
  try {
    const text = decodeUtf8(bytes, file).replace(/^\ufeff/, '');
    const parsed = parseCortexFile(text, file);
    if (!parsed.ok && parsed.value === undefined) throw parsed.error;
    const { value, hasRepeatedKeys } = readSource(text);
    const others = hasRepeatedKeys ? [repeatedKey(text, file)] : [];
    if (!parsed.ok) return { size, value, checksum: 'unchecked', problems: [toProblem(parsed.error), ...others], hidden: null };
    const { warnings } = parsed;
    const [warning] = warnings;
    const said = parsed.value.header.checksum === '' ? 'none' : 'verified';
    const checksum = warning === undefined ? said : warning.code === 'checksum-mismatch' ? 'wrong' : 'unchecked';
    return { size, value, checksum, problems: [...warnings.map(fileWarning), ...others], hidden: null };
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    return { size, value: undefined, checksum: 'unchecked', problems: [toProblem(error)], hidden: NOT_JSON };
  }
}

/** Returns the warning about a repeated key, of which only the last value counts. */
function repeatedKey(text: string, file: string): FileProblem {
  const summary = 'duplicate key in an object. Programs use only the last value: keep only the correct one.';
  const { line, column } = lineAndColumn(text, findRepeatedKeys(text, 1)[0]?.offset ?? 0);
  return { severity: 'warning', message: `${file}:${line}:${column}: ${summary}`, summary, file, line, column };
}
