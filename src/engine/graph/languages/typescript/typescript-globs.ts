import type { Node } from 'web-tree-sitter';
import type { FactsDraft } from '../facts-draft.ts';
import { codeChildrenOf, lineOf, literalOf, type SourceSyntax, textOf } from '../syntax.ts';

/** Whatever stands for the holes of a template names files of one folder, at most with the beginning of their names said. */
const NAMED_FOLDER = /^(?:\.{1,2}\/)+[\w$@-]/;

/** The files that a template such as `` `./pages/${name}.ts` `` may mean, as bundlers have it; `null` where that may be anything. */
export function globOf(syntax: SourceSyntax, template: Node): string | null {
  if (template.type !== 'template_string') return null;
  const parts = template.namedChildren.map((child) => (child.type === 'template_substitution' ? '*' : textOf(syntax, child)));
  const pattern = parts.join('').replaceAll(/\*+/g, '*');
  return NAMED_FOLDER.test(pattern) ? pattern : null;
}

/** `import.meta.glob('…')` or of a list, in which `!…` takes files out again: each pattern with all that is taken out behind it. */
export function readGlob(syntax: SourceSyntax, draft: FactsDraft, list: Node): void {
  const [first, options] = codeChildrenOf(list);
  if (first === undefined) return;
  const patterns = (first.type === 'array' ? codeChildrenOf(first) : [first]).map((each) => literalOf(syntax, each));
  const how = { line: lineOf(first), isTypeOnly: false, names: [] };
  const isElsewhere = options !== undefined && /\bbase\s*:/.test(textOf(syntax, options));
  if (isElsewhere || patterns.includes(null)) {
    draft.imports.push({ ...how, specifier: textOf(syntax, first).replaceAll(/\s+/g, ' ').slice(0, 80), kind: 'computed' });
    return;
  }
  const all = patterns.filter((each) => each !== null);
  const taken = all.filter((each) => each.startsWith('!'));
  for (const pattern of all) {
    if (!pattern.startsWith('!')) draft.imports.push({ ...how, specifier: [pattern, ...taken].join(' '), kind: 'glob' });
  }
}
