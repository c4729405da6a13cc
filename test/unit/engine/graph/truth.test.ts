import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CortexIO, type SemanticGraph } from '../../../../src/engine/crtx/index.ts';
import { buildGraph, findFileCycles, findUnused, GraphModel } from '../../../../src/engine/graph/index.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { temporaryFolder } from '../../../support/folders.ts';

/** Builds the graph of a project with these files, and returns it as read back from its published file. */
async function graphOf(files: Readonly<Record<string, string>>): Promise<SemanticGraph> {
  const root = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  const { graph, counts } = await buildGraph(nodeRuntime({}), root);
  expect(counts.unresolved).toBe(0);
  const io = new CortexIO(root);
  await io.writeGraph(graph);
  return (await io.readGraph())?.data ?? graph;
}

/** Returns all edges of the graph, each as `from → to type`. */
async function edgesOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  const { edges } = await graphOf(files);
  return edges.map(({ from, to, type }) => `${from} → ${to} ${type}`);
}

test('TypeScript and JavaScript sources give all expected edges', async () => {
  const edges = await edgesOf({
    'package.json': '{ "name": "shop", "type": "module", "bin": { "shop": "./src/cli.mjs" } }',
    'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
    'src/cart.ts': [
      "import type { Price } from '@/price.ts';",
      "import round, { Money as Cash } from './money.js';",
      'export class Cart extends Cash implements Price {',
      '  total() { return round(1) + helper(); }',
      '}',
      'const helper = () => 1;',
    ].join('\n'),
    'src/money.ts': 'export default function round(n: number) { return n; }\nexport class Money {}\n',
    'src/price.ts': 'export interface Price { total(): number }\n',
    'src/index.ts': "export { Cart } from './cart.ts';\nexport * from './money.ts';\n",
    'src/cli.mjs': "const { Cart } = await import('./index.ts');\nexport function run() { return new Cart(); }\n",
    'src/old.cjs': "const { run } = require('./cli.mjs');\nmodule.exports.old = function old() { return run(); };\n",
    'test/cart.test.ts': "import * as shop from '../src/index.ts';\nexport function check() { return new shop.Cart(); }\n",
  });
  expect(edges).toEqual([
    'api:bin shop → src/cli.mjs depends',
    'api:bin shop → src/cli.mjs#run depends',
    'api:package shop → src/cart.ts#Cart depends',
    'api:package shop → src/index.ts depends',
    'api:package shop → src/money.ts#Money depends',
    'api:package shop → src/money.ts#round depends',
    'package.json → module:. configures',
    'package.json → src/cli.mjs configures',
    'src/cart.ts → src/money.ts depends',
    'src/cart.ts → src/price.ts depends',
    'src/cart.ts#Cart → src/cart.ts#helper depends',
    'src/cart.ts#Cart → src/money.ts#Money extends',
    'src/cart.ts#Cart → src/money.ts#round depends',
    'src/cart.ts#Cart → src/price.ts#Price implements',
    'src/cli.mjs → src/cart.ts depends',
    'src/cli.mjs → src/index.ts depends',
    'src/cli.mjs#run → src/cart.ts#Cart depends',
    'src/index.ts → src/cart.ts depends',
    'src/index.ts → src/money.ts depends',
    'src/old.cjs → src/cli.mjs depends',
    'src/old.cjs#old → src/cli.mjs#run depends',
    'test/cart.test.ts → src/cart.ts tests',
    'test/cart.test.ts → src/index.ts tests',
    'test/cart.test.ts#check → src/cart.ts#Cart depends',
    'tsconfig.json → module:. configures',
  ]);
});

test('Python sources give all expected edges', async () => {
  const edges = await edgesOf({
    'pyproject.toml': '[project]\nname = "shop"\n[project.scripts]\nshop = "shop.cli:main"\n',
    'src/shop/__init__.py': 'from .cart import Cart\n',
    'src/shop/cart.py':
      'from . import money\nfrom .base import Base\n\nclass Cart(Base):\n    def total(self):\n        return money.round_up(1)\n',
    'src/shop/money.py': 'def round_up(n):\n    return n\n',
    'src/shop/base.py': 'class Base:\n    pass\n',
    'src/shop/cli.py': 'import shop.cart\nfrom shop import Cart\n\ndef main():\n    return Cart(), shop.cart.Cart()\n',
    'tests/test_cart.py': 'from shop.cart import Cart\n\ndef test_total():\n    assert Cart().total() == 1\n',
  });
  expect(edges).toEqual([
    'api:bin shop → src/shop/cli.py depends',
    'api:bin shop → src/shop/cli.py#main depends',
    'pyproject.toml → module:. configures',
    'src/shop/__init__.py → src/shop/cart.py depends',
    'src/shop/__init__.py → src/shop/cart.py#Cart depends',
    'src/shop/cart.py → src/shop/__init__.py depends',
    'src/shop/cart.py → src/shop/base.py depends',
    'src/shop/cart.py → src/shop/money.py depends',
    'src/shop/cart.py#Cart → src/shop/base.py#Base extends',
    'src/shop/cart.py#Cart → src/shop/money.py#round_up depends',
    'src/shop/cli.py → src/shop/__init__.py depends',
    'src/shop/cli.py → src/shop/cart.py depends',
    'src/shop/cli.py#main → src/shop/cart.py#Cart depends',
    'tests/test_cart.py → src/shop/__init__.py tests',
    'tests/test_cart.py → src/shop/cart.py tests',
    'tests/test_cart.py#test_total → src/shop/cart.py#Cart depends',
  ]);
});

