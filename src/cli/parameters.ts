import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import type { Operation } from '../engine/platform/operation.ts';

const MILLISECONDS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Parses a duration such as `500ms`, `60s`, `5m`, `1d` to milliseconds. Huge values become the largest integer, which no option allows. */
export function parseDuration(text: string): number {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text);
  const unit = match?.[2];
  if (unit === 'ms' || unit === 's' || unit === 'm' || unit === 'h' || unit === 'd')
    return Math.min(Math.round(Number(match?.[1]) * MILLISECONDS[unit]), Number.MAX_SAFE_INTEGER);
  throw new InvalidArgumentError('Write a number with its unit: 500ms, 60s, 5m, 2h, 1d.');
}

/** Other notations of JavaScript (`0x10`, `1e3`, ` 5`) are more likely to be mistakes. */
const DECIMAL = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/;

const numberOf = (text: string): number => (DECIMAL.test(text) ? Number(text) : Number.NaN);

function parseNumber(text: string): number {
  const value = numberOf(text);
  if (Number.isFinite(value)) return value;
  throw new InvalidArgumentError('Write a decimal number, such as 12 or 0.5.');
}

function parseWhole(text: string): number {
  const value = numberOf(text);
  if (Number.isSafeInteger(value)) return value;
  throw new InvalidArgumentError(`Write a whole number, up to ${Number.MAX_SAFE_INTEGER}.`);
}

/** Refuses a value that looks like an option: commander takes the next word even when the value was forgotten. */
export function parseText(text: string): string {
  if (!/^--[a-z][\w-]*(?:=|$)/i.test(text)) return text;
  throw new InvalidArgumentError('It needs a value before the next option.');
}

interface Bare {
  readonly schema: z.core.$ZodType;
  readonly required: boolean;
  /** The default value; `undefined` if there is none. */
  readonly fallback: unknown;
  /** Metadata of the schema and all of its wrappers. */
  readonly notes: Readonly<Record<string, unknown>>;
}

/** Returns a parameter's schema without the wrappers that make it optional. */
function bare(schema: z.core.$ZodType): Bare {
  const notes = z.globalRegistry.get(schema) ?? {};
  if (!(schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)) return { schema, required: true, fallback: undefined, notes };
  const inner = bare(schema.unwrap());
  const fallback = schema instanceof z.ZodDefault ? schema.def.defaultValue : inner.fallback;
  return { schema: inner.schema, required: false, fallback, notes: { ...inner.notes, ...notes } };
}

export interface Parameter extends Pick<Bare, 'fallback'> {
  readonly key: string;
  readonly flag: string;
  readonly schema: z.core.$ZodType;
  readonly required: boolean;
  readonly description: string;
  readonly positional: boolean;
  readonly choice: boolean;
  readonly numbered: boolean;
  readonly duration: boolean;
  /** The start of its option: `--tag`, or `-p, --project`. */
  readonly option: string;
}

/** Returns the parameters of an operation, from its input schema. */
export function listParameters(operation: Operation): Parameter[] {
  return Object.entries(operation.input().shape).map(([key, wrapped]) => {
    const { schema, required, fallback, notes } = bare(wrapped);
    const flag = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const description = typeof notes.description === 'string' ? notes.description : '';
    return {
      key,
      flag,
      schema,
      required,
      fallback,
      description,
      positional: notes.positional === true,
      choice: notes.choice === true,
      numbered: notes.numbered === true,
      duration: notes.unit === 'duration',
      option: typeof notes.short === 'string' ? `-${notes.short}, --${flag}` : `--${flag}`,
    };
  });
}

function valueParser({ schema, duration }: Parameter): (text: string) => unknown {
  if (duration) return parseDuration;
  if (schema instanceof z.ZodNumber) return schema.isInt ? parseWhole : parseNumber;
  return parseText;
}

/** Formats milliseconds as a duration to type. */
function showDuration(ms: number): string {
  const [unit = 'ms', size = 1] = Object.entries(MILLISECONDS).findLast(([, each]) => ms >= each && ms % each === 0) ?? [];
  return `${ms / size}${unit}`;
}

/** Returns an option with its value, as words to type. */
export function formatTyped({ flag, schema, duration }: Parameter, value: unknown): string[] {
  if (schema instanceof z.ZodBoolean) return [`--${flag}`];
  return [`--${flag}`, duration && typeof value === 'number' ? showDuration(value) : String(value)];
}

