import type { Node } from 'web-tree-sitter';
import type { FactsDraft } from '../facts-draft.ts';
import { codeChildrenOf, firstCodeOf, isInside, lineOf, literalOf, nameOf, type SourceSyntax, textOf } from '../syntax.ts';

const MAY_ROUTE = /\.route\s*\(\s*"|#\[(?:get|post|put|patch|delete|head|options)\s*\(\s*"/;
const ROUTES = `
(call_expression function: (field_expression field: (field_identifier) @route (#eq? @route "route"))
  arguments: (arguments . (string_literal))) @call
((attribute_item) @attribute . (function_item name: (identifier) @name))`;
const METHODS: ReadonlyMap<string, string> = new Map([
  ...['get', 'post', 'put', 'patch', 'delete', 'head', 'options'].map((name) => [name, name.toUpperCase()] as const),
  ['any', 'ANY'],
]);
const ATTRIBUTE = /^#\[(get|post|put|patch|delete|head|options)\s*\(\s*"([^"\\]*)"/;
/** Longer chains of calls are not followed. */
const MAX_CHAINED = 16;

interface Answer {
  readonly method: string;
  readonly handler: string | null;
}

/** Reads `get(list)`, also as part of a chain or with a path before `get`. */
function answerOf(syntax: SourceSyntax, call: Node, called: Node): Answer | null {
  const method = METHODS.get(textOf(syntax, called).split('::').at(-1)?.trim() ?? '');
  const given = firstCodeOf(call.childForFieldName('arguments'));
  if (method === undefined) return null;
  return { method, handler: given !== null && /identifier$/.test(given.type) ? nameOf(syntax, given) : null };
}

/** Reads `get(list).post(add)`, in text order. */
function answersOf(syntax: SourceSyntax, value: Node): Answer[] {
  const found: Answer[] = [];
  let call: Node | null = value;
  for (let n = 0; call?.type === 'call_expression' && n < MAX_CHAINED; n += 1) {
    const callee: Node | null = call.childForFieldName('function');
    const called = callee?.type === 'field_expression' ? callee.childForFieldName('field') : callee;
    const answer = called ? answerOf(syntax, call, called) : null;
    if (answer !== null) found.push(answer);
    call = callee?.type === 'field_expression' ? callee.childForFieldName('value') : null;
  }
  return found.reverse();
}

/** Reads `.route("/login", get(login))`. */
function readCall(syntax: SourceSyntax, draft: FactsDraft, call: Node): void {
  const [first, value] = codeChildrenOf(call.childForFieldName('arguments'));
  const route = first === undefined ? null : literalOf(syntax, first);
  if (first === undefined || route === null || value === undefined) return;
  for (const { method, handler } of answersOf(syntax, value)) draft.apis.push({ method, route, line: lineOf(first), handler });
}

/** Reads `#[get("/login")] async fn login()`. */
function readAttribute(syntax: SourceSyntax, draft: FactsDraft, attribute: Node, name: Node | undefined): void {
  const [, method = '', route] = ATTRIBUTE.exec(textOf(syntax, attribute)) ?? [];
  const handler = name === undefined ? null : textOf(syntax, name);
  if (route !== undefined) draft.apis.push({ method: method.toUpperCase(), route, line: lineOf(attribute), handler });
}

/** Reads routes of axum, and route attributes of functions as in actix and Rocket, except those of the file's own tests. */
export function readRustRoutes(syntax: SourceSyntax, draft: FactsDraft): void {
  if (!MAY_ROUTE.test(syntax.text)) return;
  for (const { captures } of syntax.matches(ROUTES)) {
    const found = new Map(captures.map(({ name, node }) => [name, node]));
    const [call, attribute] = [found.get('call'), found.get('attribute')];
    if (isInside(call ?? attribute, draft.tests)) continue;
    if (call !== undefined) readCall(syntax, draft, call);
    else if (attribute !== undefined) readAttribute(syntax, draft, attribute, found.get('name'));
  }
}
