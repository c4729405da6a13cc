import { describe, expect, test } from 'vitest';
import { findDoubts } from '../../../../src/engine/crtx/graph/graph-doubts.ts';
import { reasonInWords } from '../../../../src/engine/crtx/index.ts';
import { ProjectStructure } from '../../../../src/engine/graph/structure/project-structure.ts';
import { parseSource } from '../../../support/parse-source.ts';
import { edgesBetween, structureOfTexts } from './sources-of.ts';

type Texts = Readonly<Record<string, string>>;

/** Lists imports of missing names as `cortex graph unresolved` does. */
async function listed(texts: Texts, others: readonly string[] = []): Promise<string[]> {
  const { unresolved } = await structureOfTexts(texts, others);
  return unresolved.map((each) => `${each.path}:${each.line} ${each.specifier}: ${reasonInWords(each)}`);
}

describe('an import of a name that the file does not export', () => {
  const texts = {
    'src/api.ts': 'export const kept = () => 1;\nexport const other = 1;\n',
    'src/app.ts': [
      "import { kept, gone, lost } from './api';",
      "export { gone as passed } from './api';",
      "import whole from './api';",
      "const { late } = await import('./api');",
      "const { old } = require('./api');",
      "import type { Type } from './api';",
      "import * as all from './api';",
      "import './api';",
      'all.member();',
    ].join('\n'),
  };

  test('is listed with the file and its names, in each form', async () => {
    expect(await listed(texts)).toEqual([
      'src/app.ts:1 ./api: gone and lost are not exported by src/api.ts',
      'src/app.ts:2 ./api: gone is not exported by src/api.ts',
      'src/app.ts:3 ./api: default is not exported by src/api.ts',
      'src/app.ts:4 ./api: late is not exported by src/api.ts',
      'src/app.ts:5 ./api: old is not exported by src/api.ts',
      'src/app.ts:6 ./api: Type is not exported by src/api.ts',
    ]);
  });

  test('keeps one edge to the file, without the missing names, and concerns answers about the file', async () => {
    const structure = await structureOfTexts(texts);
    expect(edgesBetween(structure, texts)).toEqual(['src/app.ts → src/api.ts']);
    expect(structure.edges.map(({ description }) => description).join('\n')).not.toMatch(/gone|lost|late|old|Type/);
    const gaps = { imports: structure.unresolved.slice(0, 1), files: [], commits: 0, fixes: 0 };
    expect(findDoubts(gaps, ['src/api.ts']).concerning).toEqual([
      { path: 'src/app.ts', line: 1, specifier: './api', reason: 'gone and lost are not exported' },
    ]);
    expect(findDoubts(gaps, ['src/b.ts']).concerning).toEqual([]);
  });

  test('is listed once if the file exports it again, and so are the importers of that', async () => {
    const passed = {
      'src/api.ts': 'export {};\n',
      'src/app.ts': "import { gone } from './api';\nexport { gone };\n",
      'src/user.ts': "import { gone } from './app';\n",
    };
    expect(await listed(passed)).toEqual(['src/app.ts:1 ./api: gone is not exported by src/api.ts']);
  });
});

describe('is not listed', () => {
  const api = 'export const kept = 1;\n';
  test.each<readonly [string, Texts]>([
    ['of a mocked module', { 'a.test.ts': "import { gone } from './api';\nvi.mock('./api', () => ({ gone: 1 }));\n" }],
    ['if a folder of mocks has the file', { 'a.ts': "import { gone } from './api';\n", '__mocks__/api.ts': 'export const gone = 1;\n' }],
    ['if the importing file has syntax errors', { 'a.ts': "import { gone } from './api';\nconst = 1;\n" }],
    ['of members that objects have', { 'a.ts': "require('./api').hasOwnProperty('kept');\n" }],
    [
      'of build output',
      {
        'a.ts': "import { gone } from './dist/main';\n",
        'src/main.ts': api,
        'tsconfig.json': '{"compilerOptions": {"outDir": "dist", "rootDir": "src"}}',
      },
    ],
    [
      'of a built package',
      {
        'a.ts': "import { gone } from 'ui';\n",
        'package.json': '{"workspaces": ["ui"]}',
        'ui/package.json': '{"name": "ui", "main": "./dist/index.js"}',
        'ui/src/index.ts': api,
      },
    ],
    [
      'of a package whose pattern names what is built',
      {
        'a.ts': "import { gone } from 'ui/one';\n",
        'package.json': '{"workspaces": ["ui"]}',
        'ui/package.json': '{"name": "ui", "exports": {"./*": "./dist/*.js"}}',
        'ui/src/one.ts': api,
      },
    ],
    [
      'if only one of several files lacks it',
      {
        'a.ts': "import { gone } from '#api';\n",
        'package.json': '{"imports": {"#api": {"node": "./api.ts", "default": "./web.ts"}}}',
        'web.ts': 'export const gone = 1;\n',
      },
    ],
    ['of text', { 'a.ts': "import gone from './api?raw';\n" }],
  ])('%s', async (_, files) => {
    expect(await listed({ 'api.ts': api, ...files })).toEqual([]);
  });

  test('but it is, of packages whose manifest names the source, and if all of several files lack it', async () => {
    const files = {
      'a.ts':
        "import { gone } from 'ui';\nimport { lost } from '#api';\nimport { none } from 'ui/deep/one';\nimport { no } from '#in/api';\n",
      'ui/src/deep/one.ts': api,
      'api.ts': api,
      'web.ts': api,
      'ui/src/index.ts': api,
      'package.json': '{"workspaces": ["ui"], "imports": {"#api": {"node": "./api.ts", "default": "./web.ts"}, "#in/*": "./*.ts"}}',
      'ui/package.json':
        '{"name": "ui", "exports": {".": "./src/index.ts", "./deep/*": {"types": "./dist/*.d.ts", "default": "./src/deep/*.ts"}}}',
    };
    expect(await listed(files)).toEqual([
      'a.ts:1 ui: gone is not exported by ui/src/index.ts',
      'a.ts:2 #api: lost is not exported by api.ts or web.ts',
      'a.ts:3 ui/deep/one: none is not exported by ui/src/deep/one.ts',
      'a.ts:4 #in/api: no is not exported by api.ts',
    ]);
  });
});

