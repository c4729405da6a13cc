import type { Node } from 'web-tree-sitter';
import type { FactsDraft } from '../facts-draft.ts';
import { codeChildrenOf, firstCodeOf, lineOf, literalOf, type SourceSyntax, textOf } from '../syntax.ts';

const MAY_ROUTE = /@[\w.]+\.(?:get|post|put|patch|delete|head|options|route|websocket|api_route)\s*\(/;
const DECORATED = '(decorated_definition (decorator (call)) definition: (function_definition)) @decorated';
const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options']);

/** Reads `methods=["GET", "POST"]`. */
function methodsOf(syntax: SourceSyntax, given: readonly Node[]): readonly string[] {
  const named = given.find((each) => each.type === 'keyword_argument' && textOf(syntax, each).startsWith('methods'));
  const values = named?.childForFieldName('value')?.namedChildren ?? [];
  return values.flatMap((value) => literalOf(syntax, value)?.toUpperCase() ?? []);
}

/** Returns the HTTP methods; `null` if the decorator declares no route. */
function verbsOf(syntax: SourceSyntax, method: string, given: readonly Node[]): readonly string[] | null {
  if (METHODS.has(method)) return [method.toUpperCase()];
  if (method === 'websocket') return ['ANY'];
  if (method !== 'route' && method !== 'api_route') return null;
  const methods = methodsOf(syntax, given);
  return methods.length > 0 ? methods : ['GET'];
}

function read(syntax: SourceSyntax, draft: FactsDraft, decorator: Node, name: string): void {
  const call = firstCodeOf(decorator);
  const callee = call?.type === 'call' ? call.childForFieldName('function') : null;
  const given = codeChildrenOf(call?.childForFieldName('arguments'));
  if (callee?.type !== 'attribute' || given[0]?.type !== 'string') return;
  const verbs = verbsOf(syntax, textOf(syntax, callee).split('.').at(-1) ?? '', given);
  const route = literalOf(syntax, given[0]);
  // `@mock.patch('app.models')` is not a route.
  if (verbs === null || route === null || !/^(?:\/|$)/.test(route)) return;
  const handler = draft.symbol(name) === undefined ? null : name;
  for (const method of verbs) draft.apis.push({ method, route, line: lineOf(decorator), handler });
}

/** Reads routes of Flask, FastAPI and frameworks with the same syntax. */
export function readPythonRoutes(syntax: SourceSyntax, draft: FactsDraft): void {
  if (!MAY_ROUTE.test(syntax.text)) return;
  for (const { node } of syntax.captures(DECORATED)) {
    const name = node.childForFieldName('definition')?.childForFieldName('name');
    if (!name) continue;
    for (const child of node.namedChildren) if (child.type === 'decorator') read(syntax, draft, child, textOf(syntax, name));
  }
}
