/** What a line for a shell consists of. */

/** A piece of a word. `quoted`: no pattern, and not divided at blanks. */
export type Part =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'variable'; readonly name: string; readonly quoted: boolean }
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

/** `(` and `)`: what changes in between stays there. */
export type Item = Step | { readonly kind: '(' } | { readonly kind: ')' };

/** The text of a word, as far as the line says it. */
export const textOf = (word: Word): string => word.map((part) => (part.kind === 'text' ? part.text : '')).join('');
