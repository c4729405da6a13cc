/** Position in a text, 1-based. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Words that precede a declared name in the languages of the graph. */
const DECLARING: ReadonlySet<string> = new Set([
  ...['function', 'function*', 'class', 'interface', 'type', 'enum', 'const', 'let', 'var', 'namespace', 'module'],
  ...['def', 'func', 'fn', 'struct', 'trait', 'union', 'record', '@interface', 'mod', 'static'],
]);
const WORD = /[\p{L}\p{N}_$]/u;
/** Longer lines are skipped, because they are generated. */
const MAX_LINE_LENGTH = 10_000;

/** Returns the offset of a name as a whole word, or -1. */
function wordAt(line: string, name: string, from: number): number {
  for (let at = line.indexOf(name, from); at !== -1; at = line.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (!WORD.test(line.charAt(at - 1)) && !WORD.test(line.charAt(end))) return at;
  }
  return -1;
}

/** Reports whether a keyword, or a Go receiver as in `func (s *Store) name`, precedes the name at an offset. */
function isDeclared(line: string, at: number): boolean {
  const before = line.slice(0, at).trimEnd();
  if (DECLARING.has(before.slice(Math.max(before.lastIndexOf(' '), before.lastIndexOf('\t')) + 1))) return true;
  return before.startsWith('func (') && before.endsWith(')');
}

/**
 * Returns the position where a text declares a name. Searches by words, because the text may be newer than the graph, which has no line
 * numbers. Prefers the least indented declaration, because the graph contains only top-level ones.
 * @returns the declaration, else the first occurrence, else the start of the text
 */
export function findDeclaration(text: string, name: string): TextPlace {
  let first: TextPlace | null = null;
  let best: (TextPlace & { readonly indent: number }) | null = null;
  for (const [n, line] of text.split('\n').entries()) {
    if (name === '' || line.length > MAX_LINE_LENGTH) continue;
    const at = wordAt(line, name, 0);
    if (at === -1) continue;
    const place = { line: n + 1, column: at + 1 };
    first ??= place;
    const indent = line.length - line.trimStart().length;
    if (isDeclared(line, at) && (best === null || indent < best.indent)) best = { ...place, indent };
  }
  const found = best ?? first;
  return found === null ? { line: 1, column: 1 } : { line: found.line, column: found.column };
}
