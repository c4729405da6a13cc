import { expect, test } from 'vitest';
import { GraphAssembly } from '../../../../src/engine/graph/analysis/assemble.ts';
import { findUnused, GraphModel } from '../../../../src/engine/graph/index.ts';
import { NO_HISTORY } from '../../../support/graphs.ts';
import { structureOfTexts } from './sources-of.ts';

const MODULES = {
  'c.ts': "export function a() {}\nexport function b() {}\nfunction own() {}\nexport * from './d';\nexport { e as f } from './e';\n",
  'd.ts': 'export function d() {}\n',
  'e.ts': 'export function e() {}\nexport function never() {}\n',
};

async function unusedWith(text: string): Promise<string[]> {
  const { nodes, edges } = await structureOfTexts({ ...MODULES, 'u.ts': `import * as C from './c';\n${text}` });
  const { symbols } = findUnused(new GraphModel(new GraphAssembly().assemble([{ nodes, edges }], NO_HISTORY)));
  return symbols.map(({ path, name }) => `${path} ${name}`);
}

test.each([
  'export function get(key) { return C[key]; }\nget("a");\n',
  'console.log(Object.values(C));\n',
  'const all = { C };\n',
  'export default { ...C };\n',
  'export function get(key) { C.a(); return C[key]; }\nget("a");\n',
])('any member of a module that is used as a value may be used: %s', async (text) => {
  expect(await unusedWith(text)).toEqual(['c.ts own', 'e.ts never']);
});

test.each(['C.a();\n', 'C?.a();\nfunction f(C) { return C["b"]; }\nf();\n'])(
  'only the members that are named are used: %s',
  async (text) => {
    expect(await unusedWith(text)).toEqual(['c.ts b', 'c.ts own', 'd.ts d', 'e.ts e', 'e.ts never']);
  },
);

test('the reasons say that it is not known which members are used', async () => {
  const { edges } = await structureOfTexts({
    ...MODULES,
    'u.ts': "import * as C from './c';\nexport const get = (key) => C[key];\nget(C);\n",
  });
  expect(edges.filter(({ to }) => to === 'd.ts#d').map(({ from, description }) => `${from}: ${description}`)).toEqual([
    'u.ts: u.ts may use d of d.ts at its top level (line 3)',
    'u.ts#get: get may use d of d.ts (u.ts, line 2)',
  ]);
  expect(edges.filter(({ from, to }) => from === 'u.ts' && /\.ts$/.test(to)).map(({ to }) => to)).toEqual(['c.ts']);
});

test('a module that require returns is no value where it is declared or called', async () => {
  const unused = async (text: string): Promise<string[]> => {
    const { nodes, edges } = await structureOfTexts({
      'c.js': 'exports.a = function a() {};\nexports.b = function b() {};\n',
      'u.js': text,
    });
    const { symbols } = findUnused(new GraphModel(new GraphAssembly().assemble([{ nodes, edges }], NO_HISTORY)));
    return symbols.map(({ name }) => name);
  };
  expect(await unused("const C = require('./c');\nC.a();\n")).toEqual(['b']);
  expect(await unused("const C = require('./c');\nC();\n")).toEqual(['a', 'b']);
  expect(await unused("const C = require('./c');\nrun(C);\n")).toEqual([]);
});
