import type { Node } from 'web-tree-sitter';
import type { FactsDraft } from '../facts-draft.ts';
import { codeChildrenOf, firstCodeOf, lineOf, literalOf, type SourceSyntax, textOf } from '../syntax.ts';
import { isOwnFolder } from './typescript-constants.ts';
import { endingPattern } from './typescript-regex.ts';

/** The pattern must be relative and begin with a fixed name. Otherwise the template could mean any file. */
const NAMED_FOLDER = /^(?:\.{1,2}\/)+[\w$@-]/;

/**
 * Returns the pattern of files that a template such as `` `./pages/${name}.ts` `` may mean, as bundlers do; `null` if it could be any file.
 */
export function toGlob(syntax: SourceSyntax, template: Node): string | null {
  if (template.type !== 'template_string') return null;
  const parts = template.namedChildren.map((child) => {
    if (child.type !== 'template_substitution') return textOf(syntax, child);
    const inner = firstCodeOf(child);
    return inner !== null && isOwnFolder(syntax, inner) ? '.' : '*';
  });
  const pattern = parts.join('').replaceAll(/\*+/g, '*');
  return NAMED_FOLDER.test(pattern) ? pattern : null;
}

/** Reads `import.meta.glob('…')`, also with a list in which `!…` excludes files. Each specifier is a pattern followed by all exclusions. */
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

/** Folders in patterns, without the separators of patterns and without wildcards. */
const PLAIN_FOLDER = /^\.{1,2}(?:\/[^\s*?{}]*)?$/;

/**
 * Returns the pattern of files that `require.context(folder, recursive, regex)` loads; `null` if it is only known at run time, or if the
 * regular expression is not a simple ending.
 */
export function contextGlob(syntax: SourceSyntax, list: Node): string | null {
  const [first, deep, regex] = codeChildrenOf(list);
  const folder = first === undefined ? null : literalOf(syntax, first)?.replace(/\/$/, '');
  const isDeep = deep === undefined || deep.type === 'true';
  if (typeof folder !== 'string' || !PLAIN_FOLDER.test(folder) || (!isDeep && deep.type !== 'false')) return null;
  const ending = regex === undefined ? '*' : regex.type === 'regex' ? endingPattern(textOf(syntax, regex)) : null;
  return ending === null ? null : `${folder}${isDeep ? '/**' : ''}/${ending}`;
}
