import { canonicalError, tryChecksum } from '../text/json/canonical-json.ts';
import { CORTEX_VERSION, type CortexData, type CortexFileHeader, type CortexFileType } from './schema.ts';

/** Largest file, in bytes, that is indented throughout. Larger files have one line for each entry. */
export const INDENTED_LIMIT = 1_048_576;

export interface RenderOptions {
  /** Milliseconds since 1970 UTC. */
  readonly created: number;
  /** Milliseconds since 1970 UTC. */
  readonly updated: number;
  /** The existing file. Its keys besides `header` and `data` are kept. */
  readonly present?: object | undefined;
}

/**
 * Returns the checksum. It is empty ("not checked") for data with a lone surrogate, which has no canonical form: a foreign entry must not
 * block all writes.
 */
function checksumOf(data: unknown): { checksum: string; bytes: number } {
  const result = tryChecksum(data);
  if (!('problem' in result)) return result;
  if (result.problem === 'lone-surrogate') return { checksum: '', bytes: 0 };
  throw canonicalError({ ...result, path: ['data', ...result.path] });
}

function unknownKeys(present: object): [string, unknown][] {
  return Object.entries(present).filter(([key]) => key !== 'header' && key !== 'data');
}

function listByLine(list: readonly unknown[], indent: string): string {
  if (list.length === 0) return '[]';
  return `[\n${list.map((item) => `${indent}  ${JSON.stringify(item)}`).join(',\n')}\n${indent}]`;
}

function dataByLine(data: object): string {
  if (Array.isArray(data)) return listByLine(data, '  ');
  const members = Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `    ${JSON.stringify(key)}: ${Array.isArray(value) ? listByLine(value, '    ') : JSON.stringify(value)}`);
  return `{\n${members.join(',\n')}\n  }`;
}

function renderByLine(header: CortexFileHeader, others: [string, unknown][], data: object): string {
  const members = [
    `"header": ${JSON.stringify(header, null, 2).replaceAll('\n', '\n  ')}`,
    ...others.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`),
    `"data": ${dataByLine(data)}`,
  ];
  return `{\n  ${members.join(',\n  ')}\n}\n`;
}

/** The text of a `.crtx` file and its `header.checksum`. */
export interface RenderedCortexFile {
  readonly text: string;
  readonly checksum: string;
}

/** As `renderCortexFile`, for a caller that also needs the checksum, which is expensive to compute. @throws as there */
export function renderWithChecksum<Type extends CortexFileType>(
  type: Type,
  project: string,
  data: CortexData[Type],
  { created, updated, present = {} }: RenderOptions,
): RenderedCortexFile {
  const { checksum, bytes } = checksumOf(data);
  const header = { cortex: CORTEX_VERSION, type, project, created, updated, checksum } as const;
  const others = unknownKeys(present);
  if (bytes <= INDENTED_LIMIT) {
    const text = `${JSON.stringify({ header, ...Object.fromEntries(others), data }, null, 2)}\n`;
    if (Buffer.byteLength(text) <= INDENTED_LIMIT) return { text, checksum };
  }
  return { text: renderByLine(header, others, data), checksum };
}

/**
 * Returns the text of a `.crtx` file (seed 1, "Directory Structure"): the header's six fields in the seed's order, other keys of the
 * existing file, `data` last, and a final newline. Equal values give equal bytes.
 *
 * Up to 1 MiB of UTF-8 it is `JSON.stringify` with two spaces. Above that, each element of `data`, or of each list directly in `data`, is
 * one line. Other members of `data` are one line each, and the header stays indented.
 * @throws CortexError `invalid-input` naming the place of a value that JSON cannot represent
 */
export function renderCortexFile<Type extends CortexFileType>(
  type: Type,
  project: string,
  data: CortexData[Type],
  options: RenderOptions,
): string {
  return renderWithChecksum(type, project, data, options).text;
}
