import { expect, test } from 'vitest';
import { linesOf, parseSource } from '../../../../support/parse-source.ts';

const read = async (text: string, language = 'typescript') => linesOf(await parseSource(language, text));

test('reads all forms of imports', async () => {
  const text = `import a, { b as c, type D } from './x';
import * as ns from "./ns.js";
import type { T } from './t';
import { type E, type F as G } from './e';
import type from './type';
import './side';
import whole = require('./whole');
import defaults, * as rest from './both';
const { p, q: r } = require('./cjs'), one = require('./one').one;
async function later() {
  const { deep } = await import('./deep.ts');
  const late = (await import('./late')).late;
  import(\`./template\`);
  import(\`./\${deep}\`);
  new Worker(new URL('./worker.ts', import.meta.url));
  return require('./inside');
}
type Inline = import('./inline').Inline;`;
  expect(await read(text)).toEqual([
    '1 import ./x: default as a, b as c, D',
    '2 import ./ns.js: * as ns',
    '3 import of types ./t: T',
    '4 import of types ./e: E, F as G',
    '5 import ./type: default as type',
    '6 import ./side',
    '7 import ./whole: * as whole',
    '8 import ./both: default as defaults, * as rest',
    '9 import ./cjs: p, q as r',
    '9 import ./one: one',
    '11 dynamic ./deep.ts: deep',
    '12 dynamic ./late: late',
    '13 dynamic ./template',
    `14 computed \`./\${deep}\``,
    '15 dynamic ./worker.ts',
    '16 dynamic ./inside',
    '18 import of types ./inline',
    '10-17 function later; uses deep, late',
    '18-18 type Inline',
  ]);
});

test('reads exports at declarations, in lists, with other names, as default, and of other files', async () => {
  const text = `export { a as b, type C } from './y';
export * from './z';
export * as q from './z';
export type { T } from './t';
export function f() {}
export const arrow = () => 1, notAFunction = 1;
function later() {}
class Late {}
export { later, later as again, Late as default };
export default class {}`;
  expect(await read(text)).toEqual([
    '1 re-export ./y: a as b, C',
    '2 re-export ./z: *',
    '3 re-export ./z: * as q',
    '4 re-export of types ./t: T',
    '5-5 function f; out as f',
    '6-6 function arrow; out as arrow',
    '7-7 function later; out as later, again',
    '8-8 type Late; out as default',
    '10-10 type default; out as default',
  ]);
  expect(await read('export default function named() {}')).toEqual(['1-1 function named; out as default']);
  expect(await read('const named = () => 1;\nexport default named;')).toEqual(['1-1 function named; out as default']);
  expect(await read('export default () => 1;')).toEqual(['1-1 function default; out as default']);
  expect(await read('function f() {}\nexport = f;')).toEqual(['1-1 function f; out as default']);
});

test('reads declarations of all kinds of types, with supertypes and uses', async () => {
  const text = `export class A extends base.B<string> implements I, ns.J {
  method() {}
}
export abstract class M extends mixin(A) {}
interface K extends A, ns.L<A> {}
type U = A | K;
enum Colour { red }
namespace N.Inner { export const x = 1; }
declare function outside(a: A): void;
declare module 'other' {}
declare global { interface Window {} }
@decorate()
export class Z {}
function over(a: string): void;
function over(a: number): void;
function over(a: unknown) {}
const Expression = class extends A {};
let list = [1].map((x) => x);`;
  expect(await read(text)).toEqual([
    '10 import of types other',
    '1-3 type A; out as A; extends base.B; implements I, ns.J',
    '4-4 type M; out as M; uses A',
    '5-5 type K; extends A, ns.L; uses A',
    '6-6 type U; uses A, K',
    '7-7 type Colour',
    '8-8 type N',
    '9-9 function outside; uses A',
    '12-13 type Z; out as Z',
    '14-14 function over',
    '17-17 type Expression; extends A; uses A',
  ]);
});

