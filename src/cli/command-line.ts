import type { NeedAction } from '../engine/platform/need.ts';
import type { Operation } from '../engine/platform/operation.ts';
import { shellWord as quoted } from '../engine/text/shell-word.ts';
import { formatTyped, listParameters } from './parameters.ts';

type Parameter = ReturnType<typeof listParameters>[number];

/** Returns a placeholder for a missing value: a word without special characters for any shell. */
const placeholder = (flag: string): string => flag.replaceAll('-', '_').toUpperCase();

/** Returns the words for a parameter: with its value, with a placeholder that the person must fill in, or none if it is optional. */
function typed(parameter: Parameter, { input, asks }: NeedAction, person: string): string[] {
  const { key, flag, positional } = parameter;
  const value = input[key];
  // A flag has no value; false means that it is absent.
  if (value === false) return [];
  if (value !== undefined) return positional ? [quoted(String(value))] : formatTyped(parameter, value).map(quoted);
  if (!asks.includes(key)) return [];
  if (key === 'by') return formatTyped(parameter, person).map(quoted);
  return positional ? [placeholder(flag)] : [`--${flag}`, placeholder(flag)];
}

/**
 * Returns an action as a command line.
 * @param program that the operation belongs to @param root the folder to name; `null` to use the current one
 * @param person who will run the command
 */
export function commandLine(program: string, operation: Operation, action: NeedAction, root: string | null, person: string): string {
  const parameters = listParameters(operation);
  const words = (positional: boolean) =>
    parameters.filter((each) => each.positional === positional).flatMap((each) => typed(each, action, person));
  const [subjects, options] = [words(true), [...words(false), ...(root === null ? [] : ['--root', quoted(root)])]];
  // After `--` a name that begins with a dash is not read as an option.
  const isLikeOption = subjects.some((word) => /^["']?-/.test(word));
  return [program, operation.name, ...(isLikeOption ? [...options, '--', ...subjects] : [...subjects, ...options])].join(' ');
}
