import type { NeedAction } from '../engine/kernel/need.ts';
import type { Operation } from '../engine/kernel/operation.ts';
import { quoted } from './corrected-line.ts';
import { parametersOf, showTyped } from './parameters.ts';

type Parameter = ReturnType<typeof parametersOf>[number];

/** How a parameter is typed: with what is known of it, or with its name where a person has yet to say it; nothing where it may be left out. */
function typed(parameter: Parameter, { input, asks }: NeedAction): string[] {
  const { key, flag, positional } = parameter;
  const value = input[key];
  if (value !== undefined) return positional ? [quoted(String(value))] : showTyped(parameter, value).map(quoted);
  if (!asks.includes(key)) return [];
  return positional ? [`<${flag}>`] : [`--${flag}`, `<${flag}>`];
}

/**
 * An action as somebody types it.
 * @param program to which the operation belongs
 */
export function commandLine(program: string, operation: Operation, action: NeedAction): string {
  const words = parametersOf(operation).flatMap((parameter) => {
    // The value of a flag says only whether it is there.
    return action.input[parameter.key] === false ? [] : typed(parameter, action);
  });
  return [program, operation.name, ...words].join(' ');
}
