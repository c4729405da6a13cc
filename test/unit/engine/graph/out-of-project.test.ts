import { expect, test } from 'vitest';
import { findDoubts } from '../../../../src/engine/crtx/graph/graph-doubts.ts';
import { structureOfTexts } from './sources-of.ts';

/** Returns unresolved imports with their reasons. */
async function lostIn(texts: Readonly<Record<string, string>>, others: readonly string[] = []): Promise<string[]> {
  const { unresolved } = await structureOfTexts(texts, others);
  return unresolved.map(({ path, line, specifier, reason }) => `${path}:${line} ${specifier} ${reason}`);
}

test('TypeScript and JavaScript: relative paths, tsconfig paths and file dependencies can lead out of the project', async () => {
  const imports = ['../../out/a', '@out/b', '@in/gone', 'placed', 'lost', 'tgz', 'everything', '../../a.css', '../../node_modules/b/c'];
  const texts = {
    'src/a.ts': imports.map((each) => `import '${each}';`).join('\n'),
    'tsconfig.json': JSON.stringify({ compilerOptions: { paths: { '@out/*': ['../out/*'], '@in/*': ['./src/*'], '*': ['../types/*'] } } }),
    'package.json': JSON.stringify({
      dependencies: { placed: 'file:../placed', lost: 'workspace:*', tgz: 'file:./x.tgz', everything: '1' },
    }),
  };
  expect(await lostIn(texts)).toEqual([
    'src/a.ts:1 ../../out/a out of the project',
    'src/a.ts:2 @out/b out of the project',
    'src/a.ts:3 @in/gone not found',
    'src/a.ts:4 placed out of the project',
    'src/a.ts:5 lost not found',
  ]);
});

test('an import with an empty name is unresolved', async () => {
  const texts = {
    'a.ts': "import e from '';\nimport('');\n",
    'b.js': "const c = require('');\n",
    'c.py': 'from importlib import import_module\nimport_module("")\n',
  };
  expect(await lostIn(texts)).toEqual(['a.ts:1  not found', 'a.ts:2  not found', 'b.js:1  not found', 'c.py:2 "" computed at run time']);
});

test('Python: relative imports above the project root are out of the project', async () => {
  expect(await lostIn({ 'app/a.py': 'from ...x import y\nfrom . import b\n', 'app/b.py': '' })).toEqual([
    'app/a.py:1 ...x out of the project',
  ]);
});

test('Rust: module paths, include! and path dependencies can lead out of the project', async () => {
  const texts = {
    'Cargo.toml': '[package]\nname = "a"\nedition = "2021"\n[dependencies]\nout = { path = "../out" }\nplain = "1"\n',
    'src/lib.rs':
      '#[path = "../../out.rs"]\nmod side;\ninclude!("../../in.rs");\nconst A: &str = include_str!("../../a.txt");\nuse out::B;\nuse plain::C;\n',
  };
  expect(await lostIn(texts)).toEqual([
    'src/lib.rs:2 ../../out.rs out of the project',
    'src/lib.rs:3 include!("../../in.rs") out of the project',
    'src/lib.rs:5 out out of the project',
  ]);
});

test('Go: modules replaced by an outside folder are out of the project', async () => {
  const texts = {
    'go.mod': 'module m.dev/a\nrequire m.dev/out v1.0.0\nreplace m.dev/out => ../out\n',
    'a.go': 'package a\n\nimport "m.dev/out/b"\n\nimport "../c"\n\nvar _ = b.C\n',
    'testdata/a.go': 'package a\n\nimport "m.dev/out/b"\n',
  };
  expect(await lostIn(texts)).toEqual(['a.go:3 m.dev/out/b out of the project', 'a.go:5 ../c out of the project']);
});

test('an import out of the project counts as unresolved, but concerns no file of the project', async () => {
  const { unresolved } = await structureOfTexts({ 'src/a.ts': "import '../../b';\n", 'src/b.ts': '' });
  const doubts = findDoubts({ imports: unresolved, files: [], commits: 0, fixes: 0 }, ['src/b.ts']);
  expect(doubts).toMatchObject({ unresolved: 1, concerning: [] });
});

test('globs that lead out of the project, or whose alias is unknown, are unresolved', async () => {
  const globs = ['../../out/*.ts', '../in/*.ts', '@unknown/*.ts', './*.none'];
  const texts = { 'src/a.ts': globs.map((each) => `import.meta.glob('${each}');`).join('\n'), 'in/b.ts': '' };
  expect(await lostIn(texts)).toEqual(['src/a.ts:1 ../../out/*.ts out of the project', 'src/a.ts:3 @unknown/*.ts not found']);
});
