import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../support/folders.ts';
import { compile } from '../../../support/script-edges.ts';
import { structureOfTexts } from './sources-of.ts';

/** A module, and what happens to the names that another file imports from it, as the compiler says. */
interface Layout {
  readonly of: string;
  /** Files by path. */
  readonly files: Readonly<Record<string, string>>;
  /** The imported module. Default: `./shop`. */
  readonly from?: string;
  /** Names that can be imported. */
  readonly has: string;
  /** Names that cannot, and that are listed. */
  readonly lacks?: string;
  /** Names that cannot as far as the compiler knows, but that are not listed, because another tool may allow them. */
  readonly unsure?: string;
}

const LAYOUTS: readonly Layout[] = [
  {
    of: 'declarations of every kind',
    files: {
      'shop.ts': [
        'export const a = 1, b = 2;\nexport let c: number | undefined;\nexport var d = 1;',
        'export function e() {}\nexport async function f() {}\nexport function* g() {}\nexport class H {}\nexport abstract class I {}',
        'export interface J {}\nexport type K = 1;\nexport enum L {}\nexport const enum M {}\nexport namespace N { export const inside = 1; }',
        'export declare const o: number;\nexport declare function p(): void;\nexport declare class Q {}',
        'export function r(): void;\nexport function r(a?: 1): void {}\nconst own = 1;\nfunction hidden() {}\ntype Secret = 1;',
      ].join('\n'),
    },
    has: 'a, b, c, d, e, f, g, H, I, J, K, L, M, N, o, p, Q, r',
    lacks: 'own, hidden, Secret, inside, gone, default',
  },
  {
    of: 'patterns',
    files: {
      'shop.ts': [
        'const all: any = {};',
        'export const { a, b: c, d: [e, { f }], g = 1, h: i = 2, ...j } = all;',
        'export const [k, , l = 1, ...[m]] = all;',
      ].join('\n'),
    },
    has: 'a, c, e, f, g, i, j, k, l, m',
    lacks: 'b, d, h, all',
  },
  {
    of: 'a list of names',
    files: { 'shop.ts': 'const a = 1, b = 2;\nfunction c() {}\ntype D = 1;\nexport { a, b as z, c as default };\nexport type { D };\n' },
    has: 'a, z, default, D',
    lacks: 'b, c',
  },
  { of: 'a default value', files: { 'shop.ts': 'export default { a: 1 };\n' }, has: 'default', lacks: 'a' },
  { of: 'a default function without a name', files: { 'shop.ts': 'export default function () {}\n' }, has: 'default', lacks: 'a' },
  { of: 'a default class with a name', files: { 'shop.ts': 'export default class Shop {}\n' }, has: 'default', lacks: 'Shop' },
  { of: 'a default name', files: { 'shop.ts': 'const a = 1;\nexport default a;\n' }, has: 'default', lacks: 'a' },
  {
    of: 'an imported name as the default',
    files: { 'shop.ts': "import { a } from './a';\nexport default a;\n", 'a.ts': 'export const a = 1;\n' },
    has: 'default',
    lacks: 'a',
  },
  {
    of: 'imported names',
    files: {
      'shop.ts': "import one, { a, b as c } from './a';\nimport * as whole from './a';\nexport { one, a, c as d, whole };\n",
      'a.ts': 'export const a = 1, b = 2, e = 3;\nexport default 1;\n',
    },
    has: 'one, a, d, whole',
    lacks: 'b, c, e, default',
  },
  {
    of: 'an alias of a namespace',
    files: { 'shop.ts': 'namespace A { export const b = 1; }\nexport import c = A.b;\n' },
    has: 'c',
    lacks: 'A, b, default',
  },
  {
    of: 're-exports',
    files: {
      'shop.ts': "export { a, default as b, c as default } from './a';\nexport * as d from './a';\nexport type { E } from './a';\n",
      'a.ts': 'export const a = 1, c = 1, f = 1;\nexport type E = 1;\nexport default 1;\n',
    },
    has: 'a, b, default, d, E',
    lacks: 'c, f',
  },
  {
    of: 'a chain of stars, which never bring the default',
    files: {
      'shop.ts': "export * from './a';\n",
      'a.ts': "export * from './b';\nexport const a = 1;\n",
      'b.ts': 'export const b = 1;\nexport default 1;\n',
    },
    has: 'a, b',
    lacks: 'c, default',
  },
  {
    of: 'a cycle of stars',
    files: {
      'shop.ts': "export * from './a';\nexport const s = 1;\n",
      'a.ts': "export * from './shop';\nexport * from './b';\nexport const a = 1;\n",
      'b.ts': "export * from './a';\nexport const b = 1;\n",
    },
    has: 's, a, b',
    lacks: 'c',
  },
  {
    of: 'a star of types',
    files: { 'shop.ts': "export type * from './a';\nexport type * as ns from './a';\n", 'a.ts': 'export type A = 1;\n' },
    has: 'A, ns',
    lacks: 'B',
  },
  {
    of: 'a star of a package that is not in the project',
    files: { 'shop.ts': "export * from 'react';\n", 'package.json': '{"dependencies": {"react": "1"}}' },
    has: '',
    unsure: 'useState',
  },
  { of: 'a star of a missing file', files: { 'shop.ts': "export * from './none';\nexport const a = 1;\n" }, has: 'a', unsure: 'b' },
  {
    of: 'a star of CommonJS',
    files: { 'shop.ts': "export * from './a';\nexport const s = 1;\n", 'a.js': 'exports.a = 1;\n' },
    has: 's, a',
    unsure: 'b',
  },
  {
    of: 'a re-exported name that is missing',
    files: { 'shop.ts': "export { a } from './a';\n", 'a.ts': 'export {};\n' },
    has: 'a',
    lacks: 'b',
  },
  { of: 'an index file', files: { 'shop/index.ts': 'export const a = 1;\n' }, has: 'a', lacks: 'b' },
  { of: 'a written ending', files: { 'shop.ts': 'export const a = 1;\n' }, from: './shop.js', has: 'a', lacks: 'b' },
  { of: 'JSX', files: { 'shop.tsx': 'export const A = () => <b>{1}</b>;\n' }, has: 'A', lacks: 'B' },
  { of: 'quoted names', files: { 'shop.ts': "const a = 1;\nexport { a as 'a-b' };\n" }, has: "'a-b'", lacks: 'a' },
  {
    of: 'an alias of tsconfig',
    files: {
      'tsconfig.json': '{"compilerOptions": {"paths": {"@in/*": ["./src/*"]}}}',
      'src/shop.ts': 'export const a = 1;\n',
    },
    from: '@in/shop',
    has: 'a',
    lacks: 'b',
  },
  { of: 'a file without exports', files: { 'shop.ts': 'const a = 1;\nconsole.log(a);\n' }, has: '', lacks: 'a, default' },
  {
    of: 'exports only in comments and texts',
    files: { 'shop.ts': '// export const a = 1;\nconst t = "export const b = 1";\nexport {};\n' },
    has: '',
    lacks: 'a, b, t',
  },
  {
    of: 'a JavaScript module',
    files: { 'shop.js': 'export const a = 1;\nconst b = 1;\nexport { b as c };\n' },
    has: 'a, c',
    lacks: 'b, default',
  },
  { of: 'CommonJS', files: { 'shop.js': 'module.exports = { a: 1 };\nmodule.exports.c = 1;\n' }, has: 'a', unsure: 'b' },
  { of: 'CommonJS by a helper', files: { 'shop.js': "Object.defineProperty(exports, 'a', { value: 1 });\n" }, has: 'a', unsure: 'b' },
  { of: 'JavaScript that is no module', files: { 'shop.js': 'var a = 1;\n' }, has: '', unsure: 'a, default' },
  { of: 'types in comments', files: { 'shop.js': '/** @typedef {{ a: number }} A */\nexport const b = 1;\n' }, has: 'A, b', unsure: 'C' },
  { of: 'export =', files: { 'shop.ts': 'const all = { a: 1 };\nexport = all;\n' }, has: '', unsure: 'b' },
  { of: 'a declaration file', files: { 'shop.d.ts': 'export const a: number;\ndeclare const b: number;\n' }, has: 'a, b', unsure: 'c' },
  {
    of: 'a module with a declaration file',
    files: { 'shop.js': 'export const a = 1;\n', 'shop.d.ts': 'export const a: number;\nexport type B = 1;\n' },
    has: 'a, B',
    unsure: 'c',
  },
  {
    of: 'an augmented module',
    files: {
      'shop.ts': 'export const a = 1;\n',
      'more.ts': "import './shop';\ndeclare module './shop' {\n  export interface B {}\n  interface C {}\n}\n",
      'others.ts': `import { x } from './shop';
declare module './shop' {
  import { q } from './more';
  const D: 1, E: 2;
  function f(): void;
  export class G {}
  type H = 1;
  namespace I.J {}
  enum K {}
  export abstract class L {}
}
`,
    },
    has: 'a, B, C, D, E, f, G, H, I, K, L',
    lacks: 'x, q, J',
  },
  {
    of: 'a module with an augmentation that lists its exports',
    files: {
      'shop.ts': 'export const a = 1;\n',
      'more.ts':
        "import './shop';\ndeclare module './shop' {\n  const b: 1;\n  interface C {}\n  export { b as d };\n  export type E = 1;\n}\n",
    },
    has: 'a, d, E',
    lacks: 'b, C',
  },
  {
    of: 'a module with an augmentation that passes on names',
    files: {
      'shop.ts': 'export const a = 1;\n',
      'more.ts': "import './shop';\ndeclare module './shop' {\n  export * from 'other';\n}\n",
    },
    has: 'a',
    unsure: 'c',
  },
  {
    of: 'an ambient module',
    files: { 'types.d.ts': "declare module '@in/shop' {\n  export const a: number;\n}\n", 'src/shop.ts': 'export const b = 1;\n' },
    from: '@in/shop',
    has: 'a',
    unsure: 'c',
  },
  { of: 'syntax errors', files: { 'shop.ts': 'export const a = 1;\nexport const = 2;\n' }, has: 'a, c' },
  { of: 'a generated file', files: { 'shop.pb.ts': '// @generated\nexport const a = 1;\n' }, from: './shop.pb', has: 'a', lacks: 'b' },
];

