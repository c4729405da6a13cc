import { expect, test } from 'vitest';
import { parseSource } from '../../../support/parse-source.ts';
import { edgesBetween, linesOf, structureOfTexts } from './sources-of.ts';

/** Returns edges between the files, and unresolved imports. */
async function leads(texts: Readonly<Record<string, string>>): Promise<string[]> {
  const structure = await structureOfTexts(texts);
  return [...edgesBetween(structure, texts), ...linesOf(structure.unresolved)];
}

/** Returns files that each use the first one, and the expected edges. */
const each = (first: string, text: string, others: Readonly<Record<string, string>>) => ({
  texts: { [first]: text, ...others },
  edges: Object.keys(others)
    .sort()
    .map((path) => `${path} → ${first}`),
});

const main = 'src/main/java';

test('Java: comments and white space in package and class names are skipped', async () => {
  const { texts, edges } = each(
    `${main}/p/q/A.java`,
    'package p./* c */q;\npublic class A { public static int z; public @interface M {} }\n',
    {
      [`${main}/p/r/C1.java`]: 'package p.r; import p.q. // c\nA; class C1 { A a; }',
      [`${main}/p/r/C2.java`]: 'package p.r; import p . q . A ; class C2 { A a; }',
      [`${main}/p/r/C3.java`]: 'package p.r; import p.q /* x */ .A; class C3 { A a; }',
      [`${main}/p/r/C4.java`]: 'package p /* a.b */ .r; import /* x */ p.q.A /* y */; class C4 { A a; }',
      [`${main}/p/r/C5.java`]: 'package p.r; class C5 { p.q. /* x */ A a; }',
      [`${main}/p/r/C6.java`]: 'package p.r; class C6 { p . q . A a; }',
      [`${main}/p/r/C7.java`]: 'package p.r; import static p.q./*k*/A.z; class C7 {}',
      [`${main}/p/r/C8.java`]: 'package p.r; import p.q. // all\n *; class C8 extends A {}',
      [`${main}/p/r/C9.java`]: 'package p.r; class C9 extends p.q.\n  // c\n  A {}',
    },
  );
  expect(await leads(texts)).toEqual(edges);
});

test('Java: supertypes and loaded classes are read after comments', async () => {
  const { symbols, imports } = await parseSource(
    'java',
    `package p;
interface One extends /* a */ p . /* b */ q.Two, /* c */ Three {}
class Four extends /* a */ q. // b
  Five implements /* c */ One {
  Object o = Class. /* d */ forName(/* e */ "p.q.Six");
}
`,
  );
  expect(symbols.map(({ name, extends: above, implements: promised }) => [name, above, promised])).toEqual([
    ['One', ['p.q.Two', 'Three'], []],
    ['Four', ['q.Five'], ['One']],
  ]);
  expect(imports.filter(({ kind }) => kind !== 'import')).toMatchObject([{ kind: 'dynamic', specifier: 'p.q', names: [{ name: 'Six' }] }]);
});

test('Python: white space and line continuations in imports are skipped', async () => {
  const { texts, edges } = each('a/b.py', 'def c():\n    pass\n', {
    'u1.py': 'from a . b import c\n',
    'u2.py': 'import a . \\\n  b\n',
    'u3.py': 'from a. \\\n  b import c\n',
    'u4.py': 'from \\\n  a.b import \\\n  c\n',
    'u5.py': 'from a.b import ( # one\n  c, # two\n)\n',
    'u6.py': 'import importlib\nimportlib . \\\n  import_module( # one\n  "a.b")\n',
  });
  expect(await leads({ ...texts, 'a/__init__.py': '' })).toEqual(edges);
});

test('Python: a name after a dot on another line is a member, but not after a number', async () => {
  const { symbols } = await parseSource(
    'python',
    'from m import a, b\ndef one(x):\n    return (x.\n      a)\ndef two():\n    y = 1.\n    b(y)\n',
  );
  expect(symbols.map(({ name, uses }) => [name, uses])).toEqual([
    ['one', []],
    ['two', ['b']],
  ]);
});

test('Rust: comments in paths and lists are skipped', async () => {
  const { texts, edges } = each('src/a.rs', 'pub fn b() {}\npub trait T {}\n', {
    'src/u1.rs': 'use crate :: /* c */ a :: b;\nfn f() { b() }\n',
    'src/u2.rs': 'use crate::a::{ /* x */ b };\nfn f() { b() }\n',
    'src/u3.rs': 'fn f() { crate :: // c\n a::b() }\n',
    'src/u4.rs': 'struct S;\nimpl crate::a:: /* c */ T for S {}\n',
  });
  const lib = 'mod a;\nmod /* c */ u1;\nmod u2 /* c */;\nmod u3;\nmod u4;\n';
  const found = await leads({ ...texts, 'src/lib.rs': lib, 'Cargo.toml': '[package]\nname = "x"\n' });
  // Edges to the crate root exist too, as the paths pass through it.
  expect(found.filter((edge) => !edge.includes('src/lib.rs'))).toEqual(edges);
  const { symbols } = await parseSource('rust', 'struct S;\nimpl a :: /* c */ T for S {}\n');
  expect(symbols.map(({ implements: promised }) => promised)).toEqual([['a.T']]);
});

