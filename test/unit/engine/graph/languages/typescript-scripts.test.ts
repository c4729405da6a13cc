import { describe, expect, test } from 'vitest';
import { endingPattern } from '../../../../../src/engine/graph/languages/typescript/typescript-regex.ts';
import { linesOf, parseSource } from '../../../../support/parse-source.ts';
import { edgesBetween, structureOfTexts } from '../sources-of.ts';

/** Returns the imports of a JavaScript text. */
const read = async (text: string): Promise<string[]> => linesOf({ ...(await parseSource('javascript', text)), symbols: [], apis: [] });

test('reads paths that are built from the folder of the file and literals', async () => {
  const text = `require(path.join(__dirname, 'a', "b.js"));
require(resolve(__dirname, '../c'));
require(__dirname + '/d' + '.js');
require(\`\${__dirname}/e.js\`);
import(path.join(import.meta.dirname, 'f.js'));
require('./g' + '.js');
require.resolve(path.join(__dirname, 'h.js'));
new Worker(path.join(__dirname, 'i.js'));
import(new URL('./j.js', import.meta.url).href);
require(fileURLToPath(new URL('./k.js', import.meta.url)));
import(new URL('./l.js', base).href);`;
  expect(await read(text)).toEqual([
    '1 import ./a/b.js',
    '2 import ./../c',
    '3 import ./d.js',
    '4 import ./e.js',
    '5 dynamic ./f.js',
    '6 import ./g.js',
    '8 url ./i.js',
    '9 dynamic ./j.js',
    '9 url ./j.js',
    '10 import ./k.js',
    '10 url ./k.js',
    "11 computed new URL('./l.js', base).href",
    '7 url ./h.js',
  ]);
});

test('paths of which a part is only known at run time stay computed', async () => {
  const text = `require(path.join(__dirname, name));
require(path.resolve(__dirname, '/etc/a'));
require(path.join(root, 'a'));
require(__dirname + 'a');
require(\`\${__dirname}/in/\${name}.js\`);
require(${Array.from({ length: 10_000 }, () => "'a'").join(' + ')});`;
  expect((await read(text)).map((line) => line.slice(0, 40))).toEqual([
    '1 computed path.join(__dirname, name)',
    "2 computed path.resolve(__dirname, '/etc",
    "3 computed path.join(root, 'a')",
    "4 computed __dirname + 'a'",
    `5 computed \`\${__dirname}/in/\${name}.js\``,
    '5 glob ./in/*.js',
    "6 computed 'a' + 'a' + 'a' + 'a' + 'a' +",
  ]);
});

test('reads calls of functions that createRequire returns, directly and by any name', async () => {
  const text = `import { createRequire as make } from 'node:module';
import module from 'module';
const { a } = make(import.meta.url)('./a.cjs');
const load = module.createRequire(__filename);
function later() { return load('./b.cjs'); }
const other = make(root);
other('./c.cjs');
other.resolve('./d.cjs');
load(name);`;
  expect(await read(text)).toEqual([
    '1 import node:module: createRequire as make',
    '2 import module: default as module',
    '3 import ./a.cjs: a',
    '5 dynamic ./b.cjs',
    "7 computed './c.cjs'",
    '9 computed name',
  ]);
});

test('reads importScripts and AMD modules, but not functions of the project with these names', async () => {
  const text = `importScripts('./a.js', 'b.js', 'https://x.dev/c.js');
self.importScripts(base + 'd.js');
define(['./e', 'exports', 'text!./f.html'], function (e) { define('g', ['./h'], () => 1); });
define({ a: 1 });
requirejs(['./i']);
require(['./j', name], (j) => {});`;
  expect(await read(text)).toEqual([
    '6 import ./j',
    '6 computed name',
    '1 import ./a.js',
    '1 import ./b.js',
    '1 import https://x.dev/c.js',
    "2 computed base + 'd.js'",
    '3 import ./e',
    '3 import text!./f.html',
    '3 import ./h',
    '5 import ./i',
  ]);
  expect(await read("import { define } from './define';\ndefine(['./a'], 1);\n")).toEqual(['1 import ./define: define']);
  expect(await read("function importScripts() {}\nimportScripts('./a.js');\n")).toEqual([]);
});

test('names of AMD modules are relative to the folder of the file or one above it', async () => {
  const texts = {
    'package.json': '{ "name": "x" }',
    'web/js/app/main.js': "define(['util', 'lib/a', './b', 'gone', 'jquery'], () => {});\n",
    'web/js/util.js': '',
    'web/js/lib/a.js': '',
    'web/js/app/b.js': '',
    'other/gone.js': '',
    'web/js/jquery.js': '',
  };
  const structure = await structureOfTexts(texts);
  expect(edgesBetween(structure, texts)).toEqual(
    ['app/b.js', 'jquery.js', 'lib/a.js', 'util.js'].map((path) => `web/js/app/main.js → web/js/${path}`),
  );
  expect(structure.unresolved.map(({ specifier }) => specifier)).toEqual(['gone']);
});

describe('require.context', () => {
  test('loads the files of a folder that end as its regular expression says', async () => {
    const texts = {
      'src/index.js':
        "require.context('./pages', true, /\\.page\\.jsx?$/);\nrequire.context('./flat', false);\nrequire.context('./odd', true, /a+b/);\n",
      'src/pages/a.page.js': '',
      'src/pages/deep/b.page.jsx': '',
      'src/pages/c.js': '',
      'src/flat/d.js': '',
      'src/flat/deep/e.js': '',
      'src/odd/ab.js': '',
    };
    const structure = await structureOfTexts(texts);
    expect(edgesBetween(structure, texts)).toEqual([
      'src/index.js → src/flat/d.js',
      'src/index.js → src/pages/a.page.js',
      'src/index.js → src/pages/deep/b.page.jsx',
    ]);
    expect(structure.unresolved.map(({ line, reason }) => `${line} ${reason}`)).toEqual(['3 computed at run time']);
  });

  test.each([
    ['/\\.js$/', '*.js'],
    ['/^\\.\\/.*\\.[jt]sx?$/', '*.{j,t}s{x,}'],
    ['/\\.(?:js|vue)$/', '*.{js,vue}'],
    ['/\\/index\\.ts$/', 'index.ts'],
    ['/-test\\.js$/', '*-test.js'],
    ['/\\.js/', null],
    ['/\\.js$/i', null],
    ['/^\\.\\/(?!x).*\\.js$/', null],
    ['/a\\/b\\.js$/', null],
    ['/[^.]js$/', null],
    ['/(a|b)?\\.js$/', null],
  ])('%s is the pattern %s', (written, pattern) => {
    expect(endingPattern(written)).toBe(pattern);
  });
});
