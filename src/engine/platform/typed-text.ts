import { CortexError } from './errors.ts';
import type { OperationContext } from './operation.ts';

/**
 * Returns a typed text, or standard input for `-`.
 * @throws CortexError `invalid-input` if there is no standard input, or nothing in it: the command before the pipe probably failed
 */
export async function typedText({ readInput }: Pick<OperationContext, 'readInput'>, typed: string): Promise<string> {
  if (typed !== '-') return typed;
  if (readInput === undefined)
    throw new CortexError('invalid-input', 'standard input is not available', { value: typed, next: 'Pass the text as an argument.' });
  const text = await readInput();
  if (text.replace('\ufeff', '').trim() !== '') return text;
  throw new CortexError('invalid-input', 'standard input is empty', { next: 'Pipe the text into the command, or pass it as an argument.' });
}