test('Go sources give all expected edges', async () => {
  const edges = await edgesOf({
    'go.mod': 'module example.com/shop\n\ngo 1.22\n',
    'main.go': 'package main\n\nimport (\n\t"fmt"\n\t"example.com/shop/cart"\n)\n\nfunc main() {\n\tfmt.Println(cart.New().Total())\n}\n',
    'cart/cart.go':
      'package cart\n\ntype Cart struct{ limit }\n\nfunc New() *Cart { return &Cart{} }\n\nfunc (c *Cart) Total() int { return round(1) }\n',
    'cart/money.go': 'package cart\n\ntype limit struct{}\n\nfunc round(n int) int { return n }\n',
    'cart/cart_test.go': 'package cart\n\nimport "testing"\n\nfunc TestTotal(t *testing.T) { New().Total() }\n',
  });
  expect(edges).toEqual([
    'api:bin main → main.go depends',
    'cart/cart.go → cart/money.go depends',
    'cart/cart.go#Cart → cart/money.go#limit extends',
    'cart/cart.go#Cart → cart/money.go#round depends',
    'cart/cart.go#New → cart/cart.go#Cart depends',
    'cart/cart_test.go → cart/cart.go tests',
    'cart/cart_test.go#TestTotal → cart/cart.go#New depends',
    'go.mod → module:. configures',
    'go.mod → module:cart configures',
    'main.go → cart/cart.go depends',
    'main.go#main → cart/cart.go#New depends',
    'module:. → module:cart depends',
  ]);
});

test('Rust and Java sources give all expected edges', async () => {
  const edges = await edgesOf({
    'Cargo.toml': '[package]\nname = "shop"\n',
    'src/main.rs': 'mod cart;\nuse crate::cart::Cart;\n\nfn main() {\n    Cart::new();\n}\n',
    'src/cart.rs': 'pub trait Total {}\npub struct Cart;\nimpl Total for Cart {}\nimpl Cart {\n    pub fn new() -> Cart { Cart }\n}\n',
    'java/shop/App.java': 'package shop;\n\nimport shop.cart.Cart;\n\npublic class App extends Base {\n  Cart cart = new Cart();\n}\n',
    'java/shop/Base.java': 'package shop;\n\nclass Base {}\n',
    'java/shop/cart/Cart.java': 'package shop.cart;\n\npublic class Cart {}\n',
  });
  expect(edges).toEqual([
    'Cargo.toml → module:. configures',
    'api:bin shop → src/main.rs depends',
    'java/shop/App.java → java/shop/Base.java depends',
    'java/shop/App.java → java/shop/cart/Cart.java depends',
    'java/shop/App.java#App → java/shop/Base.java#Base extends',
    'java/shop/App.java#App → java/shop/cart/Cart.java#Cart depends',
    'module:java/shop → java/shop/App.java depends',
    'module:java/shop → java/shop/App.java#App depends',
    'module:java/shop → module:java/shop/cart depends',
    'module:java/shop/cart → java/shop/cart/Cart.java depends',
    'module:java/shop/cart → java/shop/cart/Cart.java#Cart depends',
    'src/cart.rs#Cart → src/cart.rs#Total implements',
    'src/main.rs → src/cart.rs depends',
    'src/main.rs#main → src/cart.rs#Cart depends',
  ]);
});

