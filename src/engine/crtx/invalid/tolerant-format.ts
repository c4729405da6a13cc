import { CORRECT_COPY } from '../../log/publishing/set-aside.ts';
import { CortexError, describeError } from '../../platform/errors.ts';
import { ownProperty } from '../../text/foreign-data.ts';
import { tryChecksum } from '../../text/json/canonical-json.ts';
import { formatJsonPath, type JsonPath, type JsonSyntaxProblem, lineAndColumn, locateJsonPath } from '../../text/json/json-position.ts';
import { type RepairedJson, repairJson } from '../../text/json/json-repair.ts';
import { type CortexWarning, parseCortexFile } from '../format.ts';
import { unmergedText } from '../merging/merge-marks.ts';
import { swarmLockSchema } from '../schema/swarm.ts';
import type { CortexData, CortexFile, CortexFileType } from '../schema.ts';
import { isCortexFile, type SchemaProblem } from '../validate.ts';
import { emptyDna } from './empty-dna.ts';
import { entryOf, headerPlaceholder, type Placeholders, placeholderOf } from './entry-path.ts';
import { inexactNumbers } from './inexact-number-problems.ts';
import { repeatedKeys } from './repeated-key-problems.ts';

/** A file without its invalid entries. */
export interface TolerantFile<Type extends CortexFileType> {
  readonly value: CortexFile<CortexData[Type]>;
  /** Paths of the invalid entries and header fields. */
  readonly bad: readonly JsonPath[];
  /**
   * The number of values that are not used as written: `bad`, values whose key is repeated in the object (the last one is used), and
   * numbers outside of entries that a double cannot hold (the nearest one is used), and comments.
   */
  readonly left: number;
  /** The first problem of each of the first invalid entries. Finding the places of thousands in megabytes would take minutes. */
  readonly errors: readonly CortexError[];
  /** Empty if entries are left out, because the checksum covers all entries. */
  readonly warnings: readonly CortexWarning[];
}

const MAX_NAMED = 20;

interface Source {
  /** Without slips that were repaired. Offsets are those of the written text. */
  readonly text: string;
  readonly written: string;
  readonly file: string;
  readonly type: CortexFileType;
  readonly placeholders: Placeholders;
  readonly next: string;
  /** What was wrong with entries that were not JSON, by their paths as JSON. */
  readonly slips: ReadonlyMap<string, JsonSyntaxProblem>;
}

/** Options for reading a file entry by entry. */
export interface Tolerance {
  /** Parts of `data` that keep their previous value if they are invalid; default: for a DNA an empty one, else none. */
  readonly placeholders?: Placeholders;
  /** Advice for an invalid entry; default: the advice for a copy of the file that was moved aside. */
  readonly next?: string;
  /** Whether the text may have slips that can be repaired (`repairJson`). Default: false. */
  readonly repair?: boolean;
}

/** Returns the invalid entries, each with its first problem; `null` if there are problems outside of entries. */
function findInvalidEntries(
  source: Source,
  problems: readonly SchemaProblem[],
): Map<string, { path: JsonPath; problem: SchemaProblem }> | null {
  const found = new Map<string, { path: JsonPath; problem: SchemaProblem }>();
  for (const problem of problems) {
    const path = entryOf(source, problem.path);
    if (path === null) return null;
    const key = JSON.stringify(path);
    if (!found.has(key)) found.set(key, { path, problem });
  }
  return found;
}

function errorOf(source: Source, { path, message, ...shown }: SchemaProblem): CortexError {
  const { text, written, file, next, slips } = source;
  const slip = slips.get(JSON.stringify(path));
  if (slip !== undefined) return slipError(source, { ...slip, message: `${formatJsonPath(path)} ${slip.message}` });
  const place = { file, ...lineAndColumn(written, locateJsonPath(text, path)) };
  return new CortexError('broken-file', `${formatJsonPath(path)} ${message}`, { next, ...shown, ...place });
}

