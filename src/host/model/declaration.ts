/** A place in a text, 1-based. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** What stands in front of a name where it is declared, in any of the languages that the graph reads. */
const DECLARING: ReadonlySet<string> = new Set([
  ...['function', 'function*', 'class', 'interface', 'type', 'enum', 'const', 'let', 'var', 'namespace', 'module'],
  ...['def', 'func', 'fn', 'struct', 'trait', 'union', 'record', '@interface', 'mod', 'static'],
]);
const WORD = /[\p{L}\p{N}_$]/u;
/** Longer lines are written by programs. */
const LONGEST_LINE = 10_000;

/** Where a name stands as a word of its own; -1: nowhere. */
function wordAt(line: string, name: string, from: number): number {
  for (let at = line.indexOf(name, from); at !== -1; at = line.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (!WORD.test(line.charAt(at - 1)) && !WORD.test(line.charAt(end))) return at;
  }
  return -1;
}

/** Whether a name is declared where it stands: a keyword is in front of it, or (`func (s *Store) name`) a receiver after one. */
function isDeclared(line: string, at: number): boolean {
  const before = line.slice(0, at).trimEnd();
  if (DECLARING.has(before.slice(Math.max(before.lastIndexOf(' '), before.lastIndexOf('\t')) + 1))) return true;
  return before.startsWith('func (') && before.endsWith(')');
}

/**
 * Where a text declares a name, as far as its words say: the text may be newer than the graph, which knows no lines. What is declared
 * furthest left is meant, as the graph has only what stands at the top of files.
 * @returns else where the name stands first, else the beginning
 */
export function declarationOf(text: string, name: string): TextPlace {
  let first: TextPlace | null = null;
  let best: (TextPlace & { readonly indent: number }) | null = null;
  for (const [n, line] of text.split('\n').entries()) {
    if (name === '' || line.length > LONGEST_LINE) continue;
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
