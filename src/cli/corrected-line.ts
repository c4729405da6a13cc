import type { Command } from 'commander';
import * as z from 'zod';
import type { Operation } from '../engine/platform/operation.ts';
import { shellWord as quoted } from '../engine/text/shell-word.ts';
import { formatTyped, listParameters } from './parameters.ts';
import { truncate } from './text/layout.ts';

/** Maximum length of a word in a suggestion; a shell may have expanded `*` to a whole folder of names. */
const SHOWN_CHARACTERS = 200;

/** An option whose text was typed without quotes, with all words of the text. */
interface Spilled {
  readonly key: string;
  readonly text: string;
}

/** Returns the option whose value the excess words belong to, if any. @param count number of excess words */
function findOverflowingOption(command: Command, operation: Operation, words: readonly string[], count: number): Spilled | null {
  for (const { key, flag, positional } of listParameters(operation)) {
    const value: unknown = command.getOptionValue(key);
    const at = positional || typeof value !== 'string' ? -1 : words.indexOf(`--${flag}`);
    if (at < 0 || words[at + 1] !== value) continue;
    const end = words.findIndex((word, index) => index > at + 1 && word.startsWith('-'));
    const text = words.slice(at + 1, end < 0 ? words.length : end);
    if (text.length === count + 1) return { key, text: text.join(' ') };
  }
  return null;
}

/** Returns the typed options as command-line text. @param whole replaces the value of one of them */
function typedOptions(command: Command, operation: Operation, whole: Spilled | null): string[] {
  const said = (key: string): unknown => (key === whole?.key ? truncate(whole.text, SHOWN_CHARACTERS) : command.getOptionValue(key));
  const options = listParameters(operation)
    .filter(({ key, positional }) => !positional && command.getOptionValueSource(key) === 'cli')
    .flatMap((parameter) => [said(parameter.key)].flat().map((value) => formatTyped(parameter, value)));
  const root: unknown = command.getOptionValue('root');
  return [...options, ...(typeof root === 'string' ? [['--root', root]] : [])].map((words) => words.map(quoted).join(' '));
}

/** Maximum number of options that are listed as candidates. */
const FEW = 4;

/** Explains words after a command that takes none. Usually the option before a word was forgotten. */
function wordsWithoutOption(program: string, command: Command, operation: Operation): string | null {
  const { args } = command;
  if (args.length === 0) return null;
  const problem = `error: too many arguments for '${command.name()}'. Expected 0 arguments but got ${args.length}`;
  const open = listParameters(operation).filter(
    ({ key, schema }) => schema instanceof z.ZodString && command.getOptionValue(key) === undefined,
  );
  const [only, ...others] = open.map(({ flag }) => `--${flag}`);
  if (only === undefined || args.length > 1 || others.length >= FEW) return `${problem}.`;
  if (others.length > 0) return `${problem}: put an option before it: ${[only, ...others].join(', ')}.`;
  const words = [
    program,
    operation.name,
    ...typedOptions(command, operation, null),
    only,
    quoted(truncate(args[0] ?? '', SHOWN_CHARACTERS)),
  ];
  return `${problem}. Did you mean: ${words.join(' ')}`;
}

/**
 * Explains one excess word after a command that needs one of several options, if none was typed: the word is probably the value of such
 * an option. Suggesting quotes around it and the word before would only be refused again.
 */
function wordOfChoice(program: string, command: Command, operation: Operation): string | null {
  const choices = listParameters(operation).filter(({ choice }) => choice);
  const [first] = choices;
  const isTyped = choices.some(({ key }) => command.getOptionValueSource(key) === 'cli');
  if (first === undefined || isTyped || command.args.length !== command.registeredArguments.length + 1) return null;
  const words = [...command.args.slice(0, -1), `--${first.flag}`, ...command.args.slice(-1)].map((word) =>
    quoted(truncate(word, SHOWN_CHARACTERS)),
  );
  const flags = choices.map(({ flag }) => `--${flag}`);
  const line = [program, operation.name, ...words, ...typedOptions(command, operation, null)].join(' ');
  return `error: too many arguments: put ${flags.slice(0, -1).join(', ')} or ${flags.at(-1)} before the last word, or quote the last two words. Did you mean: ${line}`;
}

const WHOLE_NUMBER = /^\d+$/;

/** Explains several numbers after a command that takes one: in quotes they would be one invalid value. */
function severalNumbers(program: string, command: Command, operation: Operation): string | null {
  const last = listParameters(operation).findLast(({ positional }) => positional);
  const before = command.registeredArguments.length - 1;
  const words = command.args.slice(before);
  if (!last?.numbered || !words.every((word) => WHOLE_NUMBER.test(word))) return null;
  const typed = command.args.slice(0, before + 1).map(quoted);
  const line = [program, operation.name, ...typed, ...typedOptions(command, operation, null)].join(' ');
  return `error: too many arguments: the command takes one ${last.flag} at a time. Did you mean: ${line}`;
}

/**
 * Explains the words after the last one that a command takes. Usually a text was typed without quotes.
 * @param typed all words after the name of the program
 * @returns `null` if there are none, or the command takes any number
 */
export function explainExtraWords(program: string, command: Command, operation: Operation, typed: readonly string[]): string | null {
  const expected = command.registeredArguments;
  const last = expected.at(-1);
  if (last === undefined) return wordsWithoutOption(program, command, operation);
  if (last.variadic || command.args.length <= expected.length) return null;
  const single = wordOfChoice(program, command, operation) ?? severalNumbers(program, command, operation);
  if (single !== null) return single;
  const whole = findOverflowingOption(command, operation, typed, command.args.length - expected.length);
  const words = whole === null ? command.args : command.args.slice(0, expected.length);
  const before = words.slice(0, expected.length - 1);
  const text = truncate(words.slice(expected.length - 1).join(' '), SHOWN_CHARACTERS);
  const line = [program, operation.name, ...before.map(quoted), ...typedOptions(command, operation, whole), quoted(text)].join(' ');
  return `error: too many arguments: quote text that contains spaces. Did you mean: ${line}`;
}
