import type { Command } from 'commander';
import type { Operation } from '../engine/kernel/operation.ts';
import { parametersOf, showTyped } from './parameters.ts';
import { cut } from './text/layout.ts';

/** A shell may have made a whole folder of names of a star. */
const SHOWN_CHARACTERS = 200;

/** A word as shells take it: unquoted where it needs no quotes, and in single ones where double ones would change it. */
export function quoted(word: string): string {
  if (/^[\w./:=@%+,-]+$/.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}

/** The options that were typed, as they are typed. */
function typedOptions(command: Command, operation: Operation): string[] {
  const options = parametersOf(operation)
    .filter(({ key, positional }) => !positional && command.getOptionValueSource(key) === 'cli')
    .flatMap((parameter) => [command.getOptionValue(parameter.key)].flat().map((value) => showTyped(parameter, value)));
  const root: unknown = command.getOptionValue('root');
  return [...options, ...(typeof root === 'string' ? [['--root', root]] : [])].map((words) => words.map(quoted).join(' '));
}

/**
 * What is wrong with words behind the last one that a command takes: mostly a text without its quotes.
 * @returns `null` where there are none, or where the command takes no text
 */
export function tooManyWords(program: string, command: Command, operation: Operation): string | null {
  const expected = command.registeredArguments;
  const last = expected.at(-1);
  if (last === undefined || last.variadic || command.args.length <= expected.length) return null;
  const before = command.args.slice(0, expected.length - 1);
  const text = cut(command.args.slice(expected.length - 1).join(' '), SHOWN_CHARACTERS);
  const line = [program, operation.name, ...before.map(quoted), ...typedOptions(command, operation), quoted(text)].join(' ');
  return `error: too many arguments: what belongs together stands in quotes. Perhaps: ${line}`;
}
