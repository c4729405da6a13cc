/** How a summary is written where it is shown: in a terminal, or in a notification of the editor. */
export interface SummaryStyle {
  /** Writes an id or a path. */
  name(value: string): string;
  /** Writes a longer text of a person or an agent. */
  text(value: string): string;
  /** @param at milliseconds since 1970 UTC */
  time(at: number): string;
  /** Returns the sentence about a command to run next; an empty text where commands are not run. */
  next(command: string, sentence: (command: string) => string): string;
}

/** Says what an operation did, in one or more lines. Empty lines are left out. */
export type Summary<Output> = (output: Output, style: SummaryStyle) => string | readonly string[];

/** Joins sentences, except empty ones. */
export const sentences = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/** Returns a sentence with names; an empty text without names. */
export function naming(before: string, names: readonly string[], { name }: SummaryStyle): string {
  return names.length === 0 ? '' : `${before} ${names.map(name).join(', ')}.`;
}
