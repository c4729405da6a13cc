import type { FileFacts, SymbolFact } from '../facts.ts';

/**
 * Returns a function that looks up the 1-based line of a symbol's first use of a name. Names without a known line, such as those in
 * `extends`, get the line of the declaration.
 */
export function useLineLookup({ uses, useLines, line }: SymbolFact): (used: string) => number {
  const lines = new Map(uses.map((used, n) => [used, useLines?.[n] ?? line]));
  return (used) => lines.get(used) ?? line;
}

/** Returns the names that a file uses outside of its symbols, with the 1-based line of the first use; `null` if unknown. */
export function usesAtTop({ usedAtTop, linesAtTop }: FileFacts): readonly (readonly [used: string, line: number | null])[] {
  return usedAtTop.map((used, n) => [used, linesAtTop?.[n] ?? null]);
}