function slipError({ written, file, next }: Source, { offset, message }: JsonSyntaxProblem): CortexError {
  return new CortexError('broken-file', message, { next, file, ...lineAndColumn(written, offset) });
}

/** Returns errors for repaired slips. A file with a log is written again, so that nothing needs to be said about its commas and braces. */
function namedSlips(source: Source, repaired: RepairedJson | null): CortexError[] {
  if (repaired === null) return [];
  const named = source.type === 'dna' ? [...repaired.dropped, ...repaired.corrected] : repaired.dropped;
  return named.slice(0, MAX_NAMED).map((slip) => slipError(source, slip));
}

/** Removes entries from a value in place: in a list from the end, and nested entries before their parents. */
function remove(value: unknown, paths: readonly JsonPath[], placeholders: Placeholders): void {
  for (const path of [...paths].sort(fromTheEnd)) {
    const key = path.at(-1) ?? '';
    const parent = path.slice(0, -1).reduce<unknown>(ownProperty, value);
    if (Array.isArray(parent) && typeof key === 'number') parent.splice(key, 1);
    else if (typeof parent === 'object' && parent !== null)
      put(parent, key, path[0] === 'header' ? headerPlaceholder(parent, key) : placeholderOf(path, placeholders));
  }
}

/** Optional fields have no placeholder and are deleted. */
function put(parent: object, key: string | number, placeholder: unknown): void {
  if (placeholder === undefined) Reflect.deleteProperty(parent, key);
  else Reflect.set(parent, key, placeholder);
}

function fromTheEnd(one: JsonPath, other: JsonPath): number {
  const at = one.findIndex((part, depth) => part !== other[depth]);
  const [left, right] = [one[at], other[at]];
  if (at === -1 || right === undefined) return at === -1 ? 1 : -1;
  return typeof left === 'number' && typeof right === 'number' ? right - left : 0;
}

/**
 * Repairs slips of an edit by hand in a file with a log. All values stay where they are, but without a byte order mark.
 * @returns `null` for a text that is JSON, has a merge conflict, or cannot be repaired
 */
function repairFile(text: string, file: string, type: CortexFileType): RepairedJson | null {
  if (unmergedText(text, { file, type }, 'broken-file') !== null) return null;
  return repairJson(text.replace(/^\ufeff/, ''), (path) => entryOf({ type, placeholders: {} }, path));
}

/** Returns the text of an adopted file as it was read: JSON, with the same offsets. @param text without a byte order mark */
export const repairedText = (text: string, type: CortexFileType): string => repairFile(text, '', type)?.text ?? text;

/**
 * Parses the text of a `.crtx` file entry by entry (RULINGS, crtx 10): an invalid entry does not exclude the others.
 * @throws CortexError as `parseCortexFile` returns it, if anything besides entries is invalid
 */
export function parseTolerantly<Type extends CortexFileType>(
  written: string,
  file: string,
  type: Type,
  { placeholders: ownPlaceholders, next = CORRECT_COPY, repair = false }: Tolerance = {},
): TolerantFile<Type> {
  const asWritten = parseCortexFile(written, file, type);
  const repaired = repair && asWritten.value === undefined ? repairFile(written, file, type) : null;
  const parsed = repaired === null ? asWritten : parseCortexFile(repaired.text, file, type);
  const placeholders = ownPlaceholders ?? (type === 'dna' ? { ...emptyDna(parsed.value) } : {});
  const slips = new Map(repaired?.broken.map(({ path, problem }) => [JSON.stringify(path), problem]));
  const plain = written.replace(/^\ufeff/, '');
  const source = { text: repaired?.text ?? plain, written: plain, file, type, placeholders, next, slips };
  const isCleaned = dropUnkeptNumbers(source, parsed.value);
  const { inEntries, elsewhere } = numberProblems(source, parsed.value);
  // Before anything is taken out of the value.
  const named = [...namedSlips(source, repaired), ...elsewhere, ...repeatedKeys(source, parsed.value)];
  const [first] = inEntries;
  if (!parsed.ok) return withoutInvalid(source, type, { value: parsed.value, error: parsed.error, inEntries, named, isCleaned });
  if (first !== undefined)
    return withoutInvalid(source, type, { value: parsed.value, error: errorOf(source, first), inEntries, named, isCleaned });
  return { value: parsed.value, bad: [], left: named.length, errors: named, warnings: parsed.warnings };
}

