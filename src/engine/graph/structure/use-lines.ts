import type { FileFacts, SymbolFact } from '../facts.ts';

/** Tells the line, 1-based, in which a symbol first uses a name; of a name that it only extends or implements, where it is declared. */
export function useLinesOf({ uses, useLines, line }: SymbolFact): (used: string) => number {
  const lines = new Map(uses.map((used, n) => [used, useLines?.[n] ?? line]));
  return (used) => lines.get(used) ?? line;
}

/** What a file uses outside of its symbols, each with the line, 1-based, of its first use; `null` where that is not known. */
export function usesAtTop({ usedAtTop, linesAtTop }: FileFacts): readonly (readonly [used: string, line: number | null])[] {
  return usedAtTop.map((used, n) => [used, linesAtTop?.[n] ?? null]);
}
