import type { Node } from 'web-tree-sitter';
import type { FactsDraft, SymbolDraft } from '../facts-draft.ts';
import { codeChildrenOf, type SourceSyntax, textOf } from '../syntax.ts';

/** Test frameworks whose tests are declared by imported functions. */
const FRAMEWORKS = new Set([
  ...['ava', 'vitest', '@jest/globals', 'mocha', 'node:test', 'test', 'bun:test', 'tape', 'tap', 'uvu', 'qunit', 'jasmine', 'baretest'],
  ...['@playwright/test', '@hapi/lab', 'lab', '@std/testing/bdd', 'zora', 'japa', '@japa/runner', 'brittle', 'supertape', 'tape-promise'],
  ...['@playwright/experimental-ct-react', '@playwright/experimental-ct-vue', '@effect/vitest', '@cross/test', 'poku', 'riteway', 'ospec'],
]);
/** The standard library of Deno by its address. */
const OF_DENO = /^https:\/\/deno\.land\/std(?:@[\w.]+)?\/testing\/bdd\.ts$/;
/** Imported names that declare tests. Others, such as `expect`, are also used by helpers of tests. */
const DECLARES = new Set(['test', 'it', 'describe', 'suite', 'context', 'specify', 'default', '*']);
/** Members of such a name that declare no tests. */
const NO_TEST =
  /^(?:before|after|beforeAll|afterAll|beforeEach|afterEach|extend|use|setTimeout|configure|config|mock|fn|spyOn|hooks|plan|timeout|teardown|info|macro|expect|createHarness)$/;
