/** The elements of a parsed shell command line. */

/** A part of a word. `quoted`: not a pattern, and not split at blanks. */
export type Part =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'variable'; readonly name: string; readonly quoted: boolean; readonly otherwise?: string }
  /** The output of a group of commands, as in `$(ls)`. */
  | { readonly kind: 'output'; readonly group: Group }
  /** The words of an array, as in `a=(b c)`. */
  | { readonly kind: 'list'; readonly words: readonly Word[] }
  /** A value that only the shell can compute. */
  | { readonly kind: 'unknown' };
export type Word = readonly Part[];

export interface Redirect {
  readonly operator: string;
  readonly target: Word;
}

/** One simple command. */
export interface Step {
  readonly kind: 'step';
  /** The operator before it. */
  readonly operator: string;
  readonly words: Word[];
  readonly redirects: Redirect[];
  /** Its here-document or here-string; `null` if it has none. */
  input: string | null;
}

/** The `(` before commands, which run in a subshell. `isSubstitution`: their output becomes part of a word. */
export interface Group {
  readonly kind: '(';
  readonly isSubstitution: boolean;
}

export type Item = Step | Group | { readonly kind: ')' };

/** Returns the text of a word as far as it is known. */
export const wordText = (word: Word): string => word.map((part) => (part.kind === 'text' ? part.text : '')).join('');

/** A variable in braces, optionally with an index, and with a default value. */
const BRACED = /^([A-Za-z_]\w*|[0-9@*])(?:\[[^\]]*\])?(?::?[-=]([^$`]*))?$/;

/** Parses `${…}`. @param inner the text between the braces */
export function bracedPart(inner: string, quoted: boolean): Part {
  const [, name, otherwise] = BRACED.exec(inner) ?? [];
  if (name === undefined) return { kind: 'unknown' };
  return { kind: 'variable', name, quoted, ...(otherwise !== undefined && { otherwise: otherwise.replace(/["']/g, '') }) };
}

/** Returns whether the parts of a word so far are an assignment, which an array may follow. */
export function isAssignment([first, second]: readonly Part[]): boolean {
  return second === undefined && first?.kind === 'text' && !first.quoted && /^[A-Za-z_]\w*\+?=$/.test(first.text);
}

const isText = (word: Word | undefined, text: string): boolean => word?.length === 1 && word[0]?.kind === 'text' && word[0].text === text;

/** Returns whether `<` or `>` compares, inside `[[` without its `]]` yet. */
export function isComparison({ words }: Step, operator: string | undefined): boolean {
  return (operator === '<' || operator === '>') && words.slice(0, 3).some((word) => isText(word, '[[')) && !isText(words.at(-1), ']]');
}

/** A here-document whose body follows after the current line. */
export interface Heredoc {
  readonly end: string;
  readonly isLiteral: boolean;
  readonly isIndented: boolean;
  readonly step: Step;
}

/** Returns an empty command, to which the lexer adds words. @param operator before it */
export const newStep = (operator: string): Step => ({ kind: 'step', operator, words: [], redirects: [], input: null });

/** Whether a redirection opens a file for writing, and does not only read or duplicate a descriptor (`<&3`, `2>&-`). */
export function mayWriteFile({ operator, target }: Redirect): boolean {
  const isDuplicate =
    /^[<>]&$/.test(operator) && /^(?:\d+|-)$/.test(target.map((part) => (part.kind === 'text' ? part.text : '?')).join(''));
  return operator !== '<' && !isDuplicate;
}

/** Longest extended pattern in characters, so that all searches for an end together take linear time. */
const MAX_LENGTH = 1_000;

function endOf(text: string, from: number): number | null {
  let open = 0;
  for (let at = from; at < text.length && at < from + MAX_LENGTH && text[at] !== '\n'; at += 1) {
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
