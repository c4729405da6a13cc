import type { NeedAction } from '../engine/kernel/need.ts';
import type { Operation } from '../engine/kernel/operation.ts';
import { shellWord as quoted } from '../engine/kernel/shell-word.ts';
import { parametersOf, showTyped } from './parameters.ts';

type Parameter = ReturnType<typeof parametersOf>[number];

/** How a parameter is typed: with what is known of it, or with its name where a person has yet to say it; nothing where it may be left out. */
function typed(parameter: Parameter, { input, asks }: NeedAction): string[] {
  const { key, flag, positional } = parameter;
  const value = input[key];
  // The value of a flag says only whether it is there.
  if (value === false) return [];
  if (value !== undefined) return positional ? [quoted(String(value))] : showTyped(parameter, value).map(quoted);
  if (!asks.includes(key)) return [];
  return positional ? [`<${flag}>`] : [`--${flag}`, `<${flag}>`];
}

/**
 * An action as somebody types it.
 * @param program to which the operation belongs @param root the folder that is meant; `null`: where it is typed
 */
export function commandLine(program: string, operation: Operation, action: NeedAction, root: string | null): string {
  const parameters = parametersOf(operation);
  const words = (positional: boolean) => parameters.filter((each) => each.positional === positional).flatMap((each) => typed(each, action));
  const [subjects, options] = [words(true), [...words(false), ...(root === null ? [] : ['--root', quoted(root)])]];
  // A name that begins like an option is none behind this.
  const isLikeOption = subjects.some((word) => /^["']?-/.test(word));
  return [program, operation.name, ...(isLikeOption ? [...options, '--', ...subjects] : [...subjects, ...options])].join(' ');
}
