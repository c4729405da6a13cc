import { expect, test } from 'vitest';
import { edgesBetween, linesOf, structureOfTexts } from './sources-of.ts';

const mod = { 'go.mod': 'module m.x/y\n' };
const user = (body: string, imports = '"m.x/y/lib"') => `package main\n\nimport ${imports}\n\nfunc main() {\n${body}}\n`;

/** Returns the unresolved and the unchecked names of a program, by the files of package `lib`. */
async function gapsOf(files: Readonly<Record<string, string>>, program: string, others: readonly string[] = []) {
  const texts = Object.entries(files).map(([path, text]) => [`lib/${path}`, text] as const);
  const { unresolved, uncertain } = await structureOfTexts({ ...mod, ...Object.fromEntries(texts), 'main.go': program }, others);
  const unchecked = uncertain.map(({ path, line, specifier, definer }) => `${path}:${line}  ${specifier} ${definer}`);
  return { missing: linesOf(unresolved), unchecked };
}

const lib = {
  'a.go': `package lib

const (
	A, B = iota, iota
	C, D
)

var V, W int
var F = func() {}

type (
	T[K any] struct{ X K }
	Alias = T[int]
	I interface{ M() }
)

func Made[K any](k K) *T[K] { return nil }
`,
  'b_windows.go': '//go:build windows\n\npackage lib\n\nfunc OnWindows() {}\n',
  'c.go': 'package lib\n\nimport "C"\n\nfunc WithC() {}\n',
  'a_test.go': 'package lib\n\nvar ForTests = 1\n',
};

test('names that an imported package lacks are unresolved, with the line of their first use', async () => {
  const names = ['A', 'B', 'C', 'D', 'V', 'W', 'F()', 'T[int]{}', 'Alias{}', 'Made[int](1)', 'OnWindows()', 'WithC()', 'I(nil)'];
  const body = `${names.map((name) => `\t_ = lib.${name}\n`).join('')}\tvar x lib.Gone\n\tlib.gone()\n\tlib.Lost(lib.Gone{})\n\t_ = lib.ForTests\n\tx.Other()\n`;
  const at = 6 + names.length;
  const missing = [
    [0, 'Gone'],
    [2, 'Lost'],
    [3, 'ForTests'],
  ].map(([line, name]) => `main.go:${at + Number(line)}  m.x/y/lib.${name}`);
  expect(await gapsOf(lib, user(body))).toEqual({ missing, unchecked: [] });
});

test('a variable with the name of a package is not the package', async () => {
  const body = `\tlib.V = 1
\tfor _, lib := range all { lib.A1() }
\tif lib, err := open(); err == nil { lib.A2() }
\tswitch lib := any(x).(type) { case int: lib.A3() }
\tselect { case lib := <-c: lib.A4() }
\tfunc(lib *Other) { lib.A5() }(nil)
\tvar lib = load()
\tlib.A6()
`;
  expect(await gapsOf(lib, user(body))).toEqual({ missing: [], unchecked: [] });
});

test('a variable of a head hides the package only until its statement ends', async () => {
  const heads = [
    'for lib := range all { lib.A() }',
    'for lib := 0; lib < 3; lib++ { lib.A() }',
    'for _, lib := range []T{{}} { lib.A() }',
    'for lib := range func() []int { return nil }() { lib.A() }',
    'if lib := f(T{}); lib != nil { lib.A() }',
    'if lib := (struct{}{}); true { lib.A() } else { lib.B() }',
    'if x := 1; x > 0 { } else if lib := f(); lib != nil { lib.A() } else if y { lib.B() } else { lib.C() }',
    'switch lib := f(); lib { case 1: lib.A() }',
    'switch lib := any(x).(type) { case int: lib.A()\n default: lib.B() }',
    'switch x { case 1: lib := 1; lib.A()\n case 2: { lib := 2; lib.B() } }',
    'select { case lib := <-c: lib.A()\n case lib, ok := <-c: lib.B() }',
    'func(lib *Other) (err error) { lib.A(); return }(nil)',
    'func() (lib Other) { lib.A(); return }()',
    'for { lib := 1; lib.A(); break }',
    'lib: for { break lib; continue lib }',
    'var _ func(lib int) (err error)',
    'type local struct { lib int }',
    '{ var lib, x = 1, 2; lib.A() }',
    '{ const lib = T(1); lib.A() }',
  ];
  for (const head of heads) {
    const line = 6 + head.split('\n').length;
    expect([head, await gapsOf(lib, user(`\t${head}\n\tlib.Gone()\n`))]).toEqual([
      head,
      { missing: [`main.go:${line}  m.x/y/lib.Gone`], unchecked: [] },
    ]);
  }
});

