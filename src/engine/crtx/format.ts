import { CortexError, type ErrorData } from '../platform/errors.ts';
import { ownProperty } from '../text/foreign-data.ts';
import { CANONICAL_PROBLEMS, tryChecksum } from '../text/json/canonical-json.ts';
import {
  findJsonProblem,
  formatJsonPath,
  isNestedTooDeeply,
  type JsonPath,
  lineAndColumn,
  locateJsonPath,
} from '../text/json/json-position.ts';
import { shellWord } from '../text/shell-word.ts';
import { MAX_PROBLEMS } from './invalid/first-problems.ts';
import { unmergedText } from './merging/merge-marks.ts';
import { CORTEX_VERSION, type CortexData, type CortexFile, type CortexFileType, cortexFileTypeSchema } from './schema.ts';
import { isCortexFile, type SchemaProblem } from './validate.ts';

/** A warning about a file that was read successfully. */
export interface CortexWarning {
  readonly code: 'checksum-mismatch' | 'checksum-impossible';
  /** Contains both values of a mismatch. */
  readonly message: string;
  readonly file: string;
  /** Line of `header.checksum`, 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  /** The checksum in the header. */
  readonly found: string;
  /** The checksum of `data`; `null` if it has no canonical form. */
  readonly expected: string | null;
  readonly next: string;
}

/** A valid file. `value` is the parsed text, including unknown keys. */
export interface ParsedCortexFile<Type extends CortexFileType> {
  readonly ok: true;
  readonly type: Type;
  readonly value: CortexFile<CortexData[Type]>;
  readonly warnings: readonly CortexWarning[];
}

export interface UnreadableCortexFile {
  readonly ok: false;
  readonly error: CortexError;
  /** The parsed text; `undefined` if it is not JSON. */
  readonly value: unknown;
}

/** A file whose type is only known after parsing. */
export type AnyParsedCortexFile = { [Type in CortexFileType]: ParsedCortexFile<Type> }[CortexFileType];

interface Source {
  readonly text: string;
  /** The path as people know it. */
  readonly file: string;
  /** The expected type, or the type that the text claims. */
  readonly type: CortexFileType | undefined;
}

/** The file may never have been in version control, and without a log nothing can rebuild it. */
const correcting = (file: string): string =>
  `Correct it there, or restore the file from version control. It was not changed. To continue without it: mv ${shellWord(file)} ${shellWord(`${file}.old`)}`;
/** Correcting megabytes by hand is not feasible. */
const REBUILDING = 'All its content is derived from the code and its history. Rebuild it: cortex graph build';

const fixAdvice = ({ type, file }: Source): string => (type === 'graph' ? REBUILDING : correcting(file));

/** Finds the type that a text claims to have, even if it is not JSON. */
function writtenType(text: string): CortexFileType | undefined {
  return cortexFileTypeSchema.safeParse(/"type":\s*"(\w+)"/.exec(text)?.[1]).data;
}

function place({ text, file }: Source, path: JsonPath): { file: string; line: number; column: number } {
  return { file, ...lineAndColumn(text, locateJsonPath(text, path)) };
}

function broken(source: Source, path: JsonPath, message: string, data: ErrorData = {}): CortexError {
  return new CortexError('broken-file', message, { next: fixAdvice(source), ...data, ...place(source, path) });
}

/** @throws CortexError `broken-file` with the place of the syntax error, or of a git merge conflict */
function parseJson(source: Source): unknown {
  const { text } = source;
  try {
    if (!isNestedTooDeeply(text)) return JSON.parse(text);
  } catch (cause) {
    throw notJson(source) ?? cause;
  }
  throw notJson(source);
}

/** Returns the error for a text; `null` if it is JSON. */
function notJson(source: Source): CortexError | null {
  const { text, file, type } = source;
  const unmerged = type && unmergedText(text, { file, type }, 'broken-file');
  if (unmerged) return unmerged;
  const problem = findJsonProblem(text);
  return (
    problem && new CortexError('broken-file', problem.message, { file, ...lineAndColumn(text, problem.offset), next: fixAdvice(source) })
  );
}

function isNewer(version: unknown): version is number {
  return typeof version === 'number' && Number.isInteger(version) && version > CORTEX_VERSION;
}

/** A newer file may be valid, so it gets a different error. @throws CortexError `newer-version` */
function refuseNewer(source: Source, value: unknown, path: readonly string[]): void {
  const version = path.reduce(ownProperty, value);
  if (!isNewer(version)) return;
  throw new CortexError('newer-version', `${formatJsonPath(path)} is newer than this program`, {
    ...place(source, path),
    value: version,
    allowed: String(CORTEX_VERSION),
    next: 'Update this program to read the file. It was not changed.',
  });
}

