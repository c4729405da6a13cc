import type { NeedAction } from '../engine/platform/need.ts';
import type { Operation } from '../engine/platform/operation.ts';
import { shellWord as quoted } from '../engine/text/shell-word.ts';
import { parametersOf, showTyped } from './parameters.ts';

type Parameter = ReturnType<typeof parametersOf>[number];

/** Stands for what a person has yet to say: a word that no shell takes for more. */
const placeholder = (flag: string): string => flag.replaceAll('-', '_').toUpperCase();

/** How a parameter is typed: with what is known of it, or a word for what a person has yet to say; nothing where it may be left out. */
function typed(parameter: Parameter, { input, asks }: NeedAction, person: string): string[] {
  const { key, flag, positional } = parameter;
  const value = input[key];
  // The value of a flag says only whether it is there.
  if (value === false) return [];
  if (value !== undefined) return positional ? [quoted(String(value))] : showTyped(parameter, value).map(quoted);
  if (!asks.includes(key)) return [];
  if (key === 'by') return showTyped(parameter, person).map(quoted);
  return positional ? [placeholder(flag)] : [`--${flag}`, placeholder(flag)];
}

/**
 * An action as somebody types it.
 * @param program to which the operation belongs @param root the folder that is meant; `null`: where it is typed
 * @param person who types it
 */
export function commandLine(program: string, operation: Operation, action: NeedAction, root: string | null, person: string): string {
  const parameters = parametersOf(operation);
  const words = (positional: boolean) =>
    parameters.filter((each) => each.positional === positional).flatMap((each) => typed(each, action, person));
  const [subjects, options] = [words(true), [...words(false), ...(root === null ? [] : ['--root', quoted(root)])]];
  // A name that begins like an option is none behind this.
  const isLikeOption = subjects.some((word) => /^["']?-/.test(word));
  return [program, operation.name, ...(isLikeOption ? [...options, '--', ...subjects] : [...subjects, ...options])].join(' ');
}