test('reads uses of known names, but not of local names that shadow them', async () => {
  const text = `import { a, b, c, d, e, f, type T } from './x';
import * as ns from './ns';
import whole from './whole';
function top() {}
function own(a: T, { b, z: c = d }: X, ...e: number[]) { return a + b + c + e; }
function inner() { { const a = 1; a; } return a; }
function hoisted() { return b(); function b() {} }
function loops() { for (const a of []) a; for (let b = 0; b; ) b; try {} catch (c) { c; } return (d) => d; }
function members() { return ns.one + ns?.two.three + whole.member + x.a + x?.b + { c: 1 }.c + { d }; }
function generic<T>(x: T): T { return top(generic); }
class K { a = b; c() { return this.d; } [e]() {} }
function strings() { return 'a' + \`b \${c} d\` + /e/; } // f
function spread() { return [...a, ...ns.all]; }`;
  expect((await read(text)).slice(3)).toEqual([
    '4-4 function top',
    '5-5 function own; uses T, d',
    '6-6 function inner; uses a',
    '7-7 function hoisted',
    '8-8 function loops',
    '9-9 function members; uses d, ns.one, ns.two, whole',
    '10-10 function generic; uses top',
    '11-11 type K; uses b, e',
    '12-12 function strings; uses c',
    '13-13 function spread; uses a, ns.all',
  ]);
});

test('reads CommonJS imports and exports', async () => {
  const text = `const helper = require('./helper');
function a() { return helper.run(); }
exports.b = function () { return a(); };
exports.c = a;
module.exports.d = () => 1;
module.exports = { a, e: a, f() {}, g: () => helper };`;
  expect(await read(text, 'javascript')).toEqual([
    '1 import ./helper: * as helper',
    '2-2 function a; out as c, a, e; uses helper.run',
    '3-3 function b; out as b; uses a',
    '5-5 function d; out as d',
    '6-6 function g; out as g; uses helper.*',
  ]);
  expect(await read('class A extends B {}\nmodule.exports = A;', 'javascript')).toEqual(['1-1 type A; out as default; extends B']);
});

test('reads JSX elements as uses', async () => {
  const text = `import { Panel } from './panel';
import * as icons from './icons';
export const Page = () => <Panel title="Panel"><icons.Lock /><div /></Panel>;`;
  for (const language of ['tsx', 'javascript']) {
    expect((await read(text, language)).slice(2)).toEqual(['3-3 function Page; out as Page; uses Panel, icons.Lock']);
  }
});

test('reads routes of servers, but not similar calls', async () => {
  const text = `import * as users from './users';
const api = new Hono();
function login() {}
app.get('/login', auth, login).post('/login', (req, res) => {});
router.route('/users').get(users.list).put(login);
fastify.route({ method: ['GET', 'POST'], url: '/both', handler: login });
api.delete('/gone', login);
this.app.all('*', login);
export function routes(server) { server.patch('/p', login); }
axios.post('/login', login);
client.get('/login', login);
cache.get('/key');
app.get('setting');
app.use('/static', login);`;
  expect((await read(text)).slice(3)).toEqual([
    '4 GET /login → login',
    '4 POST /login → ?',
    '5 GET /users → users.list',
    '5 PUT /users → login',
    '6 GET /both → login',
    '6 POST /both → login',
    '7 DELETE /gone → login',
    '8 ANY * → login',
    '9 PATCH /p → login',
  ]);
});

test('reads no routes of in-source tests', async () => {
  const text =
    "app.get('/a', () => {});\nif (import.meta.vitest) {\n  app.get('/b', () => {});\n}\nif (x) {\n  app.get('/c', () => {});\n}";
  expect((await parseSource('typescript', text)).apis.map(({ route }) => route)).toEqual(['/a', '/c']);
});

test('detects files that can only be tests: they import what declares tests, and export nothing', async () => {
  const declares = async (text: string) => (await parseSource('typescript', text)).declaresTests === true;
  expect(await declares("import test, { type ExecutionContext } from 'ava';\nrun('a', 'b');")).toBe(true);
  expect(await declares("import { describe as group } from 'vitest';")).toBe(true);
  expect(await declares("import * as test from 'node:test';")).toBe(true);
  expect(await declares("const tape = require('tape');\nall(tape);")).toBe(true);
  expect(await declares("import type { ExecutionContext } from 'ava';")).toBe(false);
  expect(await declares("import { expect, vi } from 'vitest';")).toBe(false);
  expect(await declares("import test from 'ava';\nexport const eachBrowser = (title) => test(title);")).toBe(false);
  expect(await declares("import test from 'ava';\nexport { a } from './a';")).toBe(false);
  expect(await declares("import test from './ava';")).toBe(false);
});

