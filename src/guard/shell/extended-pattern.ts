import type { Part } from './items.ts';

/** Longest extended pattern in characters, so that all searches for an end together take linear time. */
const LONGEST = 1_000;

function endOf(text: string, from: number): number | null {
  let open = 0;
  for (let at = from; at < text.length && at < from + LONGEST && text[at] !== '\n'; at += 1) {
    if (text[at] === '(') open += 1;
    if (text[at] === ')') open -= 1;
    if (open === 0) return at + 1;
  }
  return null;
}

/**
 * Reads the rest of an extended pattern, as in `!(a|b).ts`. It becomes `*` in the word.
 * @param parts of the word so far, with the character before the parenthesis @returns the index after it; `at` if there is none
 */
export function afterExtendedPattern(parts: Part[], text: string, at: number): number {
  const last = parts.at(-1);
  if (text[at] !== '(' || last?.kind !== 'text' || last.quoted || !/[?*+@!]$/.test(last.text)) return at;
  const end = endOf(text, at);
  if (end === null) return at;
  parts.splice(-1, 1, { ...last, text: `${last.text.slice(0, -1)}*` });
  return end;
}
