import { describe, expect, test } from 'vitest';
import { parseSource } from '../../../../support/parse-source.ts';
import { structureOfTexts } from '../sources-of.ts';

const hasTests = async (text: string): Promise<boolean> => (await parseSource('typescript', text)).hasTests;
const makersIn = async (text: string): Promise<readonly string[]> => (await parseSource('typescript', text)).testMakers ?? [];

test.each([
  ["import test from 'ava';\nif (process.platform !== 'win32') { test('x', (t) => {}); }"],
  ["import { test } from 'node:test';\nfor (const x of [1]) test('x ' + x, () => {});"],
  ["import { test } from 'bun:test';\n[1].forEach((n) => test(`x`, () => {}));"],
  ["const t = require('tap');\nt.test('x', (t) => { t.end(); });"],
  ["const { test } = require('tap');\nfunction add(name) { test(name, () => {}); }\nadd('x');"],
  ["import { suite } from 'uvu';\nconst s = suite('x');\ns('y', () => {});\ns.run();"],
  ["import * as assert from 'zora';\nassert.test('x', run);"],
  ["import { test as check } from '@playwright/test';\nif (a) check.describe('x', () => {});"],
  ["import { describe } from 'jsr:@std/testing@1/bdd';\nwhen(() => describe('x', run));"],
  ["Deno.test('x', () => {});"],
  ["each(all, () => Deno.test({ name: 'x', fn() {} }));"],
  ["QUnit.module('x', () => {});"],
  ["for (const x of all) { it('does ' + x, async () => {}); }"],
  ["if (a) describe.each([1, 2])('x', function () {});"],
  ["import { test } from 'fixtures';\nfor (const x of all) test('x', { timeout: 1 }, async ({ page }) => {});"],
  ["test('x', () => {});"],
  ["import { test as base } from '@playwright/test';\nconst test = base.extend({});\ntest('x', () => {});"],
  ["import Lab from '@hapi/lab';\nconst { it } = (exports.lab = Lab.script());\nit('x', () => {});"],
  ["import { it as check } from 'vitest';\nit('x', () => {});\nfunction it(title, run) { check(title, run); }"],
  ["const test = (title, run) => it(title, run);\ntest('x', () => {});"],
])('a test may be declared anywhere: %j', async (text) => {
  expect(await hasTests(text)).toBe(true);
});

test.each([
  ["import { test, expect } from '@playwright/test';\nexport const check = () => test('x', () => {});"],
  ["import test from 'ava';\nconst run = (title) => test(title, () => {});\nexport const twice = () => { run('a'); run('b'); };"],
  ["import { test as base } from '@playwright/test';\nexport const test = base.extend<Page>({});"],
  ["import { beforeEach, vi } from 'vitest';\nbeforeEach(() => vi.resetAllMocks());"],
  ["import test from 'ava';\ntest.before(() => {});"],
  ["import { test } from './test';\nif (a) test(x);"],
  ["test('x', () => {});\nfunction test(name, run) { return run(name); }"],
  ["const it = (name, run) => run();\nit('x', () => {});"],
  ["import { describe } from './describe.js';\ndescribe('x', () => {});"],
  ["import { test } from './fixtures';\nfor (const x of all) test('x', { timeout: 1 }, async ({ page }) => {});"],
  ["const text = `for (const x of y) { test('x', () => {}); }`;"],
  ["function test(a, b) {}\nif (a) test('x', () => {});"],
  ["schema.test('x', () => {});\nlet it = 1; it.test('a');"],
  ["if (import.meta.vitest) {\n  const { test } = import.meta.vitest;\n  test('x', () => {});\n}"],
])('other calls declare no tests of the file: %j', async (text) => {
  expect(await hasTests(text)).toBe(false);
});