/** Describes the range of a number, if it is limited. */
function boundsOf({ schema, duration }: Parameter): string[] {
  if (!(schema instanceof z.ZodNumber)) return [];
  const show = (value: number) => (duration ? showDuration(value) : String(value));
  const { minValue, maxValue } = schema;
  const least = minValue !== null && minValue > Number.MIN_SAFE_INTEGER ? minValue : null;
  const most = maxValue !== null && maxValue < Number.MAX_SAFE_INTEGER ? maxValue : null;
  if (least !== null && most !== null) return [`from ${show(least)} to ${show(most)}`];
  return [...(least === null ? [] : [`at least ${show(least)}`]), ...(most === null ? [] : [`at most ${show(most)}`])];
}

/** Describes whether a parameter is required, or its default. */
function fallbackOf({ required, fallback, duration }: Parameter): string[] {
  if (required) return ['required'];
  if (typeof fallback === 'number') return [`default: ${duration ? showDuration(fallback) : fallback}`];
  return typeof fallback === 'string' && fallback !== '' ? [`default: ${fallback}`] : [];
}

/** A description that names its default at its end, because the schema does not know it. */
const WITH_DEFAULT = /^(.*) \((default: [^()]*)\)$/s;

/** Describes a parameter: its meaning, its range, and whether it is required. */
function describe(parameter: Parameter): string {
  const [, meaning = parameter.description, own] = WITH_DEFAULT.exec(parameter.description) ?? [];
  const more = [...boundsOf(parameter), ...(own === undefined ? fallbackOf(parameter) : [own])];
  return more.length === 0 ? meaning : `${meaning} (${more.join('; ')})`;
}

/** Names of values in the help, for options whose name does not say what to type. */
const VALUE_NAMES: ReadonlyMap<string, string> = new Map([
  ['at', 'time'],
  ['by', 'id'],
  ['correct', 'old=new'],
  ['dir', 'folder'],
  ['file', 'path'],
  ['for', 'choice'],
  ['from', 'source'],
  ['link', 'note'],
  ['pick', 'result'],
  ['ref', 'id'],
  ['since', 'time'],
  ['team', 'folder'],
  ['text', 'words'],
  ['until', 'time'],
  ['vault', 'folder'],
  ['waiter', 'agent'],
]);

function optionFor(parameter: Parameter): Option {
  const { flag, option: names, schema, duration } = parameter;
  const description = describe(parameter);
  if (schema instanceof z.ZodBoolean) return new Option(names, description);
  const placeholder = duration ? '<duration>' : schema instanceof z.ZodNumber ? '<n>' : `<${VALUE_NAMES.get(flag) ?? flag}>`;
  const option = new Option(`${names} ${placeholder}`, description);
  if (schema instanceof z.ZodArray)
    return option.argParser((text: string, before: string[] | undefined) => [...(before ?? []), parseText(text)]);
  if (schema instanceof z.ZodEnum) return option.choices(schema.options.map(String));
  return option.argParser(valueParser(parameter));
}

/** Returns what may be typed as a value, for an option that takes one of a few words. */
function valuesOf({ schema, description }: Parameter): string {
  if (schema instanceof z.ZodEnum) return `. Expected: ${schema.options.map(String).join(', ')}`;
  const [, listed] = /: (.*\bor a custom value)$/.exec(description) ?? [];
  return listed === undefined ? '' : `. Expected: ${listed}`;
}

/**
 * Returns the error for a missing required option, in the words of commander. Checked after commander's own checks, so that a misspelt
 * `--titel` is reported rather than the missing `--title`. @returns `null` if none is missing
 */
export function missingOption(command: Command, operation: Operation): string | null {
  const missing = listParameters(operation).find(
    ({ key, required, positional }) => required && !positional && command.getOptionValue(key) === undefined,
  );
  return missing === undefined ? null : `error: required option '${optionFor(missing).flags}' not specified${valuesOf(missing)}`;
}

function argumentFor({ flag, schema, required, description }: Parameter): Argument {
  const name = schema instanceof z.ZodArray ? `${flag}...` : flag;
  return new Argument(required ? `<${name}>` : `[${name}]`, description);
}

/** Adds the arguments and options of an operation to a command. Returns a function that reads the typed values. */
export function bindParameters(
  command: Command,
  operation: Operation,
): (args: readonly unknown[], options: Readonly<Record<string, unknown>>) => Record<string, unknown> {
  const parameters = listParameters(operation);
  const positional = parameters.filter((parameter) => parameter.positional);
  for (const parameter of positional) command.addArgument(argumentFor(parameter));
  for (const parameter of parameters.filter((each) => !each.positional)) command.addOption(optionFor(parameter));
  return (args, options) => {
    const input: Record<string, unknown> = {};
    for (const { key } of parameters) if (options[key] !== undefined) input[key] = options[key];
    positional.forEach(({ key }, index) => {
      if (args[index] !== undefined) input[key] = args[index];
    });
    return input;
  };
}