test('detects tests by their calls', async () => {
  const hasTests = async (text: string) => (await parseSource('typescript', text)).hasTests;
  expect(await hasTests("describe('x', () => {});")).toBe(true);
  expect(await hasTests("test.each([1])('x', () => {});")).toBe(true);
  expect(await hasTests("it.skip('x', () => {});")).toBe(true);
  expect(await hasTests('test(x);')).toBe(false);
  expect(await hasTests('const test = () => {};\nitem(1, 2);')).toBe(false);
});

test('skips only the part with a syntax error', async () => {
  const facts = await parseSource('typescript', "import { a } from './a';\nfunction f() { a(); }\nlet = = (;\nfunction g() {}\n");
  expect(facts.isBroken).toBe(true);
  expect(linesOf(facts).slice(0, 2)).toEqual(['1 import ./a: a', '2-2 function f; uses a']);
});

test('accepts comments and line breaks anywhere in an import', async () => {
  const text = `import /*a*/ type /*b*/ { a /*c*/, type /*d*/ b } /*e*/ from /*f*/ './types' /*g*/ with { type: 'x' };
import /*a*/ d /*b*/, /*c*/ { /*d*/ e /*e*/ as /*f*/ g } // to the end
  from
  './line';
import * as /*a*/ ns from './ns';
export /*a*/ * /*b*/ as /*c*/ all from './all';
export /* types */ type {
  T } from './passed';
import x /*a*/ = /*b*/ require(/*c*/ './whole');
const page = () => import(/* webpackChunkName: "page" */ /* webpackPrefetch: true */ './page');
const bar = () =>
  import(
    // loaded early
    \`./bar\`
    ,
  );
const old = require(/* old */ './old');`;
  expect(await read(text)).toEqual([
    '1 import of types ./types: a, b',
    '4 import ./line: default as d, e as g',
    '5 import ./ns: * as ns',
    '6 re-export ./all: * as all',
    '8 re-export of types ./passed: T',
    '9 import ./whole: * as x',
    '10 dynamic ./page',
    '14 dynamic ./bar',
    '17 import ./old: * as old',
    '10-10 function page',
    '11-16 function bar',
  ]);
});

test.each(['typescript', 'tsx', 'javascript'])(
  'reads a reference path as an import in %s, also after a byte order mark and other attributes',
  async (language) => {
    const text = `\ufeff/// <reference path="./globals.d.ts" />
/* A licence. */
///<reference path = './loose.d.ts'/>
/// <reference no-default-lib="true" path="more.d.ts"/>
/// <reference resolution-mode="import" types="pkg" />
/// <reference lib="dom" />
/// <reference no-default-lib="true"/>
// <reference path="./comment.d.ts" />
const a = 1;
/// <reference path="./late.d.ts" />
`;
    const { imports } = await parseSource(language, text);
    expect(imports.map(({ specifier, line, isTypeOnly }) => `${line} ${specifier} ${isTypeOnly}`)).toEqual([
      '1 ./globals.d.ts true',
      '3 ./loose.d.ts true',
      '4 ./more.d.ts true',
      '5 pkg true',
    ]);
  },
);

test('reads exported requires, import types, module augmentations and references', async () => {
  const text = `/// <reference path="globals.d.ts" />
/// <reference types="vite/client" />
export import legacy = require('./legacy');
type A = typeof import('./a');
let b: import('./b').B | null = value as import('./c').C;
export type * from './d';
declare module './e' { interface E {} }
declare module '*.svg' { import type { S } from './svg'; const s: S; export default s; }
const f = import('./f' as string);
const g = require(flag ? './g' : './h');
import {} from './none';
/// <reference path="late.d.ts" />`;
  expect(await read(text)).toEqual([
    '3 re-export ./legacy: * as legacy',
    '6 re-export of types ./d: *',
    '7 import of types ./e',
    '8 import of types *.svg',
    '8 import of types ./svg: S',
    '11 import ./none',
    '1 import of types ./globals.d.ts',
    '2 import of types vite/client',
    '4 import of types ./a',
    '5 import of types ./b: B',
    '5 import of types ./c: C',
    '9 dynamic ./f',
    '10 import ./g: * as g',
    '10 import ./h: * as g',
    '4-4 type A',
  ]);
});