test('functions of local modules that are named like those of frameworks declare tests only among tests, or if they call a framework', async () => {
  const calling = (from: string) => `import { it } from '${from}';\nimport { a } from './a.js';\nit('x', () => a());\n`;
  const { nodes } = await structureOfTexts({
    'src/a.js': 'export const a = () => 1;\n',
    'src/plain.js': 'export const it = (title, run) => run();\n',
    'src/maker.js': "import test from 'node:test';\nexport function it(title, run) { test(title, run); }\n",
    'src/rules.js': calling('./plain.js'),
    'src/checks.js': calling('./maker.js'),
    'test/own.js': "function test(title, run) { run(); }\ntest('x', () => {});\n",
    'src/own.js': "function test(title, run) { run(); }\ntest('x', () => {});\n",
  });
  expect(nodes.flatMap(({ type, path }) => (type === 'test' ? [path] : [])).sort()).toEqual(['src/checks.js', 'test/own.js']);
});

test('functions that declare tests for the files that call them', async () => {
  expect(
    await makersIn(
      "import test from 'ava';\nconst run = (title) => test(title, () => {});\nexport const twice = () => { run('a'); run('b'); };\nexport function other() {}\nexport { run as once };\n",
    ),
  ).toEqual(['once', 'twice']);
  expect(await makersIn("import { test as base } from '@playwright/test';\nexport const test = base.extend<Page>({});")).toEqual(['test']);
  expect(await makersIn('export const alike = (name) => { it(`works`, () => {}); };')).toEqual(['alike']);
  expect(await makersIn("import test from 'ava';\nexport const twice = () => test('a', () => {});\ntwice();\ntest('b', run);")).toEqual([]);
});

test('many calls that declare no tests are read in bounded time', async () => {
  const chain = Array.from({ length: 5_000 }, (_, n) => `function f${n}() { f${n + 1}(); }`).join('\n');
  expect(await hasTests(`${'it(1);\n'.repeat(60_000)}`)).toBe(false);
  const text = `import test from 'ava';\n${chain}\nfunction f5000() { test('x', () => {}); }\nexport { f0 };`;
  expect(await makersIn(text)).toEqual(['f0']);
});

describe('in a project', () => {
  const testsIn = async (texts: Readonly<Record<string, string>>): Promise<string[]> =>
    (await structureOfTexts(texts)).nodes.filter(({ type }) => type === 'test').map(({ path }) => path);

  test('a file that only calls helpers which declare tests is a test, also through a re-export', async () => {
    const texts = {
      'check/browsers.ts':
        "import test from 'ava';\nexport const eachBrowser = (title, run) => { test(title, run); };\nexport const wait = 1;\n",
      'check/index.ts': "export * from './browsers';\n",
      'check/fixtures.ts': "import { test as base } from '@playwright/test';\nexport const test = base.extend({});\n",
      'check/one.ts': "import { eachBrowser } from './browsers';\neachBrowser('x', () => {});\n",
      'check/two.ts': "import { eachBrowser } from '.';\neachBrowser('x', () => {});\n",
      'check/three.ts': "import { test } from './fixtures';\nif (a) test.describe(x, run);\n",
      'check/four.ts': "import { wait } from './browsers';\nrun(wait);\n",
      'check/five.ts': "import { eachBrowser } from './browsers';\nexport const all = () => eachBrowser('x', () => {});\n",
    };
    expect(await testsIn(texts)).toEqual(['check/one.ts', 'check/three.ts', 'check/two.ts']);
  });

  test('files that a script gives to a test runner are tests', async () => {
    const scripts = {
      test: 'npm run build && cross-env A=1 c8 tape "checks/*.js" --no-coverage checks/deep/b.mjs -r ./checks/setup.cjs | tap-spec',
      unit: 'node --test unit/a.js; node unit/no.js',
      lint: 'eslint lint/a.js',
    };
    const sources = ['checks/a.js', 'checks/deep/b.mjs', 'checks/setup.cjs', 'unit/a.js', 'unit/no.js', 'lint/a.js', 'checks/deep/no.js'];
    const texts = Object.fromEntries(sources.map((path) => [`web/${path}`, '']));
    expect(await testsIn({ ...texts, 'web/package.json': JSON.stringify({ name: 'x', scripts }) })).toEqual([
      'web/checks/a.js',
      'web/checks/deep/b.mjs',
      'web/unit/a.js',
    ]);
  });
});
