import { expect, test } from 'vitest';
import { parseSource } from '../../../../support/parse-source.ts';

const importsOf = async (text: string): Promise<string[]> =>
  (await parseSource('javascript', text)).imports.map(({ specifier, kind }) => `${specifier} ${kind}`);

test.each([
  'function check(require) { require("a"); }',
  'const check = (all, require = all.one) => { if (all) require("a"); };',
  'const check = require => require("a");',
  'class A { load(require) { return () => require("a"); } }',
  'function outer() { function require(name) {} require("a"); }',
  'const require = (name) => name; require("a"); require.resolve("a");',
  'function check(require) { require(["a"], () => {}); require.resolve("a"); }',
])('a parameter or a function of the program named require loads nothing: %s', async (text) => {
  expect(await importsOf(text)).toEqual([]);
});

test.each([
  'define(function (require) { const a = require("a"); });',
  'define(["require"], (require) => { require("a"); });',
  '(function (require, exports) { require("a"); })(require, exports);',
  'function outer() { function require(name) {} } require("a");',
  'function check(require) { require("b"); } check(x); require("a");',
  'call(require); require("a");',
  'const require = window.require || other; require("a");',
  'const require = function () {}.constructor(); { require("a"); }',
])('other functions of this name load modules: %s', async (text) => {
  expect((await importsOf(text)).filter((each) => each.startsWith('a '))).toHaveLength(1);
});