test('a file that follows changes has the same gaps and edges as a new one, also of importers that did not change', async () => {
  const [whole, cut] = await Promise.all(
    ['export const f = () => 1;\n', 'const f = () => 1;\n'].map((text) => parseSource('typescript', text)),
  );
  const [star, user] = await Promise.all(
    ["export * from './api';\n", "import { f } from './star';\nf();\n"].map((text) => parseSource('typescript', text)),
  );
  if (!whole || !cut || !star || !user) throw new Error('not parsed');
  const paths = ['api.ts', 'star.ts', 'use.ts'];
  const structureWith = (api: typeof whole) =>
    new ProjectStructure(
      new Map([
        ['api.ts', api],
        ['star.ts', star],
        ['use.ts', user],
      ]),
      new Map(),
      new Set(paths),
    );
  const followed = structureWith(whole);
  const before = followed.structure();
  expect(before.unresolved).toEqual([]);
  expect(followed.replace(new Map([['api.ts', cut]]))).toBe(true);
  expect(followed.structure()).toEqual(structureWith(cut).structure());
  expect(followed.structure().unresolved.map(({ path, names }) => `${path} ${names}`)).toEqual(['use.ts f']);
  expect(followed.replace(new Map([['api.ts', whole]]))).toBe(true);
  expect(followed.structure()).toEqual(before);
});

test('members of a whole module that another file exports lead to its file', async () => {
  const texts = {
    'a.ts': 'export function f() {}\nexport function g() {}\n',
    'b.ts': "import * as x from './a';\nexport { x as y };\nexport default x;\n",
    'c.ts': "import { y } from './b';\nexport const run = () => y.f();\n",
    'd.ts': "import y from './b';\nexport const go = () => y.g();\n",
  };
  const { edges } = await structureOfTexts(texts);
  const uses = edges.map(({ from, to }) => `${from} → ${to}`);
  expect(uses).toEqual(expect.arrayContaining(['c.ts#run → a.ts#f', 'd.ts#go → a.ts#g', 'b.ts → a.ts']));
});

test('Go: an assertion that a type implements an interface uses both', async () => {
  const { edges } = await structureOfTexts({
    'go.mod': 'module x.dev/m\n',
    'i/i.go': 'package i\n\ntype I interface{ Area() int }\n',
    't/t.go': 'package t\n\ntype T struct{}\n',
    't/check.go': 'package t\n\nimport "x.dev/m/i"\n\nvar _ i.I = (*T)(nil)\n',
  });
  const uses = edges.map(({ from, to }) => `${from} → ${to}`);
  expect(uses).toEqual(expect.arrayContaining(['t/check.go → i/i.go', 't/check.go → t/t.go']));
});

describe('a name that a file may export although its text does not show it', () => {
  const unsureIn = async (texts: Readonly<Record<string, string>>): Promise<string[]> => {
    const { unresolved, uncertain } = await structureOfTexts(texts);
    expect(unresolved).toEqual([]);
    return uncertain.map(({ path, line, names, definer }) => `${path}:${line} ${names} ${definer}`);
  };

  test('is listed with its line, of CommonJS and of export * from a package', async () => {
    const use = "import { a,\n  b } from './made';\nimport { c, d } from './barrel';\nconst {\n  e,\n} = require('./made');\n";
    const barrel = "export * from 'outside';\nexport * from './own';\n";
    expect(
      await unsureIn({
        'made.js': 'exports.a = 1;\nmodule.exports = make();\n',
        'barrel.ts': barrel,
        'own.ts': 'export const c = 1;\n',
        'use.js': use,
      }),
    ).toEqual(['use.js:2 b made.js', 'use.js:3 d barrel.ts', 'use.js:5 e made.js']);
  });

  test('is not listed if it is a default import, a member of every module, or declared for the module', async () => {
    const use = "import made from './made';\nimport { x } from 'virtual:x';\nconst { then } = await import('./made');\n";
    const ambient = "declare module 'virtual:x' {\n  export const x: number;\n}\n";
    expect(await unsureIn({ 'made.js': 'module.exports = make();\n', 'env.d.ts': ambient, 'use.ts': use })).toEqual([]);
  });

  test('is found in a file that could not be parsed completely, if a line exports it', async () => {
    const broken = 'export type A = { @@ ;\n  x: (((;\nexport interface B { b: 1 }\nexport async function c() {}\n';
    expect(await unsureIn({ 'types.ts': broken, 'use.ts': "import { B, c, d } from './types';\n" })).toEqual(['use.ts:1 d types.ts']);
  });
});

test('names of an import over several lines are listed with their own lines', async () => {
  const use = "import {\n  one,\n  gone,\n  lost, last,\n} from './api';\nexport {\n  old,\n} from './api';\n";
  const { unresolved } = await structureOfTexts({ 'api.ts': 'export const one = 1;\n', 'use.ts': use });
  expect(unresolved.map(({ line, names }) => `${line} ${names}`)).toEqual(['3 gone', '4 lost,last', '7 old']);
});