test('only files that load each other form a cycle, not type imports, dynamic imports and re-exports', async () => {
  const graph = await graphOf({
    'types/a.ts': "import type { B } from './b.ts';\nexport type A = B;\n",
    'types/b.ts': "import { a } from './c.ts';\nexport type B = typeof a;\n",
    'types/c.ts': "import type { A } from './a.ts';\nexport const a = (b: A) => b;\n",
    'later/a.ts': "export const a = async () => (await import('./b.ts')).b;\n",
    'later/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
    'real/a.ts': "import { b } from './b.ts';\nimport type { B } from './b.ts';\nexport const a = (x: B) => b;\n",
    'real/b.ts': "import { a } from './a.ts';\nexport type B = 1;\nexport const b = () => a;\n",
    'door/index.ts': "export { one } from './one.ts';\nexport type { Two } from './two.ts';\n",
    'door/one.ts': "import type { Two } from './index.ts';\nexport const one = (two: Two) => two;\n",
    'door/two.ts': "import { one } from './index.ts';\nexport type Two = 2;\nexport const two = () => one(2);\n",
  });
  expect(findFileCycles(new GraphModel(graph)).map(({ cycle }) => cycle)).toEqual([['real/a.ts', 'real/b.ts', 'real/a.ts']]);
  const notLoaded = /, (?:types only|loaded later|loaded through that file)\)$/;
  const told = graph.edges.map(({ description }) => description).filter((each) => notLoaded.test(each));
  expect(told.sort()).toEqual([
    'door/index.ts re-exports Two from door/two.ts (line 2, types only)',
    'door/one.ts imports Two from door/index.ts (line 1, types only)',
    'door/one.ts imports Two from door/two.ts, which door/index.ts re-exports (line 1, types only)',
    'door/two.ts imports one from door/one.ts, which door/index.ts re-exports (line 1, loaded through that file)',
    'later/a.ts loads b from later/b.ts (line 1, loaded later)',
    'types/a.ts imports B from types/b.ts (line 1, types only)',
    'types/c.ts imports A from types/a.ts (line 1, types only)',
  ]);
});

test('nodes, edges and clusters have exactly the fields of the seed', async () => {
  const graph = await graphOf({
    'package.json': '{ "name": "shop", "main": "a.ts" }',
    'a.ts': "export { b } from './b.ts';\nexport const later = () => import('./c.ts');\n",
    'b.ts': "import type { C } from './c.ts';\nexport const b = (c: C) => c;\n",
    'c.ts': "import { b } from './a.ts';\nexport type C = typeof b;\n",
    'c.test.ts': "import { b } from './a.ts';\nb(1);\n",
  });
  const keysOf = (all: readonly object[]) => [...new Set(all.map((each) => Object.keys(each).join()))];
  expect(Object.keys(graph)).toEqual(['nodes', 'edges', 'clusters']);
  expect(keysOf(graph.nodes)).toEqual(['id,type,path,name,importance,fragility,lastTouched,touchCount']);
  expect(keysOf(graph.edges)).toEqual(['from,to,type,weight,description']);
  expect(keysOf(graph.clusters)).toEqual(['id,name,nodes,cohesion,coupling']);
});

test('an edge with the "load" key of an older file closes no cycle', async () => {
  const graph = await graphOf({
    'a.ts': "import { b } from './b.ts';\nexport const a = () => b;\n",
    'b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
  });
  expect(findFileCycles(new GraphModel(graph))).toHaveLength(1);
  const older = { ...graph, edges: graph.edges.map((edge) => (edge.from === 'a.ts' ? { ...edge, load: 'later' } : edge)) };
  expect(findFileCycles(new GraphModel(older))).toEqual([]);
});

test('a symbol that another file uses only at its top level is not unused', async () => {
  const graph = await graphOf({
    'main.ts':
      "import { start, type Options, unused as spare } from './app.ts';\nconst options: Options = {};\nstart(options);\nspare();\n",
    'app.ts':
      'export const start = (options: Options) => options;\nexport interface Options {}\nexport const unused = () => 1;\nexport const tested = () => 2;\nexport const dead = () => 3;\n',
    'app.test.ts': "import { tested } from './app.ts';\ntest('x', () => tested());\n",
  });
  expect(findUnused(new GraphModel(graph)).symbols.map(({ name }) => name)).toEqual(['dead']);
  expect(graph.edges.map(({ description }) => description)).toContain('main.ts imports unused for its top level (line 1)');
});

test('a member of a dynamic import is used by the symbol that contains the import', async () => {
  const graph = await graphOf({
    'main.ts':
      "export const show = async () => (await import('./late.ts')).draw(1);\nconst TABLE = { hide: async () => (await import('./late.ts')).hide };\nrun(TABLE);\n",
    'late.ts': 'export const draw = (n: number) => n;\nexport const hide = () => 1;\nexport const never = () => 2;\n',
  });
  expect(findUnused(new GraphModel(graph)).symbols.map(({ name }) => name)).toEqual(['never']);
  const told = graph.edges.map(({ description }) => description);
  expect(told).toContain('show uses draw (main.ts, line 1)');
  expect(told).toContain('main.ts imports hide for its top level (line 2)');
});