test('a name means the package up to the end of the statement that declares it', async () => {
  const statements = [
    'lib := lib.Gone()',
    'lib, x := lib.V, lib.Gone(lib.V)',
    'lib := func() { lib.Gone() }',
    'var lib = lib.Gone()',
    'var lib lib.Gone',
    'var (lib = f(lib.Gone);\ny = lib.A()\n)',
    'const lib = lib.Gone',
    'for _, lib := range lib.Gone() { lib.A() }',
    'if lib := lib.Gone(); lib.A() { lib.B() } else { lib.C() }',
    'switch lib := lib.Gone().(type) { case int: lib.A() }',
    'select { case lib := <-lib.Gone: lib.A() }',
    'switch { case a: lib := 1; lib.A(); case lib.Gone: lib := 2; lib.B() }',
    'func(lib lib.Gone) { lib.A() }(nil)',
    'func(x int) (lib *lib.Gone, err error) { lib.A(); return }(nil)',
    'var _ func(lib lib.Gone) error',
  ];
  for (const each of statements) {
    expect([each, await gapsOf(lib, user(`\t${each}\n`))]).toEqual([each, { missing: ['main.go:6  m.x/y/lib.Gone'], unchecked: [] }]);
  }
  const method =
    'package main\n\nimport "m.x/y/lib"\n\nfunc (lib *T) M(x lib.Gone) (y lib.Lost) { lib.A(); return }\nfunc F[lib any](x lib.A) {}\n';
  expect((await gapsOf(lib, method)).missing).toEqual(['main.go:5  m.x/y/lib.Gone', 'main.go:5  m.x/y/lib.Lost']);
});

test('tests see the names of the tests of their folder', async () => {
  const texts = { ...mod, ...Object.fromEntries(Object.entries(lib).map(([path, text]) => [`lib/${path}`, text])) };
  const test = 'package lib_test\n\nimport "m.x/y/lib"\n\nvar _ = lib.ForTests\nvar _ = lib.Gone\n';
  expect(linesOf((await structureOfTexts({ ...texts, 'lib/b_test.go': test })).unresolved)).toEqual(['lib/b_test.go:6  m.x/y/lib.Gone']);
});

test('a written local name counts, also if it is the one that the path suggests', async () => {
  const texts = {
    ...mod,
    'lib/a.go': 'package template\n\nfunc Own() {}\n',
    'main.go': user('\tlib.Own()\n\ttemplate.HTML()\n', '(\n"html/template"\nlib "m.x/y/lib"\n)'),
  };
  const structure = await structureOfTexts(texts);
  expect(linesOf(structure.unresolved)).toEqual([]);
  expect(edgesBetween(structure, texts)).toEqual(['main.go → lib/a.go']);
});

test('names that a package may get from a tool are counted as not checked', async () => {
  const program = user('\tlib.Gone()\n');
  const unchecked = { missing: [], unchecked: ['main.go:6  m.x/y/lib.Gone lib/a.go'] };
  const own = { 'a.go': 'package lib\n' };
  expect(await gapsOf(own, program)).toEqual({ missing: ['main.go:6  m.x/y/lib.Gone'], unchecked: [] });
  expect(await gapsOf({ 'a.go': '//go:generate stringer\npackage lib\n' }, program)).toEqual(unchecked);
  expect(await gapsOf({ 'a.go': 'package lib\n\nfunc broken( {\n' }, program)).toEqual(unchecked);
  expect(await gapsOf({ ...own, 'b.go': 'package other\n' }, program)).toEqual(unchecked);
  for (const other of ['lib/api.proto', 'lib/large.go']) expect(await gapsOf(own, program, [other])).toEqual(unchecked);
});
