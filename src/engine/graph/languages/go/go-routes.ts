import type { Node } from 'web-tree-sitter';
import type { FactsDraft } from '../facts-draft.ts';
import { codeChildrenOf, lineOf, literalOf, nameOf, type SourceSyntax, textOf } from '../syntax.ts';

const MAY_ROUTE = /\.(?:HandleFunc|Handle|Get|Post|Put|Patch|Delete|Head|Options|Any|GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s*\(\s*["`]/;
const CALLS = `(call_expression function: (selector_expression field: (field_identifier) @method)
  arguments: (argument_list . [(interpreted_string_literal) (raw_string_literal)])) @call`;
const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'ANY']);
/** Node types of handlers. The second argument of an HTTP client's call is a value to send or fill instead. */
const ANSWERS = new Set(['identifier', 'selector_expression', 'func_literal', 'call_expression', 'composite_literal']);
/** `GET /login`, the pattern syntax of `net/http`. */
const PATTERN = /^(?:([A-Z]+)[ \t]+)?[\w.-]*(\/.*)$/;

function read(syntax: SourceSyntax, draft: FactsDraft, call: Node): void {
  const field = call.childForFieldName('function')?.childForFieldName('field');
  const [first, ...others] = codeChildrenOf(call.childForFieldName('arguments'));
  const handler = others.at(-1);
  const route = first === undefined ? null : literalOf(syntax, first);
  if (!field || first === undefined || route === null || handler === undefined || !ANSWERS.has(handler.type)) return;
  const [, verb, path] = PATTERN.exec(route) ?? [];
  if (path === undefined) return;
  const called = textOf(syntax, field);
  const method = called.startsWith('Handle') ? (verb ?? 'ANY') : called.toUpperCase();
  if (!METHODS.has(method) || (verb !== undefined && !called.startsWith('Handle'))) return;
  const name = /^(?:identifier|selector_expression)$/.test(handler.type) ? nameOf(syntax, handler) : null;
  // The handler may be declared in another file of the package.
  draft.apis.push({ method, route: path, line: lineOf(first), handler: name });
}

/** Reads routes of `net/http`, chi, gin, echo and frameworks with the same syntax. */
export function readGoRoutes(syntax: SourceSyntax, draft: FactsDraft): void {
  if (!MAY_ROUTE.test(syntax.text)) return;
  for (const { name, node } of syntax.captures(CALLS)) if (name === 'call') read(syntax, draft, node);
}
