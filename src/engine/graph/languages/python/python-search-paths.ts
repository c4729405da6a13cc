import type { Node } from 'web-tree-sitter';
import type { FactsDraft } from '../facts-draft.ts';
import { codeChildrenOf, codeOf, type SourceSyntax } from '../syntax.ts';
import { CALLS } from './python-loads.ts';
import { folderIn } from './python-paths.ts';

const MAY_EXTEND = /\bpath\s*(?:\.\s*(?:insert|append|extend)\b|\[[^\]\n]*\]\s*=|\+?=)|\baddsitedir\b|\bsyspath_prepend\b/;
const ADDS = /^(?:\w+\.)?sys\.path\.(insert|append|extend)$|(?:^|\.)(?:addsitedir|syspath_prepend)$/;
/** `sys.path = …`, `sys.path += …`, `sys.path[:0] = …`, and a list that another name stands for. */
const ASSIGNS = /\bsys\s*\.\s*path\s*(?:\[[^\]\n]*\]\s*)?\+?=(?!=)|\bfrom\s+sys\s+import\b[^\n]*\bpath\b/;
const MAX_CALLEE_LENGTH = 80;
/** A folder that only the running program knows. */
const UNKNOWN = '*';

/** Returns the expressions of the folders that a call adds. */
function addedBy(method: string | undefined, list: Node | null | undefined): Node[] {
  const given = codeChildrenOf(list);
  const [one] = given.slice(method === 'insert' ? 1 : 0);
  if (one === undefined) return [];
  return method === 'extend' && /^(?:list|tuple)$/.test(one.type) ? codeChildrenOf(one) : [one];
}

/** Reads which folders a file adds to the search path of modules: `sys.path.insert(0, "lib")`, `site.addsitedir(…)`. */
export function readSearchPaths(syntax: SourceSyntax, draft: FactsDraft): void {
  if (!MAY_EXTEND.test(syntax.code) && !ASSIGNS.test(syntax.code)) return;
  const found = new Set<string>(ASSIGNS.test(syntax.code) ? [UNKNOWN] : []);
  for (const { node } of syntax.captures(CALLS)) {
    if (node.endIndex - node.startIndex > MAX_CALLEE_LENGTH) continue;
    const match = ADDS.exec(codeOf(syntax, node).replaceAll(/\s+/g, ''));
    if (match === null) continue;
    for (const each of addedBy(match[1], node.parent?.childForFieldName('arguments'))) found.add(folderIn(syntax, each) ?? UNKNOWN);
  }
  draft.searchPaths = [...found];
}