/** Functions that test frameworks define globally. */
const GLOBAL = new Set(['describe', 'it', 'test', 'suite', 'specify']);
/** Global objects of test runners, with the methods that declare tests. */
const OBJECTS: ReadonlyMap<string, RegExp> = new Map([
  ['Deno', /^test$/],
  ['QUnit', /^(?:test|module|skip|todo|only)$/],
]);
const MAY_TEST = /\b(?:describe|it|test|suite|specify|Deno|QUnit)\b/;
const CANDIDATE = /(?<![\w$.\u0080-\uffff])[\w$\u0080-\uffff]+(?=\s*[.(`<])/g;
/** Looking at a call takes longer than finding it. Further ones are not looked at. */
const MAX_CALLS = 2_000;
const WORD = /[\w$]+/g;
const FUNCTION = /^(?:arrow_function|function_expression|generator_function)$/;
const TITLE = /^(?:string|template_string|binary_expression)$/;

const isFramework = (specifier: string): boolean =>
  FRAMEWORKS.has(specifier.replace(/^(?:npm|jsr):/, '').replace(/(?<=.)@[\d^~][^/]*/, '')) || OF_DENO.test(specifier);

/** Returns the local names of what declares tests. */
function declaringNames({ imports }: FactsDraft): Set<string> {
  const all = imports.filter(({ specifier, isTypeOnly }) => !isTypeOnly && isFramework(specifier));
  return new Set(all.flatMap(({ names }) => names.filter(({ name }) => DECLARES.has(name)).map(({ local }) => local)));
}

/** Calls of a global function or object of a test framework. */
const GLOBAL_CALL = /(?<![\w$])(?:describe|it|test|suite|specify|Deno|QUnit)(?=\s*[.(])/g;

/** Returns the local names of what a file imports by relative paths. Such a module may declare tests, which only its own facts tell. */
function localNames({ imports }: FactsDraft): Set<string> {
  const all = imports.filter(({ specifier }) => specifier.startsWith('.'));
  return new Set(all.flatMap(({ names }) => names.map(({ local }) => local)));
}

/** Whether a name like those of a test framework is a function of the file that calls no framework. */
function isOwn(syntax: SourceSyntax, draft: FactsDraft, declaring: ReadonlySet<string>, name: string): boolean {
  const own = draft.owners.filter(({ symbol }) => symbol.name === name);
  const codes = own.map(({ node }) => syntax.code.slice(node.startIndex, node.endIndex));
  const isWrapper = (code: string): boolean =>
    [...code.matchAll(GLOBAL_CALL)].some(([called]) => called !== name) || [...code.matchAll(WORD)].some(([word]) => declaring.has(word));
  return own.length > 0 && !codes.some(isWrapper);
}

/**
 * Detects tests that are declared outside of functions and types.
 * @param called names of functions of test frameworks that are called there
 */
export function findTestsAtTop(syntax: SourceSyntax, draft: FactsDraft, called: ReadonlySet<string>): void {
  if (called.size === 0) return;
  const [declaring, local] = [declaringNames(draft), localNames(draft)];
  const isOther = (name: string): boolean => !declaring.has(name) && (local.has(name) || isOwn(syntax, draft, declaring, name));
  const others = [...called].filter(isOther);
  draft.hasTests = others.length < called.size;
  draft.declaresTests = others.length > 0;
}

/** A call through a name: `test(…)`, `test.only(…)`, `it.each(…)(…)`. */
interface NamedCall {
  readonly call: Node;
  /** The first member; empty if the name itself is called. */
  readonly method: string;
}

const isPart = (node: Node, parent: Node, field: string): boolean => parent.childForFieldName(field)?.id === node.id;

/** Returns the outermost call through a name; `null` if the name is not called. */
function callOf(syntax: SourceSyntax, name: Node): NamedCall | null {
  let [node, method, call]: [Node, string, Node | null] = [name, '', null];
  for (let parent = node.parent; parent !== null; parent = node.parent) {
    if (parent.type === 'member_expression' && isPart(node, parent, 'object')) {
      const property = parent.childForFieldName('property');
      if (node.id === name.id && property !== null) method = textOf(syntax, property);
    } else if (parent.type === 'call_expression' && isPart(node, parent, 'function')) call = parent;
    else break;
    node = parent;
  }
  return call === null ? null : { call, method };
}

/** Whether a call has a title and a function, as the tests of all frameworks do. */
function hasTestShape(call: Node): boolean {
  const [title, ...rest] = codeChildrenOf(call.childForFieldName('arguments'));
  return title !== undefined && TITLE.test(title.type) && rest.some(({ type }) => FUNCTION.test(type));
}

/** Finds calls that declare tests, anywhere in a file. */
class TestCalls {
  /** Functions and types of the file in which tests are declared. */
  readonly inside = new Set<SymbolDraft>();
  /** Exported variables that declare tests: `export const test = base.extend({ … })`. */
  readonly extended = new Set<string>();
  /** A test is declared outside of functions and types. */
  isAtTop = false;
  /** A call looks like a test, but its function is not of a known framework. */
  isMaybe = false;
  readonly #local: ReadonlySet<string>;

  constructor(
    private readonly syntax: SourceSyntax,
    private readonly draft: FactsDraft,
    private readonly declaring: ReadonlySet<string>,
  ) {
    this.#local = localNames(draft);
    let met = 0;
    for (const { 0: name, index } of syntax.code.matchAll(CANDIDATE)) {
      if (this.isAtTop || met > MAX_CALLS) return;
      if (!this.declaring.has(name) && !OBJECTS.has(name) && !GLOBAL.has(name)) continue;
      met += 1;
      this.#meet(name, index);
    }
  }

  #meet(name: string, at: number): void {
    const node = this.syntax.root.descendantForIndex(at, at + name.length);
    const found = node?.type === 'identifier' ? callOf(this.syntax, node) : null;
    if (found === null) return;
    if (this.declaring.has(name) && found.method === 'extend') this.#extend(found.call);
    if (!this.#isTest(name, found)) return;
    const owner = this.draft.ownerAt(at);
    if (owner === undefined) this.isAtTop = true;
    else this.inside.add(owner);
  }

  #isTest(name: string, { call, method }: NamedCall): boolean {
    if (this.declaring.has(name)) return !NO_TEST.test(method);
    const ofObject = OBJECTS.get(name);
    if (ofObject !== undefined) return ofObject.test(method);
    if (NO_TEST.test(method) || !hasTestShape(call)) return false;
    const isOther = this.draft.symbol(name) !== undefined || this.#local.has(name);
    this.isMaybe ||= isOther;
    return !isOther;
  }

  #extend(call: Node): void {
    const name = call.parent?.type === 'variable_declarator' ? call.parent.childForFieldName('name') : null;
    if (name !== null && this.draft.topNames.has(textOf(this.syntax, name))) this.extended.add(textOf(this.syntax, name));
  }
}

/** Returns the exported names of functions in which tests are declared, directly or by other functions of the file. */
function makersIn(draft: FactsDraft, calls: TestCalls): string[] {
  const users = new Map<string, SymbolDraft[]>();
  for (const symbol of [...draft.names()].flatMap((name) => draft.symbol(name) ?? [])) {
    for (const used of symbol.uses.keys()) {
      const known = users.get(used);
      if (known === undefined) users.set(used, [symbol]);
      else known.push(symbol);
    }
  }
  const found = new Set(calls.inside);
  // The loop also visits entries that it adds.
  for (const { name } of found) for (const user of users.get(name) ?? []) found.add(user);
  return [...[...found].flatMap(({ exportedAs }) => [...exportedAs]), ...calls.extended];
}

/**
 * Detects tests that are declared anywhere in a file: in a condition, a loop or a callback. In a function that the file exports, they are
 * tests of the files that call it. The uses of the file must have been found.
 */
export function readTests(syntax: SourceSyntax, draft: FactsDraft): void {
  const declaring = declaringNames(draft);
  draft.declaresTests ||= declaring.size > 0 && !draft.exportsAny();
  if (draft.hasTests || draft.testsItself || (declaring.size === 0 && !MAY_TEST.test(syntax.code))) return;
  const calls = new TestCalls(syntax, draft, declaring);
  draft.declaresTests ||= calls.isMaybe;
  draft.hasTests = calls.isAtTop || (calls.inside.size > 0 && !draft.exportsAny());
  if (!draft.hasTests) draft.testMakers = makersIn(draft, calls);
}