test('a top-level use in the same file counts, and symbols without any use are unused', async () => {
  const graph = await graphOf({
    'main.ts': "import { isRow } from './shape.ts';\nisRow(1);\n",
    'shape.ts':
      'const isCell = (value: unknown) => value === 1;\nconst forgotten = () => 3;\nexport const isRow = listOf(isCell);\nexport interface Row {}\n',
  });
  expect(findUnused(new GraphModel(graph)).symbols.map(({ name }) => name)).toEqual(['Row', 'forgotten']);
  expect(graph.edges.map(({ description }) => description)).toContain('shape.ts uses isCell at its top level (line 3)');
});

const symbolsWithoutUse = async (files: Readonly<Record<string, string>>) =>
  findUnused(new GraphModel(await graphOf(files))).symbols.map(({ name }) => name);

test('members of a namespace import are used if a file uses them at its top level', async () => {
  const files = {
    'a.ts':
      "import * as b from './b.ts';\nimport * as all from './all.ts';\nb.run();\nexport const TABLE = { g: b.given, p: all.passed };\n",
    'b.ts': 'export function run() {}\nexport function given() {}\nexport function left() {}\n',
    'all.ts': "export * from './c.ts';\n",
    'c.ts': 'export function passed() {}\n',
    'main.py': 'from shop import cart\nimport shop.tax\nTABLE = {"a": cart.add}\nshop.tax.load()\n',
    'shop/__init__.py': '',
    'shop/cart.py': 'def add(): pass\ndef left_too(): pass\n',
    'shop/tax.py': 'def load(): pass\n',
    'Cargo.toml': '[package]\nname = "q"\nedition = "2021"\n',
    'src/main.rs': 'mod k;\nstatic RUN: fn() = k::run_it;\nfn main() { RUN(); }\n',
    'src/k.rs': 'pub fn run_it() {}\npub fn left_in_rust() {}\n',
    'go.mod': 'module example.com/quay\n\ngo 1.22\n',
    'go.go': 'package main\n\nimport "example.com/quay/lib"\n\nvar table = []func(){lib.Used, dock}\n\nfunc main() { _ = table }\n',
    'dock.go': 'package main\n\nfunc dock() {}\n\nfunc leftInGo() {}\n',
    'lib/lib.go': 'package lib\n\nfunc Never() {}\n\nfunc Used() {}\n',
  };
  expect(await symbolsWithoutUse(files)).toEqual(['left', 'leftInGo', 'Never', 'left_too', 'left_in_rust']);
  const { edges } = await graphOf(files);
  expect(edges.map(({ from, to }) => `${from} → ${to}`)).toContain('a.ts → c.ts');
});

test('methods, main and init functions are not unused', async () => {
  const files = {
    'go.mod': 'module example.com/quay\n\ngo 1.22\n',
    'ship.go': 'package main\n\ntype Ship struct{}\n\nfunc main() { (&Ship{}).sail() }\n\nfunc left() {}\n',
    'sail.go':
      'package main\n\nfunc (s *Ship) sail() { s.turn(); dock() }\n\nfunc (s *Ship) turn() {}\n\nfunc init() {}\n\nfunc dock() {}\n',
  };
  expect(await symbolsWithoutUse(files)).toEqual(['left']);
});

test('Rust: a function with the name of its module is used by its callers', async () => {
  const files = {
    'Cargo.toml': '[workspace]\nmembers = ["kit", "app"]\n',
    'kit/Cargo.toml': '[package]\nname = "kit"\nedition = "2021"\n',
    'kit/src/lib.rs': 'extern crate self as tools;\npub mod host;\nmod port;\npub use host::host;\npub use port::port;\n',
    'kit/src/host.rs': 'pub fn host() { tools::port(); }\npub fn other() {}\n',
    'kit/src/port.rs': 'pub fn port() {}\npub fn never() {}\n',
    'app/Cargo.toml': '[package]\nname = "app"\nedition = "2021"\n[dependencies]\nkit = { path = "../kit" }\n',
    'app/src/main.rs':
      'use kit::host;\nmod part;\nuse part::part;\nfn main() { host(); host::other(); part(); part::more(); }\nfn left() {}\n',
    'app/src/part.rs': 'pub fn part() {}\npub fn more() {}\n',
  };
  expect(await symbolsWithoutUse(files)).toEqual(['left', 'never']);
});