/** @throws CortexError `broken-file` unless the header has a known type, which is the expected one */
function typeOf(source: Source, value: unknown, expected: CortexFileType | undefined): CortexFileType {
  const header = ownProperty(value, 'header');
  if (typeof header !== 'object' || header === null) {
    throw broken(source, ['header'], 'is not a Cortex file: no header object', { allowed: 'an object with header and data' });
  }
  const type = ownProperty(header, 'type');
  const known = cortexFileTypeSchema.safeParse(type);
  const path = ['header', 'type'];
  if (!known.success) {
    const allowed = cortexFileTypeSchema.options.map((option) => `"${option}"`).join(', ');
    const shown = typeof type === 'object' ? {} : { value: type };
    throw broken(source, path, type === undefined ? 'header.type is missing' : 'header.type is not a known type', { ...shown, allowed });
  }
  if (expected !== undefined && known.data !== expected) {
    throw broken(source, path, 'header.type does not match this file', { value: type, allowed: `"${expected}"` });
  }
  return known.data;
}

function schemaError(source: Source, [first, ...others]: readonly SchemaProblem[]): CortexError {
  if (first === undefined) return broken(source, [], 'is not valid');
  const { path, message, ...shown } = first;
  const { length } = others;
  const number = length + 1 >= MAX_PROBLEMS ? `at least ${length}` : length;
  const more = length === 0 ? '' : ` (and ${number} more ${length === 1 ? 'problem' : 'problems'})`;
  return broken(source, path, `${formatJsonPath(path)} ${message}${more}`, shown);
}

/** @throws CortexError `broken-file` for data that could be read but not written again */
function checksumWarnings(source: Source, found: string, data: unknown): CortexWarning[] {
  const result = tryChecksum(data);
  const warning = (code: CortexWarning['code'], message: string, expected: string | null, next: string) => [
    { code, message: `header.checksum ${message}`, ...place(source, ['header', 'checksum']), found, expected, next },
  ];
  if (!('problem' in result)) {
    const { checksum } = result;
    if (found === '' || found === checksum) return [];
    const next =
      'This is expected after a manual edit, and the next write corrects it. If the file was not edited, compare it with version control.';
    return warning('checksum-mismatch', `does not match data: header ${found}, data ${checksum}`, checksum, next);
  }
  const path = ['data', ...result.path];
  const reason = `${formatJsonPath(path)} ${CANONICAL_PROBLEMS[result.problem]}`;
  if (result.problem !== 'lone-surrogate') throw broken(source, path, reason);
  if (found === '') return [];
  return warning('checksum-impossible', `cannot be checked: ${reason}`, null, 'Replace that text with well-formed Unicode.');
}

/** @throws CortexError the errors of `parseCortexFile` */
function parseAs<Type extends CortexFileType>(source: Source, value: unknown, type: Type): ParsedCortexFile<Type> {
  const problems: SchemaProblem[] = [];
  if (!isCortexFile(type, value, problems)) throw schemaError(source, problems);
  return { ok: true, type, value, warnings: checksumWarnings(source, value.header.checksum, value.data) };
}

/**
 * Parses the text of a `.crtx` file (seed 1, "Directory Structure"). A byte order mark is removed. An empty checksum is not checked. A
 * wrong one is only a warning, because the file may have been edited by hand.
 * @param file the path as people know it, for messages
 * @param expected the type that this file must have; default: any
 * @returns the value, or an error: `broken-file` with line, column, value and what is allowed, or `newer-version`
 */
export function parseCortexFile<Type extends CortexFileType>(
  text: string,
  file: string,
  expected: Type,
): ParsedCortexFile<Type> | UnreadableCortexFile;
export function parseCortexFile(text: string, file: string): AnyParsedCortexFile | UnreadableCortexFile;
export function parseCortexFile(
  text: string,
  file: string,
  expected?: CortexFileType,
): ParsedCortexFile<CortexFileType> | UnreadableCortexFile {
  const source = { text: text.startsWith('\ufeff') ? text.slice(1) : text, file, type: expected ?? writtenType(text) };
  let value: unknown;
  try {
    value = parseJson(source);
    refuseNewer(source, value, ['header', 'cortex']);
    const type = typeOf(source, value, expected);
    if (type === 'dna') refuseNewer(source, value, ['data', 'version']);
    return parseAs(source, value, type);
  } catch (error) {
    if (error instanceof CortexError) return { ok: false, error, value };
    throw error;
  }
}
