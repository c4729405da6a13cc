import type { Node } from 'web-tree-sitter';
import type { FactsDraft } from '../facts-draft.ts';
import { codeChildrenOf, isInside, lineOf, literalOf, nameOf, type SourceSyntax, textOf } from '../syntax.ts';
import { startsOwnTests } from './typescript-syntax.ts';

/** Cheap test, so that files without routes are not searched further. */
const MAY_ROUTE = /\.(?:get|post|put|patch|delete|del|head|options|all|route)\s*\(\s*(?:["'`](?:\/|\*)|\{)/;
/** Creation of a server object in a known framework. */
const MADE =
  /\b(?:const|let|var)\s+([\w$]+)[^=\n]{0,80}=\s*(?:await\s+)?(?:new\s+)?(?:[\w$]+\.)?(?:express|[Rr]outer|[Ff]astify|Hono|OpenAPIHono|Koa|Elysia|polka|restify)\s*[(<]/g;
/** Usual names of a server object, for those that are passed as a parameter. */
const USUAL = /(?:^|\.)(?:app|server|router|routes?|fastify|hono|[\w$]*(?:App|Server|Router|Routes))$/;
const METHODS: ReadonlyMap<string, string> = new Map([
  ...['get', 'post', 'put', 'patch', 'delete', 'head', 'options'].map((name) => [name, name.toUpperCase()] as const),
  ['del', 'DELETE'],
  ['all', 'ANY'],
]);

const CALLS = `
(call_expression function: (member_expression) arguments: (arguments . [(string) (template_string) (object)])) @call
(call_expression function: (member_expression object: (call_expression))
  arguments: (arguments . [(identifier) (member_expression) (arrow_function) (function_expression) (call_expression)])) @chained`;
/** Longer chains of calls are not followed. */
const MAX_CHAINED = 64;

class RouteReader {
  readonly #syntax: SourceSyntax;
  readonly #draft: FactsDraft;
  readonly #servers: ReadonlySet<string>;
  readonly #names: ReadonlySet<string>;

  constructor(syntax: SourceSyntax, draft: FactsDraft) {
    this.#syntax = syntax;
    this.#draft = draft;
    this.#servers = new Set(Array.from(syntax.text.matchAll(MADE), ([, name]) => name ?? ''));
    this.#names = new Set([...draft.names(), ...draft.imports.flatMap(({ names }) => names.map(({ local }) => local))]);
  }

  read(call: Node): void {
    const callee = call.childForFieldName('function');
    const name = textAt(this.#syntax, callee?.childForFieldName('property') ?? null);
    const given = codeChildrenOf(call.childForFieldName('arguments'));
    const [first, ...others] = given;
    if (first === undefined || !callee || !this.#isServer(callee)) return;
    if (name === 'route') {
      if (first.type === 'object') this.#declared(first);
      return;
    }
    const method = METHODS.get(name);
    if (method !== undefined) this.#add(method, literalOf(this.#syntax, first), others.at(-1), first);
  }

  /** Whether the first object of a chain such as `app.get('/a', a).post('/b', b)` is a server. */
  #isServer(callee: Node): boolean {
    let object = callee.childForFieldName('object');
    for (let n = 0; object?.type === 'call_expression' && n < MAX_CHAINED; n += 1) {
      const called = object.childForFieldName('function');
      if (called?.type !== 'member_expression') break;
      object = called.childForFieldName('object');
    }
    if (object === null) return false;
    // `new Hono().get(…)`
    const name = nameOf(this.#syntax, (object.type === 'new_expression' ? object.childForFieldName('constructor') : object) ?? object);
    if (name === null) return false;
    return this.#servers.has(name) || USUAL.test(name.replace(/^this\./, '')) || /^(?:Hono|Elysia|Router)$/.test(name);
  }

  /** Reads `app.route('/a').get(a).post(b)`, starting from one of the methods. */
  readChained(call: Node): void {
    const callee = call.childForFieldName('function');
    const property = callee?.childForFieldName('property') ?? null;
    const method = METHODS.get(textAt(this.#syntax, property));
    if (method === undefined || !callee || property === null || !this.#isServer(callee)) return;
    let object = callee.childForFieldName('object');
    for (let n = 0; object?.type === 'call_expression' && n < MAX_CHAINED; n += 1) {
      const called = object.childForFieldName('function');
      const name = textAt(this.#syntax, called?.childForFieldName('property') ?? null);
      const [path, ...others] = codeChildrenOf(object.childForFieldName('arguments'));
      if (name === 'route' && path !== undefined && others.length === 0) {
        this.#add(method, literalOf(this.#syntax, path), lastOf(call), property);
      }
      if (name === 'route' || !METHODS.has(name)) return;
      object = called?.childForFieldName('object') ?? null;
    }
  }

  /** Reads `fastify.route({ method: 'GET', url: '/a', handler: a })`. */
  #declared(object: Node): void {
    const values = new Map<string, Node>();
    for (const pair of object.namedChildren) {
      const [key, value] = [
        pair.childForFieldName('key') ?? pair.childForFieldName('name') ?? pair,
        pair.childForFieldName('value') ?? pair,
      ];
      values.set(textOf(this.#syntax, key), value);
    }
    const [method, url] = [values.get('method'), values.get('url') ?? values.get('path')];
    const methods = method?.type === 'array' ? method.namedChildren : method === undefined ? [] : [method];
    for (const each of methods) {
      const written = literalOf(this.#syntax, each);
      if (written !== null && url !== undefined) this.#add(written.toUpperCase(), literalOf(this.#syntax, url), values.get('handler'), url);
    }
  }

  #add(method: string, route: string | null, handler: Node | undefined, at: Node): void {
    if (route === null || !/^[/*]/.test(route) || handler === undefined) return;
    const name = nameOf(this.#syntax, handler);
    const isKnown = /identifier|member_expression/.test(handler.type) && name !== null && this.#names.has(name.split('.', 1)[0] ?? '');
    this.#draft.apis.push({ method, route, line: lineOf(at), handler: isKnown ? name : null });
  }
}

const lastOf = (call: Node) => codeChildrenOf(call.childForFieldName('arguments')).at(-1);
const textAt = (syntax: SourceSyntax, node: Node | null) => (node === null ? '' : textOf(syntax, node));

/** Reads routes of Express, Fastify, Hono and frameworks with the same syntax, except those of the file's own tests. */
export function readRoutes(syntax: SourceSyntax, draft: FactsDraft): void {
  if (!MAY_ROUTE.test(syntax.text)) return;
  const reader = new RouteReader(syntax, draft);
  const tests = syntax.root.namedChildren.filter(({ type, startIndex }) => type === 'if_statement' && startsOwnTests(syntax, startIndex));
  for (const { name, node } of syntax.captures(CALLS)) {
    if (isInside(node, tests)) continue;
    name === 'call' ? reader.read(node) : reader.readChained(node);
  }
}
