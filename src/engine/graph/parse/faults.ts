import type { Node } from 'web-tree-sitter';
import type { Span } from '../languages/span-walk.ts';
import type { LanguageName } from '../languages.ts';

/**
 * Code that may import something, searched in parts that could not be parsed. `never`: imports are read without the syntax tree. For
 * languages that are not listed any fault may hide one: in Go and Java a file uses names of its package without an import.
 */
const TAKES: Partial<Record<LanguageName, RegExp | 'never'>> = {
  typescript: /(?<![.\w$])(?:import|require)\b|\bfrom\s*['"]/,
  tsx: /(?<![.\w$])(?:import|require)\b|\bfrom\s*['"]/,
  javascript: /(?<![.\w$])(?:import|require)\b|\bfrom\s*['"]/,
  python: /\b(?:import|from|__import__|import_module)\b/,
  rust: 'never',
};
const COMMENT = /comment$/;
/** Statements that are read wherever the parser finds them at the top of a file, even inside a faulty part. */
const READ = /^(?:import_statement|import_from_statement|export_statement)$/;
/** The grammar does not know this statement, but it is read anyway. */
const EXPORTED_REQUIRE = /^\s*export\s+import\s+(?:type\s+)?[\w$]+\s*=\s*require\s*\(/;

/** Returns the nodes with syntax errors or missing tokens, in text order. */
export function findFaults(root: Node): Node[] {
  const found: Node[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.isError || node.isMissing) found.push(node);
    else if (node.hasError) open.push(...[...node.children].reverse());
  }
  return found;
}

/** Returns the spans of a fault and its lines that were not understood. */
function unclearParts(text: string, root: Node, fault: Node): Span[] {
  const end = text.indexOf('\n', fault.endIndex);
  const isAtTop = fault.id === root.id || fault.parent?.id === root.id;
  const parts: Span[] = [];
  let from = text.lastIndexOf('\n', fault.startIndex - 1) + 1;
  for (const { type, hasError, startIndex, endIndex } of fault.children) {
    if (!COMMENT.test(type) && (hasError || !isAtTop || !READ.test(type))) continue;
    parts.push({ from, to: startIndex });
    from = endIndex;
  }
  return [...parts, { from, to: end < 0 ? text.length : end }];
}

const lineAt = (text: string, place: number): number => text.slice(0, place).split('\n').length;

/** Returns the first line, 1-based, with a possible import that could not be read; `undefined` if there is none. */
export function findDoubtfulLine(language: LanguageName, text: string, root: Node): number | undefined {
  const takes = TAKES[language];
  if (!root.hasError || takes === 'never') return undefined;
  // A line may contain thousands of faults, but each part is searched only once.
  let seen = 0;
  for (const fault of findFaults(root)) {
    if (takes === undefined) return fault.startPosition.row + 1;
    for (const { from, to } of unclearParts(text, root, fault)) {
      const begin = Math.max(from, seen);
      const part = text.slice(begin, to);
      const at = fault.isMissing && EXPORTED_REQUIRE.test(part) ? -1 : part.search(takes);
      if (at >= 0) return lineAt(text, begin + at);
      seen = Math.max(seen, to);
    }
  }
  return undefined;
}
