import type { Node } from 'web-tree-sitter';
import type { FactsDraft } from '../facts-draft.ts';
import type { SourceSyntax } from '../syntax.ts';

/** CommonJS, also as compilers write it. */
const GIVES = /\bmodule\s*\.\s*exports\b|(?<![\w$.])exports\s*[.[,)]/;
/** Code of a script that is no module may be wrapped, or set the exports in a way that is not known. */
const MAY_BE_WRAPPED = /\b(?:require|define|declare|this|self|window|global|globalThis)\b/;
/** Types in comments of JavaScript are exported without `export`. */
const EXPORTS_TYPES = /@(?:typedef|callback|enum|import)\b/;
const FLOW = /@flow\b/;
const EXPORT = /(?:^|\n)export\b/g;
/** What may follow `export`, in almost all statements. */
const COMMON = /export\s+(?:(?:default|async|function|class|interface|type|enum|const|let)\b|[{*])/y;
/** Statements that make a file a module. */
export const MODULE: ReadonlySet<string> = new Set(['import_statement', 'export_statement']);
/** What may follow `export`, and is read. */
const READ = new Set([
  ...['function_declaration', 'generator_function_declaration', 'function_signature', 'class_declaration', 'abstract_class_declaration'],
  ...['interface_declaration', 'type_alias_declaration', 'enum_declaration', 'internal_module', 'module'],
  ...['lexical_declaration', 'variable_declaration', 'ambient_declaration', 'import_alias'],
]);

/** Whether a statement exports something in a way that is not read: `export = a`, `export as namespace a`. */
function isUnread(statement: Node, code: string): boolean {
  COMMON.lastIndex = statement.startIndex;
  if (COMMON.test(code)) return false;
  const declared = statement.childForFieldName('declaration');
  if (declared?.type === 'ambient_declaration') return declared.namedChildren.some(({ type }) => !READ.has(type));
  if (declared !== null) return !READ.has(declared.type);
  return statement.children.some(({ type }) => type === '=' || type === 'as');
}

/** Whether a file may export names that its statements do not show. */
export function mayExportMore({ text, code, root }: SourceSyntax, isJavaScript: boolean): boolean {
  if ((code.includes('exports') && GIVES.test(code)) || FLOW.test(text) || (isJavaScript && EXPORTS_TYPES.test(text))) return true;
  if (root.namedChildCount === 0) return false;
  if (!root.namedChildren.some(({ type }) => MODULE.has(type))) return isJavaScript || MAY_BE_WRAPPED.test(code);
  const statements = root.namedChildren.filter(({ type }) => type === 'export_statement');
  // Otherwise the parser took a statement for something else.
  const atStart = statements.filter(({ startPosition }) => startPosition.column === 0);
  return statements.some((each) => isUnread(each, code)) || [...code.matchAll(EXPORT)].length !== atStart.length;
}

const EXPORTED_LINE =
  /^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:type|interface|class|enum|namespace|const|let|var|function)\b\s*\*?\s*([\w$]+)/gm;

/** Yields the names that lines of a file export. Where a file could not be parsed, its syntax tree may lack them. */
export function* exportedInText(code: string): Iterable<string> {
  for (const [, name = ''] of code.matchAll(EXPORTED_LINE)) yield name;
}

/**
 * Exports what the file imports under a local name: `import { a } from './a'; export { a as b }`.
 * @returns whether the file imports it
 */
export function passOn(draft: FactsDraft, name: string, as: string): boolean {
  const found = draft.imports.flatMap((fact) => fact.names.map((each) => ({ fact, each }))).find(({ each }) => each.local === name);
  if (found === undefined || found.fact.kind !== 'import') return false;
  draft.imports.push({ ...found.fact, kind: 're-export', names: [{ ...found.each, local: as }] });
  return true;
}