const split = (names = ''): string[] => names.split(', ').filter(Boolean);
const namesOf = ({ has, lacks, unsure }: Layout): string[] => [has, lacks, unsure].flatMap(split);
const bare = (name: string): string => name.replaceAll("'", '');

/** Imports each name on a line of its own. */
const userOf = (layout: Layout): string =>
  namesOf(layout)
    .map((name, n) => `import ${name === 'default' ? `n${n}` : `{ ${name} as n${n} }`} from '${layout.from ?? './shop'}';\n`)
    .join('');

/** A name that the module does not have, a module without exports, or no default. */
const MISSING = /^use\.ts\((\d+),\d+\): error TS(?:2305|2306|2459|2460|2614|2724|1192|2497):/;
const OPTIONS = {
  noEmit: true,
  allowJs: true,
  strict: true,
  skipLibCheck: true,
  target: 'esnext',
  module: 'esnext',
  moduleResolution: 'bundler',
  jsx: 'preserve',
  types: [],
  allowArbitraryExtensions: true,
};

/** Returns the names that the compiler does not find. */
async function refused(layout: Layout): Promise<string[]> {
  const folder = temporaryFolder();
  const written = JSON.parse(layout.files['tsconfig.json'] ?? '{}');
  const config = { compilerOptions: { ...OPTIONS, ...written.compilerOptions } };
  const texts = { ...layout.files, 'use.ts': userOf(layout), 'tsconfig.json': JSON.stringify(config) };
  for (const [file, text] of Object.entries(texts)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
  const told = await compile(folder, ['-p', '.', '--pretty', 'false']);
  const lines = told.split('\n').flatMap((line) => MISSING.exec(line)?.[1] ?? []);
  return [...new Set(lines)].map((line) => namesOf(layout)[Number(line) - 1] ?? '');
}

test.each(LAYOUTS)('$of', async (layout) => {
  expect(await refused(layout)).toEqual([layout.lacks, layout.unsure].flatMap(split));
  const { unresolved } = await structureOfTexts({ ...layout.files, 'use.ts': userOf(layout) });
  const listed = unresolved.filter((each) => each.path === 'use.ts' && each.reason === 'not exported');
  expect(listed.map(({ names }) => names.join())).toEqual(split(layout.lacks).map(bare));
});
