import { parse, TomlError } from 'smol-toml';
import { CortexError } from '../platform/errors.ts';

const next = 'Correct the file.';

/** Parses TOML. @throws CortexError `broken-file` with the place of the error */
export function parseToml(file: string, toml: string): unknown {
  try {
    return parse(toml, { maxDepth: 100, unsafeKeyBehaviour: 'throw' });
  } catch (error) {
    const place = error instanceof TomlError ? { line: error.line, column: error.column } : {};
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
    throw new CortexError(
      'broken-file',
      `cannot be read as TOML: ${why.replace(/^Invalid TOML document: /, '')}`,
      { file, ...place, next },
      { cause: error },
    );
  }
}
