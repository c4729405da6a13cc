import { expect, test } from 'vitest';
import { edgesBetween, linesOf, structureOfTexts } from './sources-of.ts';

test('of files that the go tool ignores, only imports of missing packages of the project are unresolved', async () => {
  const user =
    'package main\n\nimport (\n\t"m.x/y/l"\n\t"m.x/y/gone"\n\t"./near"\n)\n\n//go:embed gone.txt\nvar text string\n\nfunc main() { l.F() }\n';
  const texts = {
    'l/l.go': 'package l\n\nfunc F() {}\n',
    'cmd/main.go': user,
    'cmd/testdata/a/main.go': user,
    'cmd/_old/b/main.go': user,
    '.tools/c/main.go': user,
    'cmd/_draft.go': user,
    'mytestdata/main.go': user,
    'testdata.go': user,
    // A separate module, which is read in any folder.
    'testdata/own/main.go': 'package main\n\nimport "own.x/gone"\n',
  };
  const structure = await structureOfTexts({ ...texts, 'go.mod': 'module m.x/y\n', 'testdata/own/go.mod': 'module own.x\n' });
  expect(edgesBetween(structure, texts).filter((edge) => edge.endsWith(' → l/l.go'))).toEqual(
    [
      '.tools/c/main.go',
      'cmd/_draft.go',
      'cmd/_old/b/main.go',
      'cmd/main.go',
      'cmd/testdata/a/main.go',
      'mytestdata/main.go',
      'testdata.go',
    ].map((path) => `${path} → l/l.go`),
  );
  const lost = (path: string) => [`${path}:5  m.x/y/gone`, `${path}:6  ./near`, `${path}:9  //go:embed gone.txt`];
  const ofModule = (path: string) => lost(path).slice(0, 1);
  expect(linesOf(structure.unresolved)).toEqual([
    ...['.tools/c/main.go', 'cmd/_draft.go', 'cmd/_old/b/main.go'].flatMap(ofModule),
    ...lost('cmd/main.go'),
    ...ofModule('cmd/testdata/a/main.go'),
    ...['mytestdata/main.go', 'testdata.go'].flatMap(lost),
    'testdata/own/main.go:3  own.x/gone',
  ]);
});

test('a file that the go tool ignores belongs to no package', async () => {
  const texts = { 'l/a.go': 'package l\n\nfunc A() { B() }\n', 'l/_b.go': 'package l\n\nfunc B() { A() }\n' };
  expect(edgesBetween(await structureOfTexts({ ...texts, 'go.mod': 'module m.x/y\n' }), texts)).toEqual([]);
});

test('a package of which only tests, or files that the go tool ignores, are left is unresolved', async () => {
  const texts = { 'main.go': 'package main\n\nimport _ "m.x/y/lib"\n', 'go.mod': 'module m.x/y\n' };
  const unresolvedWith = async (file: string) =>
    (await structureOfTexts({ ...texts, [`lib/${file}`]: 'package lib\n' })).unresolved.map(
      ({ line, specifier }) => `${line} ${specifier}`,
    );
  expect(await unresolvedWith('lib_test.go')).toEqual(['3 m.x/y/lib']);
  expect(await unresolvedWith('_lib.go')).toEqual(['3 m.x/y/lib']);
  expect(await unresolvedWith('lib.go')).toEqual([]);
  const tooLarge = await structureOfTexts({ ...texts, 'lib/lib_test.go': 'package lib\n' }, ['lib/large.go']);
  expect(tooLarge.unresolved).toEqual([]);
});

test('an import of a package whose files are all not read is not reported as unresolved', async () => {
  const texts = { 'main.go': 'package main\n\nimport (\n\t"m.x/y/rpc"\n\t"m.x/y/gone"\n)\n', 'go.mod': 'module m.x/y\n' };
  const { unresolved } = await structureOfTexts(texts, ['rpc/rpc.pb.go', 'gone/README.md']);
  expect(linesOf(unresolved)).toEqual(['main.go:5  m.x/y/gone']);
});
