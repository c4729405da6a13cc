import type { Output } from './print.ts';
import { escapeLines } from './text/layout.ts';
import { inColour } from './text/style.ts';

/** JSON of the characters that stand for the marks of a style. */
const LIKE_A_MARK = /\\u000[1-6e]/;

/**
 * Prints a text without characters that act on the terminal, in colours if the output has them; nothing for an empty text.
 * @param values what the text is made of: if it has characters that would be taken for marks, the text is printed without colours
 * @param make returns `null` if there is no text
 * @returns whether there is a text
 */
export function writeText(output: Output, values: unknown, make: () => string | null): boolean {
  let exists = true;
  const escaped = (): string => {
    const text = make();
    exists = text !== null;
    return escapeLines(text ?? '');
  };
  const isColoured = output.colours?.answers === true && !LIKE_A_MARK.test(JSON.stringify(values));
  const shown = isColoured ? inColour(escaped) : escaped();
  if (shown !== '') output.write(`${shown}\n`);
  return exists;
}