test('Go: comments in imports and selectors are skipped', async () => {
  const { texts, edges } = each('l/l.go', 'package l\nfunc F() {}\ntype T struct{}\n', {
    'u1.go': 'package main\nimport ( // c\n  /* a */ "m.x/y/l" // b\n)\nfunc u1() { l. /* c */ F() }\n',
    'u2.go': 'package main\nimport /* a */ k /* b */ "m.x/y/l"\nfunc u2() { k. // c\n F() }\n',
    'u3.go': 'package main\nimport "m.x/y/l"\ntype t struct { l. /* c */ T }\n',
  });
  const structure = await structureOfTexts({ ...texts, 'go.mod': 'module m.x/y\n' });
  expect(edgesBetween(structure, texts)).toEqual(edges);
  const uses = structure.edges
    .filter(({ from, to }) => from.includes('#') && to.startsWith('l/l.go#'))
    .map(({ from, to }) => `${from} → ${to}`);
  expect(uses).toEqual(['u1.go#u1 → l/l.go#F', 'u2.go#u2 → l/l.go#F', 'u3.go#t → l/l.go#T']);
});

test('TypeScript: members of a namespace are read after comments', async () => {
  const user = `import * as ns from './a';
export class B extends ns. /* c */ A {}
export const f = () => ns // c
  .f();
`;
  const texts = { 'a.ts': 'export class A {}\nexport function f() {}\n', 'u.ts': user };
  const { edges } = await structureOfTexts(texts);
  const found = edges.filter(({ from }) => from.startsWith('u.ts#')).map(({ from, to, type }) => `${from} ${type} ${to}`);
  expect(found).toEqual(['u.ts#B extends a.ts#A', 'u.ts#f depends a.ts#f']);
});

test('Go: comments before names of declarations are skipped', async () => {
  const { packageName, symbols } = await parseSource(
    'go',
    `// a
package /* b */ l // c
type /* a */ T struct /* b */ { /* c */ U }
func (/* a */ t * /* b */ T) M() { f() }
var v = /* a */ func() {}
type I interface { /* a */ J /* b */ }
`,
  );
  expect(packageName).toBe('l');
  expect(symbols.map(({ name, line, extends: above, uses }) => [name, line, above, uses])).toEqual([
    ['T', 3, ['U'], ['U', 'f']],
    ['v', 5, [], []],
    ['I', 6, ['J'], ['J']],
  ]);
});

test('TypeScript: comments before and after exported names are skipped', async () => {
  const { symbols, imports } = await parseSource(
    'typescript',
    "function f() {}\nexport = f /* a */;\nexport import x = require /* a */ (/* b */ './x');\n",
  );
  expect(symbols.map(({ exportedAs }) => exportedAs)).toEqual([['default']]);
  expect(imports.map(({ specifier }) => specifier)).toEqual(['./x']);
});

test('comments before and after arguments of a route are skipped', async () => {
  const routes = async (language: string, text: string) =>
    (await parseSource(language, text)).apis.map(({ method, route, handler }) => `${method} ${route} ${handler}`);
  expect(
    await routes('typescript', "import { a } from './a';\napp.get('/a', /* b */ a /* c */);\napp.route('/b' /* c */).get(a /* d */);\n"),
  ).toEqual(['GET /a a', 'GET /b a']);
  expect(await routes('go', 'package l\nfunc f() { r.Get("/a" /* b */, h /* c */) }\n')).toEqual(['GET /a h']);
  expect(await routes('python', '@app.get( # a\n  "/a")\ndef a():\n  pass\n')).toEqual(['GET /a a']);
  expect(await routes('rust', 'fn f() { r.route("/a", /* b */ get(/* c */ list)) }\n')).toEqual(['GET /a list']);
  expect(await routes('java', 'class A {\n  @GetMapping(/* a */ "/a") void a() {}\n}\n')).toEqual(['GET /a A']);
});

test('long repetitions of comment markers are parsed', async () => {
  for (const part of ['. /*', '*/ .', '// .\n', '\n', '.', '. \n', '#.\n', ': ']) {
    const text = part.repeat(200_000);
    expect((await parseSource('typescript', `const a = \`${text}\`;\n`)).imports).toEqual([]);
    expect((await parseSource('python', `a = '''${text}'''\n`)).imports).toEqual([]);
  }
});
