import type { CrtxHead } from '../../contract/crtx.ts';
import { parseCortexFile } from '../../engine/crtx/index.ts';
import { type FileProblem, fileWarning, problemOf } from '../../engine/file-problems.ts';
import { CortexError } from '../../engine/kernel/errors.ts';
import { decodeUtf8 } from '../../engine/kernel/utf8.ts';

/** A `.crtx` file as it was read. */
export interface CrtxReading {
  /** In bytes. */
  readonly size: number;
  /** What it says; `undefined` where that cannot be told. */
  readonly value: unknown;
  readonly checksum: CrtxHead['checksum'];
  readonly problems: readonly FileProblem[];
  /** Why nothing of its content is shown; `null` where it is. */
  readonly hidden: string | null;
}

const NOT_JSON = 'Nothing of it can be shown before its text is JSON.';

/** Reads the bytes of a file. @param file its path, for messages */
export function readingOf(bytes: Buffer, file: string): CrtxReading {
  const { length: size } = bytes;
  try {
    const parsed = parseCortexFile(decodeUtf8(bytes, file), file);
    if (!parsed.ok) {
      const hidden = parsed.value === undefined ? NOT_JSON : null;
      return { size, value: parsed.value, checksum: 'unchecked', problems: [problemOf(parsed.error)], hidden };
    }
    const { value, warnings } = parsed;
    const [warning] = warnings;
    const said = value.header.checksum === '' ? 'none' : 'verified';
    const checksum = warning === undefined ? said : warning.code === 'checksum-mismatch' ? 'wrong' : 'unchecked';
    return { size, value, checksum, problems: warnings.map(fileWarning), hidden: null };
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    return { size, value: undefined, checksum: 'unchecked', problems: [problemOf(error)], hidden: NOT_JSON };
  }
}
