import { describe, expect, test } from 'vitest';
import { edgesBetween, linesOf, structureOfTexts } from './sources-of.ts';

test('a missing source whose address a script asks for is unresolved, a file that only require.resolve names is not', async () => {
  const texts = {
    'package.json': '{ "name": "root", "workspaces": ["packages/*"] }',
    'packages/up/package.json': '{ "name": "@a/up", "exports": { "./t/*": "./src/t/*.ts" } }',
    'packages/up/src/t/here.ts': 'export const a = 1;\n',
    'packages/app/package.json': '{ "name": "app", "dependencies": { "@a/up": "workspace:*" }, "imports": { "#x": "./x.js" } }',
    'packages/app/main.ts': `require.resolve('./gone1');
require.resolve('@a/up/t/gone2');
import.meta.resolve('./gone3.mjs');
new URL('./gone4.ts?raw', import.meta.url);
require.resolve('#x');
require.resolve('@a/up/t/here');
require.resolve('./made.json');
require.resolve('@a/up/package.json');
new URL('./gone.bin', import.meta.url);
require.resolve('optional/x.js');
require.resolve('./x', { paths: [process.cwd()] });
require.resolve('./gone5', { paths: [__dirname] });
import.meta.resolve('./x.js', base);
new Worker('worker.js');
require.resolve('node:fs');
`,
  };
  const structure = await structureOfTexts(texts);
  expect(linesOf(structure.unresolved)).toEqual([
    'packages/app/main.ts:1  ./gone1',
    'packages/app/main.ts:2  @a/up/t/gone2',
    'packages/app/main.ts:3  ./gone3.mjs',
    'packages/app/main.ts:4  ./gone4.ts?raw',
    'packages/app/main.ts:5  #x',
    'packages/app/main.ts:9  ./gone.bin',
    'packages/app/main.ts:12  ./gone5',
    'packages/app/main.ts:14  ./worker.js',
    'packages/app/package.json:1  ./x.js',
  ]);
  expect(edgesBetween(structure, texts).sort()).toEqual([
    'packages/app/main.ts → packages/up/package.json',
    'packages/app/main.ts → packages/up/src/t/here.ts',
  ]);
});

test('a script depends on the manifests that it imports as data', async () => {
  const texts = {
    'package.json': '{ "name": "root", "workspaces": ["packages/*"] }',
    'packages/a/package.json': '{ "name": "@x/a" }',
    'packages/b/package.json': '{ "name": "@x/b", "dependencies": { "@x/a": "*" } }',
    'packages/b/tsconfig.json': '{ "compilerOptions": { "paths": { "~/*": ["./*"] } } }',
    'packages/b/deno.json': '{}',
    'packages/b/version.ts': `import pkg from './package.json' with { type: 'json' };
import type { other } from '@x/a/package.json';
import deno from './deno.json?url';
import data from './data.json';
`,
    'packages/b/late.js': "const load = () => require('../../package');\n",
    'packages/b/alias.ts': "import { name } from '~/package.json';\n",
    'packages/b/none.ts': "import pkg from './package';\nimport x from 'package';\nexport * from 'other/package.json';\n",
  };
  const structure = await structureOfTexts(texts, ['packages/b/data.json']);
  const nodes = new Set(structure.nodes.map(({ id }) => id));
  const found = structure.edges.filter(({ from, type }) => /\.[jt]s$/.test(from) && type === 'depends');
  expect(found.every(({ to }) => nodes.has(to))).toBe(true);
  expect(found.map(({ description }) => description).sort()).toEqual([
    'packages/b/alias.ts imports packages/b/package.json (line 1)',
    'packages/b/late.js loads package.json (line 1, loaded later)',
    'packages/b/none.ts imports packages/b/package.json (line 1)',
    'packages/b/version.ts imports packages/a/package.json (line 2)',
    'packages/b/version.ts imports packages/b/package.json (line 1)',
    'packages/b/version.ts loads packages/b/deno.json (line 3, loaded later)',
  ]);
});

test('a name that the nearest configuration of Deno gets from elsewhere means no package of the workspace', async () => {
  const texts = {
    'package.json': '{ "name": "root", "workspaces": ["packages/*"] }',
    'packages/server/package.json': '{ "name": "@t/server", "exports": "./index.ts" }',
    'packages/server/index.ts': 'export const s = 1;\n',
    'examples/edge/deno.json': '{ "imports": { "@t/server": "https://esm.sh/@t/server@10" } }',
    'examples/edge/router.ts': "import { s } from '@t/server';\n",
    'examples/both/deno.json': '{ "imports": { "@t/server": "npm:@t/server@10" } }',
    'examples/both/package.json': '{ "name": "both", "dependencies": { "@t/server": "workspace:*" } }',
    'examples/both/router.ts': "import { s } from '@t/server';\n",
    'examples/none/router.ts': "import { s } from '@t/server';\n",
  };
  const structure = await structureOfTexts(texts);
  const edges = edgesBetween(structure, texts).filter((each) => each.endsWith('index.ts'));
  expect(edges.sort()).toEqual([
    'examples/both/router.ts → packages/server/index.ts',
    'examples/none/router.ts → packages/server/index.ts',
  ]);
  expect(linesOf(structure.unresolved)).toEqual([]);
});

describe('a missing file that is no source', () => {
  const unresolvedIn = async (text: string, others: readonly string[] = []) =>
    linesOf((await structureOfTexts({ 'package.json': '{}', 'src/main.ts': text, 'src/w.ts': '' }, others)).unresolved);

  test.each([
    "export default new URL('./gone.png', import.meta.url).href;",
    "WebAssembly.instantiateStreaming(fetch(new URL('./gone.wasm', import.meta.url)));",
    "import fs from 'node:fs';\nfs.readFileSync(new URL('./gone.txt', import.meta.url));",
    "import fs from 'node:fs';\nfs.writeFileSync('a');\nawait fs.promises.readFile(new URL('./gone.txt', import.meta.url));",
    "new Worker('./gone-worker.js');",
    "new SharedWorker('scripts/gone.js');",
  ])('is unresolved if it is read or copied by its address: %s', async (text) => {
    const found = await unresolvedIn(text);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^src/main\\.ts:${text.split('\n').length} `));
  });

  test.each([
    "fs.writeFileSync(new URL('./made.txt', import.meta.url), 'x');",
    "const made = new URL('./made.txt', import.meta.url);\nif (fs.existsSync(made)) load(made);",
    "fs.readFileSync(new URL('../dist/x.css', import.meta.url));",
    "fs.readFileSync(new URL('../made/x.css', import.meta.url));",
    "fs.readFileSync(new URL('./there.txt', import.meta.url));",
    "new Worker('./w.js');\nnew Worker('dist/w2.js');\nnew Worker('/static/there.js');\nnew Worker('https://x.org/a.js');",
    "new URL('./gone.txt', base);\nrequire.resolve('./gone.json');",
  ])('is not unresolved if it exists, or the program or a build may make it: %s', async (text) => {
    expect(await unresolvedIn(text, ['made/', 'src/there.txt', 'static/there.js'])).toEqual([]);
  });
});
