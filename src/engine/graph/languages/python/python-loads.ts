import type { Node } from 'web-tree-sitter';
import { MAX_EXPRESSION_LENGTH } from '../../facts.ts';
import type { FactsDraft } from '../facts-draft.ts';
import { codeChildrenOf, codeOf, lineOf, type SourceSyntax, textOf } from '../syntax.ts';
import { pathIn } from './python-paths.ts';

/** A query for called functions. */
export const CALLS = '(call function: [(identifier) (attribute)] @load)';
/** Cheap test, so that files without such calls are not searched further. */
export const MAY_LOAD = /import_module|__import__|importorskip|runpy|spec_from_file_location|SourceFileLoader|load_source/;
/** Functions that import the module named by their first argument. */
const MODULE = /^(?:(?:importlib\.)?import_module|(?:importlib\.|builtins\.)?__import__|(?:pytest\.)?importorskip|(?:runpy\.)?run_module)$/;
/** Functions that load a file, and the position and keyword of its path. */
const FILE: readonly { readonly name: RegExp; readonly at: number; readonly keyword: string }[] = [
  { name: /^(?:runpy\.)?run_path$/, at: 0, keyword: 'path_name' },
  { name: /^(?:importlib\.)?(?:util\.)?spec_from_file_location$/, at: 1, keyword: 'location' },
  { name: /^(?:importlib\.)?(?:machinery\.)?SourceFileLoader$/, at: 1, keyword: 'path' },
  { name: /^(?:imp\.)?load_source$/, at: 1, keyword: 'pathname' },
];
/** A string literal that is a module name, possibly relative. Loaded modules may have any file name, not only an identifier. */
export const MODULE_NAME = /^[rRuU]?(["'])([^"'\\\s/]+)\1$/;
/** How a file refers to its own package. */
const OWN_PACKAGE = /^(?:__package__|__name__)$/;
/** Begins the specifier of a file, in contrast to a module. */
export const FILE_PREFIX = 'file:';
const MAX_CALLEE_LENGTH = 80;
/** A name in a fixed package: `f"shop.plugins.{name}"`, `"shop.plugins." + name`. */
const IN_PACKAGE = /^(?:[fF][rR]?|[rR][fF])(["'])(\.|\.?\w+(?:\.\w+)*\.)\{[^{}"']{1,80}\}\1$|^(["'])(\.|\.?\w+(?:\.\w+)*\.)\3\s*\+/;

/** Returns the argument at a position, or with a keyword. */
function argumentOf(syntax: SourceSyntax, given: readonly Node[], at: number, keyword: string): Node | null {
  const named = given.find(({ type, startIndex }) => type === 'keyword_argument' && syntax.text.startsWith(keyword, startIndex));
  const place = given[at];
  if (named !== undefined) return named.childForFieldName('value');
  return place === undefined || place.type === 'keyword_argument' ? null : place;
}

/**
 * Returns the module named by a literal; `null` if it is only known at run time.
 * @param owner the package that a relative name refers to
 */
function moduleIn(syntax: SourceSyntax, name: Node, owner: Node | null): string | null {
  const written = MODULE_NAME.exec(textOf(syntax, name))?.[2] ?? null;
  if (written === null || !written.startsWith('.') || owner === null) return written;
  const place = textOf(syntax, owner);
  if (OWN_PACKAGE.test(place)) return written;
  const base = MODULE_NAME.exec(place)?.[2];
  return base !== undefined && /^\.[^.]/.test(written) ? base + written : null;
}

/** Returns the pattern of the module that a call loads, such as `shop.plugins.*`; `null` if it may be any module. */
function patternIn(syntax: SourceSyntax, name: Node, owner: Node | null): string | null {
  const [, , one, , other] = IN_PACKAGE.exec(textOf(syntax, name)) ?? [];
  const start = one ?? other;
  if (start === undefined || !start.startsWith('.')) return start === undefined ? null : `${start}*`;
  return owner !== null && OWN_PACKAGE.test(textOf(syntax, owner)) ? `${start}*` : null;
}

/** Adds an import of all modules that a call with a computed name may load. */
function readPattern(syntax: SourceSyntax, draft: FactsDraft, name: Node, owner: Node | null): void {
  const specifier = patternIn(syntax, name, owner);
  if (specifier !== null) draft.imports.push({ specifier, kind: 'glob', line: lineOf(name), isTypeOnly: false, names: [] });
}

/**
 * Reads calls that load a module by its name (`import_module("a.b")`, `import_module(".b", "a")`, `__import__(name)`,
 * `runpy.run_module("a")`) or a file by its path (`runpy.run_path("a.py")`, `spec_from_file_location("a", path)`).
 */
export function readLoad(syntax: SourceSyntax, draft: FactsDraft, called: Node): void {
  if (called.endIndex - called.startIndex > MAX_CALLEE_LENGTH) return;
  const name = codeOf(syntax, called).replaceAll(/\s+/g, '');
  const file = FILE.find((each) => each.name.test(name));
  if (file === undefined && !MODULE.test(name)) return;
  const given = codeChildrenOf(called.parent?.childForFieldName('arguments'));
  const values = given.map((node) => (node.type === 'keyword_argument' ? node.childForFieldName('value') : node));
  const meant = file === undefined ? (values[0] ?? null) : argumentOf(syntax, given, file.at, file.keyword);
  if (meant === null) return;
  const path = file === undefined ? null : pathIn(syntax, meant);
  const specifier = file === undefined ? moduleIn(syntax, meant, values.at(1) ?? null) : path === null ? null : FILE_PREFIX + path;
  const expression = textOf(syntax, meant).replaceAll(/\s+/g, ' ').slice(0, MAX_EXPRESSION_LENGTH);
  const how = specifier === null ? { specifier: expression, kind: 'computed' as const } : { specifier, kind: 'dynamic' as const };
  const at = { line: lineOf(meant), isTypeOnly: false, names: [] };
  draft.imports.push({ ...how, ...at });
  if (specifier === null && file === undefined) readPattern(syntax, draft, meant, values.at(1) ?? null);
}
