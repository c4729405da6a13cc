import path from 'node:path';
import * as z from 'zod';
import { readFileBounded } from '../../files/atomic-file.ts';
import { CortexError, describeValue, joinSentences } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { isTimeZone } from '../../platform/zoned-time.ts';
import { halfConflict, keepBothSides, type MergeConflict, maskConflicts, mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import type { Range } from '../../text/markdown/markdown.ts';
import { parseToml } from '../../text/toml.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import { conflictProblem, settleAdvice } from '../conflicts.ts';
import { isLineOfText, LINE_OF_TEXT } from '../line-of-text.ts';
import { locateTomlKey, type TomlPath } from './toml-position.ts';

/** Name of the configuration file in a vault or working directory (seed 2). */
export const CONFIG_FILE = 'cortex.toml';

const MAX_BYTES = 1_048_576;

const words = z.array(z.string('must be text in quotes').min(1, 'must not be empty'), 'must be a list such as ["a", "b"]');
const table = 'must be a table';
const days = () =>
  z.int('must be a whole number of days').min(0, 'must not be negative').max(100_000, 'must not be more than 100000 days').optional();
const text = z.string('must be text in quotes').min(1, 'must not be empty');

/** Each key overrides on its own. Unknown tables and top-level keys belong to other programs. */
const configSchema = onDemand(() =>
  z.looseObject({
    timezone: z
      .string('must be text in quotes')
      .refine(isTimeZone, 'must be the name of a time zone such as "Europe/Paris" or "UTC"')
      .optional(),
    vault: z.looseObject({ path: text.optional() }, table).optional(),
    projects: z.looseObject({ names: words.optional() }, table).optional(),
    directories: z.record(z.string(), text, table).optional(),
    tags: z.record(z.string(), words, table).optional(),
    layers: z.looseObject({ hot: days(), warm: days() }, table).optional(),
    review: z.looseObject({ required: z.boolean('must be true or false').optional() }, table).optional(),
  }),
);

/** Tables in which unknown keys are typing errors, because no other program uses them. */
const KNOWN_KEYS = { vault: ['path'], projects: ['names'], layers: ['hot', 'warm'], review: ['required'] } as const;

/** Content of one `cortex.toml` for a vault. */
export interface ConfigFile {
  /** Without tags and project names that are invalid. */
  readonly values: Checked<typeof configSchema>;
  /** Unusual values that are ignored, such as unknown keys. One sentence each. */
  readonly problems: readonly string[];
}

const next = 'Correct the file.';

function valueAt(data: unknown, keys: TomlPath): unknown {
  return keys.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined),
    data,
  );
}

function checkConfig(file: string, toml: string): ConfigFile['values'] {
  const data = parseToml(file, toml);
  const { success, data: values, error } = configSchema().safeParse(data);
  if (success) return values;
  const [issue] = error.issues;
  const keys = (issue?.path ?? []).map((key) => (typeof key === 'symbol' ? String(key) : key));
  const place = locateTomlKey(toml, keys);
  const value = valueAt(data, keys);
  throw new CortexError('broken-file', `${keys.join('.')} ${issue?.message ?? 'cannot be read'}`, { file, ...place, value, next });
}

/** Key or value of a configuration that is ignored. */
interface Unused {
  readonly keys: TomlPath;
  readonly message: string;
}

function unreadKeys(values: ConfigFile['values']): Unused[] {
  return Object.entries(KNOWN_KEYS).flatMap(([name, known]: [string, readonly string[]]) => {
    const keys = Object.keys(valueAt(values, [name]) ?? {}).filter((key) => !known.includes(key));
    return keys.map((key) => ({ keys: [name, key], message: `unknown key: ${name}.${key} (allowed: ${known.join(', ')})` }));
  });
}

/** Values that are written into notes or select them, so each must be one line of text. */
function linesIn({ tags, directories, projects }: ConfigFile['values']): (Unused & { readonly value: string })[] {
  const [noTag, noProject] = ['is not a valid tag and is ignored', 'is not a valid project name and is ignored'];
  return [
    ...Object.keys(tags ?? {}).map((value) => ({ keys: ['tags', value], message: `a key of [tags] ${noTag}`, value })),
    ...Object.entries(directories ?? {}).map(([folder, value]) => {
      return { keys: ['directories', folder], message: `a value of [directories] ${noProject}`, value };
    }),
    ...(projects?.names ?? []).map((value, n) => ({
      keys: ['projects', 'names', n],
      message: `one of projects.names ${noProject}`,
      value,
    })),
  ];
}