test('does not read a module declaration as an import in a file that is not a module', async () => {
  expect(await read("declare module 'virtual:x' { const x: string; }\ndeclare module '*.css';")).toEqual([]);
});

test('reads imports of bundlers and mocks', async () => {
  const text = `const pages = import.meta.glob<Page>(['./pages/*.ts', '!./pages/draft.ts'], { eager: true });
const one = import.meta.glob('/docs/**/*.md', { query: '?raw' });
const w = new Worker(new URL('./work', import.meta.url), { type: 'module' });
const s = new SharedWorker('shared.js');
const u = new URL(/* beside */ './data.bin', import.meta.url), here = new URL('./', import.meta.url), far = new URL('./far.ts', base);
vi.mock(/* all of it */ './store', () => ({}));
jest.mock('./gone', () => ({}), { virtual: true });
const real = await vi.importActual('./real');
require.resolve('./place');
mock.module('./m', {});
map.get('./no');`;
  expect(await read(text)).toEqual([
    '3 dynamic ./work',
    '4 url ./shared.js',
    '5 url ./data.bin',
    '1 glob ./pages/*.ts !./pages/draft.ts',
    '2 glob /docs/**/*.md',
    '6 dynamic ./store',
    '8 dynamic ./real',
    '9 url ./place',
    '10 dynamic ./m',
  ]);
});

test('reads computed imports with their expression, and templates as glob patterns', async () => {
  const text = `import(name);
require(path.join(__dirname, x));
import(\`./pages/\${name}/\${part}.ts\`);
import(\`\${base}/x.ts\`);
import.meta.glob(patterns);
import.meta.glob('./*.ts', { base: '/x' });
require.context('./all', true, /^\\.\\/(?!a)/);
require(${'a'.repeat(100)});
require();`;
  expect(await read(text)).toEqual([
    '1 computed name',
    '2 computed path.join(__dirname, x)',
    `3 computed \`./pages/\${name}/\${part}.ts\``,
    '3 glob ./pages/*/*.ts',
    `4 computed \`\${base}/x.ts\``,
    `8 computed ${'a'.repeat(80)}`,
    '5 computed patterns',
    "6 computed './*.ts'",
    "7 computed ('./all', true, /^\\.\\/(?!a)/)",
  ]);
});

test('reads JSDoc type imports in JavaScript, but not in examples and not in TypeScript', async () => {
  const text = `/** @import { A, B as C } from "./ab.js" */
/**
 * @import D, * as ns
 *   from './ns.js'
 * @import E from './e.js'
 * @param {Array<import('./f.js').F>} f what it is { of }
 * @returns {{ a: import("./g.js").G, b: import('./h.js') }}
 * @example
 * const x = await import('./example.js');
 */
export function take(f) { return f; }
/** @type {import("./i.js").I} */ let i;
/* @type {import("./plain.js").I} */
const text = '@type {import("./text.js").T}';`;
  const facts = [
    '1 import of types ./ab.js: A, B as C',
    '3 import of types ./ns.js: * as ns',
    '5 import of types ./e.js: default as E',
    '6 import of types ./f.js: F',
    '7 import of types ./g.js: G',
    '7 import of types ./h.js',
    '12 import of types ./i.js: I',
  ];
  const told = async (language: string) => (await read(text, language)).filter((line) => line.includes(' import '));
  expect(await told('javascript')).toEqual(facts);
  expect(await told('typescript')).toEqual([]);
});

test('reads comments with unclosed constructs in bounded time', async () => {
  const open = '{'.repeat(200_000);
  const text = `/** @import {${'a '.repeat(100_000)} */\n/** @type ${open}import( */\n/**${'\n'.repeat(100_000)}*/\nimport(1)`;
  expect(await read(text, 'javascript')).toEqual(['100004 computed 1']);
});
