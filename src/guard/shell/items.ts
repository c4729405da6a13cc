/** What a line for a shell consists of. */

/** A piece of a word. `quoted`: no pattern, and not divided at blanks. */
export type Part =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'variable'; readonly name: string; readonly quoted: boolean; readonly otherwise?: string }
  /** What the commands of a group write, as in `$(ls)`. */
  | { readonly kind: 'output'; readonly group: Group }
  /** The words of a list, as in `a=(b c)`. */
  | { readonly kind: 'list'; readonly words: readonly Word[] }
  /** What only the shell knows. */
  | { readonly kind: 'unknown' };
export type Word = readonly Part[];

export interface Redirect {
  readonly operator: string;
  readonly target: Word;
}

/** One simple command. */
export interface Step {
  readonly kind: 'step';
  /** The operator in front of it. */
  readonly operator: string;
  readonly words: Word[];
  readonly redirects: Redirect[];
  /** Its here-document or here-string; `null` without one. */
  input: string | null;
}

/** The `(` in front of commands: what changes in them stays there. `isSubstitution`: what they write goes into a word. */
export interface Group {
  readonly kind: '(';
  readonly isSubstitution: boolean;
}

export type Item = Step | Group | { readonly kind: ')' };

/** The text of a word, as far as the line says it. */
export const textOf = (word: Word): string => word.map((part) => (part.kind === 'text' ? part.text : '')).join('');

/** A variable in braces, perhaps of a list, perhaps with what stands for it where it has no value. */
const BRACED = /^([A-Za-z_]\w*|[0-9@*])(?:\[[^\]]*\])?(?::?[-=]([^$`]*))?$/;

/** What `${…}` stands for. @param inner what is in it */
export function bracedPart(inner: string, quoted: boolean): Part {
  const [, name, otherwise] = BRACED.exec(inner) ?? [];
  if (name === undefined) return { kind: 'unknown' };
  return { kind: 'variable', name, quoted, ...(otherwise !== undefined && { otherwise: otherwise.replace(/["']/g, '') }) };
}

/** Whether a word so far is that of an assignment: then a list follows. */
export function isAssignment([first, second]: readonly Part[]): boolean {
  return second === undefined && first?.kind === 'text' && !first.quoted && /^[A-Za-z_]\w*\+?=$/.test(first.text);
}

const isText = (word: Word | undefined, text: string): boolean => word?.length === 1 && word[0]?.kind === 'text' && word[0].text === text;

/** Whether an operator compares: in `[[`, perhaps behind keywords, without its `]]`. */
export function isComparison({ words }: Step, operator: string | undefined): boolean {
  return (operator === '<' || operator === '>') && words.slice(0, 3).some((word) => isText(word, '[[')) && !isText(words.at(-1), ']]');
}

/** A here-document that was begun in a line. */
export interface Heredoc {
  readonly end: string;
  readonly isLiteral: boolean;
  readonly isIndented: boolean;
  readonly step: Step;
}

/** An empty command, to which the lexer adds words. @param operator the one in front of it */
export const newStep = (operator: string): Step => ({ kind: 'step', operator, words: [], redirects: [], input: null });