/**
 * Returns the problems of numbers that would be changed by writing them. Those in entries are left out with their entries. Of others, the
 * nearest double counts.
 */
function numberProblems(source: Source, value: unknown): { inEntries: SchemaProblem[]; elsewhere: CortexError[] } {
  const problems = value === undefined ? [] : inexactNumbers(source.text).filter(({ path }) => !isUnkept(source, path));
  const [inEntries, others] = [true, false].map((isIn) => problems.filter(({ path }) => (entryOf(source, path) !== null) === isIn));
  return { inEntries: inEntries ?? [], elsewhere: (others ?? []).slice(0, MAX_NAMED).map((problem) => errorOf(source, problem)) };
}

interface Invalid {
  readonly value: unknown;
  /** Thrown if the file is unusable. */
  readonly error: CortexError;
  readonly inEntries: readonly SchemaProblem[];
  /** Errors about values that are not left out. */
  readonly named: readonly CortexError[];
  /** Whether a value without effect was removed, which may have been the only problem. */
  readonly isCleaned: boolean;
}

/** Removes the invalid entries from a value in place. @throws CortexError if anything besides entries is invalid */
function withoutInvalid<Type extends CortexFileType>(
  source: Source,
  type: Type,
  { value, error, inEntries, named, isCleaned }: Invalid,
): TolerantFile<Type> {
  const bad: JsonPath[] = [];
  let errors: CortexError[] | null = null;
  for (;;) {
    const found: SchemaProblem[] = [];
    const isValid = isCortexFile(type, value, found);
    // Their paths are those of the text. Later, entries have moved.
    const problems = errors === null ? [...found, ...inEntries] : found;
    if (isValid && problems.length === 0) {
      if ((errors === null && !isCleaned) || !isWritable(value.data)) throw error;
      return { value, bad, left: bad.length + named.length, errors: [...(errors ?? []), ...named], warnings: [] };
    }
    const entries = findInvalidEntries(source, problems);
    if (entries === null || entries.size === 0) throw error;
    errors ??= [...entries.values()].slice(0, MAX_NAMED).map(({ problem }) => errorOf(source, problem));
    const paths = [...entries.values()].map(({ path }) => path);
    bad.push(...paths);
    remove(value, paths, source.placeholders);
  }
}

/** Whether a path leads into a key of a lock that the seed does not define. Such keys are neither kept nor written. */
function isUnkept({ type }: Source, [top, list, , key]: JsonPath): boolean {
  return type === 'swarm' && top === 'data' && list === 'locks' && key !== undefined && !Object.hasOwn(swarmLockSchema().shape, key);
}

/** Removes the keys that are not kept and contain a number that cannot be written. @returns whether there were any */
function dropUnkeptNumbers(source: Source, value: unknown): boolean {
  const problems = value === undefined ? [] : inexactNumbers(source.text);
  const unkept = problems.filter(({ path }) => isUnkept(source, path)).map(({ path }) => path.slice(0, 4));
  remove(value, unkept, {});
  return unkept.length > 0;
}

/** Whether data can be written again: problems that no schema finds (such as `1e999` in an unknown key) concern the whole file. */
function isWritable(data: unknown): boolean {
  const checked = tryChecksum(data);
  return !('problem' in checked) || checked.problem === 'lone-surrogate';
}

/** Returns the messages about the invalid entries of a file. */
export function describeInvalidEntries({ left, errors }: Pick<TolerantFile<CortexFileType>, 'left' | 'errors'>): string[] {
  const more = left - errors.length;
  const [first] = errors;
  const messages = errors.map((error) => describeError(error));
  return more > 0 && first !== undefined ? [...messages, `${first.data.file}: ${more} more invalid entries.`] : messages;
}
