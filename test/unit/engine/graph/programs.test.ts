import { describe, expect, test } from 'vitest';
import { GraphAssembly } from '../../../../src/engine/graph/analysis/assemble.ts';
import { GraphModel } from '../../../../src/engine/graph/graph-model.ts';
import { computeBlastRadius } from '../../../../src/engine/graph/questions/blast-radius.ts';
import { findPathBetween } from '../../../../src/engine/graph/questions/path-between.ts';
import { findUnused } from '../../../../src/engine/graph/questions/unused.ts';
import { NO_HISTORY } from '../../../support/graphs.ts';
import { structureOfTexts } from './sources-of.ts';

async function modelOf(files: Readonly<Record<string, string>>): Promise<GraphModel> {
  const { nodes, edges } = await structureOfTexts(files);
  return new GraphModel(new GraphAssembly().assemble([{ nodes, edges }], NO_HISTORY));
}

describe('deadEnds', () => {
  test('excludes programs and entry points in any language', async () => {
    const model = await modelOf({
      'src/main/java/com/acme/Main.java': 'package com.acme;\npublic class Main { public static void main(String[] args) {} }\n',
      'src/main/java/com/acme/Lost.java': 'package com.acme;\npublic class Lost { void run() {} }\n',
      'tools/report.py': 'def run(): pass\nif __name__ == "__main__":\n    run()\n',
      'shop/__main__.py': 'print(1)\n',
      'tools/lost.py': 'def run(): pass\n',
      'bin/start.js': '#!/usr/bin/env node\nconsole.log(1);\n',
      'eng/Cargo.toml': '[package]\nname = "eng"\nedition = "2021"\n',
      'eng/build.rs': 'fn main() {}\n',
      'eng/src/lib.rs': 'pub fn parse() {}\nfn cut() {}\n',
      'eng/examples/tour.rs': 'fn main() {}\n',
    });
    const { files, symbols } = findUnused(model);
    expect(files).toEqual(['src/main/java/com/acme/Lost.java', 'tools/lost.py']);
    expect(symbols.map(({ name }) => name)).toEqual(['cut']);
  });
});

test('sources of built files that exports and main fields name, also by a bundler alone, are entry points', async () => {
  const manifest = {
    name: 'p',
    main: './dist/cjs/index.js',
    browser: { './dist/index.js': './dist/index.browser.js' },
    exports: {
      '.': { types: './dist/types/index.d.ts', import: './dist/index.js', require: './dist/cjs/index.js' },
      './sub': './dist/sub.js',
      './deep/in': { import: './dist/deep/in/index.js', require: './dist/cjs/deep/in/index.js' },
      './side': { node: './dist/side.node.js', import: './dist/side.mjs', require: './dist/side.cjs' },
    },
  };
  const sources = ['index', 'index.browser', 'sub', 'deep/in/index', 'side.node', 'side', 'lost', 'deep/lost'];
  const model = await modelOf({
    'package.json': JSON.stringify(manifest),
    ...Object.fromEntries(sources.map((each) => [`src/${each}.ts`, 'export const x = 1;\n'])),
    'src/side.cts': 'export const x = 1;\n',
  });
  expect(findUnused(model).files).toEqual(['src/deep/lost.ts', 'src/lost.ts']);
});

describe('a file that contains its own tests', () => {
  const files = {
    'Cargo.toml': '[package]\nname = "eng"\nedition = "2021"\n',
    'src/lib.rs': 'pub mod parse;\nmod text;\n',
    'src/parse.rs': 'use crate::text::cut;\npub fn parse() { cut(); }\n#[cfg(test)]\nmod tests { #[test] fn t() { super::parse(); } }\n',
    'src/text.rs': 'pub fn cut() {}\n',
    'web/sum.ts': 'export const sum = 1;\nif (import.meta.vitest) {\n  const { test } = import.meta.vitest;\n  test("x", () => {});\n}\n',
  };

  test('is listed as a test for its own impact and that of its dependencies', async () => {
    const model = await modelOf(files);
    const inside = 'src/parse.rs contains its own tests';
    expect(computeBlastRadius(model, ['src/parse.rs']).tests).toEqual([{ path: 'src/parse.rs', likelihood: 1, because: [inside] }]);
    expect(computeBlastRadius(model, ['web/sum.ts']).tests.map(({ path }) => path)).toEqual(['web/sum.ts']);
    const { files: broken, tests } = computeBlastRadius(model, ['src/text.rs']);
    expect(broken.find(({ path }) => path === 'src/parse.rs')?.tests).toEqual(['src/parse.rs']);
    expect(tests.map(({ path }) => path)).toEqual(['src/parse.rs']);
  });

  test('is unused if only its own tests use it', async () => {
    expect(findUnused(await modelOf(files)).files).toEqual(['web/sum.ts']);
  });
});

test('a path between folders is the shortest between any of their files', async () => {
  const model = await modelOf({
    'app/main.ts': "import './lib/a.ts';\n",
    'app/lib/a.ts': "import '../../core/b.ts';\n",
    'core/b.ts': '',
    'core/c.ts': '',
  });
  expect(findPathBetween(model, 'app', 'core')).toMatchObject({ direction: 'depends on', nodes: ['app/lib/a.ts', 'core/b.ts'] });
  expect(findPathBetween(model, 'core', 'app/main.ts')?.nodes).toEqual(['core/b.ts', 'app/lib/a.ts', 'app/main.ts']);
  expect(findPathBetween(model, 'app', 'app/lib')?.nodes).toEqual(['app/main.ts', 'app/lib/a.ts']);
  expect(findPathBetween(model, 'app', 'core/c.ts')).toBeNull();
});

test('manifests of Go and Java configure the packages for which they are the nearest', async () => {
  const { edges } = await structureOfTexts({
    'go/go.work': 'go 1.22\nuse ./lib\n',
    'go/lib/go.mod': 'module example.com/lib\n',
    'go/lib/sub/a.go': 'package sub\n',
    'java/pom.xml': '<project><artifactId>top</artifactId></project>\n',
    'java/core/pom.xml': '<project><artifactId>core</artifactId></project>\n',
    'java/core/src/main/java/com/acme/A.java': 'package com.acme;\nclass A {}\n',
    'java/src/main/java/com/top/B.java': 'package com.top;\nclass B {}\n',
  });
  expect(edges.filter(({ type }) => type === 'configures').map(({ from, to }) => `${from} → ${to}`)).toEqual([
    'go/go.work → module:go/lib/sub',
    'go/lib/go.mod → module:go/lib/sub',
    'java/core/pom.xml → module:java/core/src/main/java/com/acme',
    'java/pom.xml → module:java/src/main/java/com/top',
  ]);
});

test('an edge of import type has less weight and is described as an import of a type', async () => {
  const { edges } = await structureOfTexts({
    'a.ts': "import type { Button } from './b.ts';\nlet one: Button;\n",
    'b.ts': 'export interface Button {}\n',
  });
  expect(edges.find(({ to }) => to === 'b.ts#Button')).toMatchObject({
    weight: 0.3,
    description: 'a.ts imports the type Button (line 1, types only)',
  });
});