function noLines(values: ConfigFile['values']): Unused[] {
  const wrong = linesIn(values).filter(({ value }) => !isLineOfText(value));
  return wrong.map(({ keys, message, value }) => ({ keys, message: `${message}${describeValue({ value, allowed: LINE_OF_TEXT })}` }));
}

function withoutThose(values: ConfigFile['values']): ConfigFile['values'] {
  const { tags, directories, projects } = values;
  const names = projects?.names?.filter(isLineOfText);
  return {
    ...values,
    tags: tags && Object.fromEntries(Object.entries(tags).filter(([tag]) => isLineOfText(tag))),
    directories: directories && Object.fromEntries(Object.entries(directories).filter(([, project]) => isLineOfText(project))),
    projects: projects && { ...projects, names },
  };
}

/** Limit of entries to report one by one, because locating each searches the whole text. */
const MAX_NAMED = 20;

function describeUnused(file: string, toml: string, unused: readonly Unused[]): string[] {
  const sentences = unused.slice(0, MAX_NAMED).map(({ keys, message }) => {
    const { line, column } = locateTomlKey(toml, keys);
    return joinSentences(`${file}:${line}:${column}: ${message}`);
  });
  const more = unused.length - sentences.length;
  return more === 0 ? sentences : [...sentences, `${file}: ${more} more that are ignored.`];
}

function sideLines(toml: string, { from, to }: Range): string {
  if (from === to) return 'nothing';
  const [first, last] = [from, to - 1].map((offset) => toml.slice(0, offset).split('\n').length);
  return first === last ? `line ${first}` : `lines ${first} to ${last}`;
}

/**
 * Returns the configuration with both sides of every conflict, ours first.
 * @throws CortexError `broken-file` if both sides cannot be combined, for example because both set the same key. The error names the lines
 * to choose from.
 */
export function keepBothConfigs(file: string, toml: string): string {
  const both = keepBothSides(toml);
  try {
    parseToml(file, both);
    return both;
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    const conflicts = mergeConflicts(toml);
    const choices = conflicts.map(({ ours, theirs }) => `${sideLines(toml, ours)} (ours) and ${sideLines(toml, theirs)} (theirs)`);
    const next = `Choose in an editor between ${choices.join(', and between ')}, and remove git's conflict markers.`;
    throw new CortexError(error.code, `with both sides kept, the file ${error.message}`, { file, line: conflicts[0]?.line ?? 1, next });
  }
}

/** Returns the next step that resolves the conflicts of a configuration. */
function configStep(file: string, toml: string, conflict: MergeConflict): string {
  try {
    if (conflict.missing === null) keepBothConfigs(file, toml);
    return settleAdvice(conflictProblem(conflict).code, file);
  } catch (error) {
    if (error instanceof CortexError) return error.data.next ?? '';
    throw error;
  }
}

/** Returns the usable part of a broken configuration, without everything between conflict markers. */
function usableValues(file: string, toml: string): ConfigFile {
  try {
    return { values: withoutThose(checkConfig(file, maskConflicts(toml))), problems: [] };
  } catch (error) {
    if (error instanceof CortexError) return { values: {}, problems: [] };
    throw error;
  }
}

/**
 * Reads the configuration in a folder. Returns `null` if there is none.
 * @param broken receives the errors, and the usable part is returned. If `null`, errors are thrown.
 * @throws CortexError `broken-file` with the position of invalid TOML or of an invalid value
 */
export function readConfigFile(fs: FileSystem, folder: string, broken: CortexError[] | null = null): ConfigFile | null {
  const file = path.join(folder, CONFIG_FILE);
  const content = readFileBounded(fs, file, { maxBytes: MAX_BYTES });
  if (content === null) return null;
  const toml = decodeUtf8(content.bytes, file).replace(/^\ufeff/, '');
  try {
    return wholeConfig(file, toml);
  } catch (error) {
    if (broken === null || !(error instanceof CortexError)) throw error;
    broken.push(error);
    return usableValues(file, toml);
  }
}

function wholeConfig(file: string, toml: string): ConfigFile {
  const conflicts = mergeConflicts(toml);
  const conflict = halfConflict(conflicts) ?? conflicts[0];
  if (conflict !== undefined) {
    const { message, line } = conflictProblem(conflict);
    throw new CortexError('broken-file', message, { file, line, next: configStep(file, toml, conflict) });
  }
  const values = checkConfig(file, toml);
  return { values: withoutThose(values), problems: describeUnused(file, toml, [...unreadKeys(values), ...noLines(values)]) };
}
