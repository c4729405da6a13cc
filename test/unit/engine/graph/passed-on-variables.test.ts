import { expect, test } from 'vitest';
import { edgesBetween, structureOfTexts } from './sources-of.ts';

/** Returns the files that depend on the file that declares the re-exported variables. */
async function usersOf(declarer: string, texts: Readonly<Record<string, string>>): Promise<string[]> {
  const edges = edgesBetween(await structureOfTexts(texts), texts);
  return edges.filter((edge) => edge.endsWith(` → ${declarer}`)).map((edge) => edge.split(' ', 1)[0] ?? '');
}

const ONE = `export const one = 1;
export let lt = 1;
export var old = 1;
export const obj = { m() {} };
export const { d1, d2: d3, d4 = 1, ...d5 } = obj, [d6, [d7]] = [];
export declare const dc: number;
const later = 1;
export { later as renamed };
export default { a: 1 };
export const arrow = () => 1;
export class K {}
const own = 1;
`;

test('TypeScript: an import of a re-exported variable also depends on the file that declares it', async () => {
  const exported = ['one', 'lt', 'old', 'obj', 'd1', 'd3', 'd4', 'd5', 'd6', 'd7', 'dc', 'renamed', 'arrow', 'K'];
  const texts = {
    'one.ts': ONE,
    'index.ts':
      "export * from './one';\nexport * as all from './one';\nexport { one as uno, default as dflt } from './one';\nexport const here = 1;\n",
    'far.ts': "export * from './index';\n",
    ...Object.fromEntries(exported.map((name) => [`u_${name}.ts`, `import { ${name} } from './index';\nconsole.log(${name});\n`])),
    'v_uno.ts': "import { uno } from './far';\nuno;\n",
    'v_dflt.ts': "import { dflt } from './index';\ndflt;\n",
    'v_whole.ts': "import * as n from './index';\nn.one;\n",
    'v_all.ts': "import { all } from './index';\nall.one;\n",
    // Names that one.ts does not export.
    'w_own.ts': "import { own, d2, later, gone } from './index';\n",
    'w_here.ts': "import { here } from './index';\n",
    'w_default.ts': "import d from './index';\n",
  };
  const users = ['index', ...exported.map((name) => `u_${name}`), 'v_all', 'v_dflt', 'v_uno', 'v_whole'].map((name) => `${name}.ts`);
  expect(await usersOf('one.ts', texts)).toEqual(users.sort());
});

test('TypeScript: of two wildcard re-exports, a function takes precedence over a variable with the same name', async () => {
  const texts = {
    'a.ts': 'export const f = 1;\n',
    'b.ts': 'export function f() {}\n',
    'index.ts': "export * from './a';\nexport * from './b';\n",
    'u.ts': "import { f } from './index';\nexport function g() { return f(); }\n",
  };
  const { edges } = await structureOfTexts(texts);
  expect(edges.filter(({ from }) => from.startsWith('u.ts')).map(({ from, to }) => `${from} → ${to}`)).toEqual([
    'u.ts → b.ts',
    'u.ts → index.ts',
    'u.ts#g → b.ts#f',
  ]);
});

test('JavaScript: re-exported variables of CommonJS resolve to their file', async () => {
  const texts = {
    'one.js': 'const later = 1;\nexports.a = 1;\nmodule.exports = { b: 2, later };\n',
    'index.mjs': "export { a, b, later, gone } from './one.js';\n",
    ...Object.fromEntries(['a', 'b', 'later', 'gone'].map((name) => [`${name}.mjs`, `import { ${name} } from './index.mjs';\n`])),
  };
  expect(await usersOf('one.js', texts)).toEqual(['a.mjs', 'b.mjs', 'index.mjs', 'later.mjs']);
});

test('Python: re-exported variables of modules resolve to their file', async () => {
  const texts = {
    'pkg/__init__.py': 'from .consts import ONE\nfrom .more import *\nHERE = 1\n',
    'pkg/consts.py': 'ONE = 1\n',
    'pkg/more.py': 'TWO: int = 2\nfor THREE in []:\n    pass\n',
    'u1.py': 'from pkg import ONE\n',
    'u2.py': 'import pkg\ndef f():\n    return pkg.ONE\n',
    'u3.py': 'from pkg import TWO, THREE\n',
    'u4.py': 'from pkg import HERE\n',
  };
  expect(await usersOf('pkg/consts.py', texts)).toEqual(['pkg/__init__.py', 'u1.py', 'u2.py']);
  expect(await usersOf('pkg/more.py', texts)).toEqual(['pkg/__init__.py', 'u3.py']);
});

test('Rust: re-exported constants and statics resolve to their file', async () => {
  const texts = {
    'Cargo.toml': '[package]\nname = "x"\n',
    'src/lib.rs': 'mod consts;\nmod u1;\nmod u2;\npub use consts::MAX;\npub use consts::*;\n',
    'src/consts.rs': 'pub const MAX: u8 = 1;\npub static NAME: &str = "";\n',
    'src/u1.rs': 'use crate::MAX;\nfn f() -> u8 { MAX }\n',
    'src/u2.rs': 'use crate::NAME;\nfn f() -> &str { NAME }\n',
  };
  expect(await usersOf('src/consts.rs', texts)).toEqual(['src/lib.rs', 'src/u1.rs', 'src/u2.rs']);
});
