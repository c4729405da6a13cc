import { describe, expect, test } from 'vitest';
import { linesOf, parseSource } from '../../../../support/parse-source.ts';

/** Valid TypeScript. The grammar fails on some of it. */
const VALID: Readonly<Record<string, string>> = {
  'types of all': `export type * from './b';\nexport type * as C from './c';`,
  variance: 'interface I<in out T> { a: T }\ntype J<in T, out U> = { a: T; b: U };\nclass K<out T> {}',
  using: `{ using a = f(); await using b = g(); for (using c of d) {} for (await using e of f) {} }`,
  'using as a name': `import { using } from './using';\nconst a = await using(b, (c) => c);\nusing.f();\nusing = 1;`,
  satisfies: 'const a = {} satisfies T;\nexport default { b: 1 } satisfies C;',
  accessor: 'class A { accessor x = 1; static accessor y = 2; private accessor z: string; @d accessor w; }',
  'constant parameters': 'function f<const T extends readonly unknown[]>(x: T) {}\nclass C<const T> { m<const U>() {} }',
  enums: 'const enum E { A = 1 }\ndeclare const enum F { A }',
  decorators: `@d() export class A { @e m() {} @f() @g p = 1; constructor(@Inject() private a: B) {} }\nexport @d class B {}`,
  attributes: `import a from './a.json' with { type: 'json' };\nexport { b } from './b.json' with { type: 'json' };\nexport * from './c' with { type: 'json' };`,
  'wholes by a name': `export * as ns from './a';\nexport * as default from './b';\nexport * as "x-y" from './c';`,
  asserts: 'function f(x: unknown): asserts x is string {}\nfunction g(x: unknown): asserts x {}\nclass A { m(): asserts this is B {} }',
  'abstract constructors': 'type C = abstract new (...a: any[]) => object;',
  'template types': 'type A = `a-${string}-${B<C>}`;\ntype D<T> = { [K in keyof T as `get${K}`]: T[K] };',
  'unique symbol': 'declare const s: unique symbol;',
  override: 'class A extends B { override m() {} public override readonly y = 2; static override z = 1; }',
  'static blocks': 'class A { static { f(); } static [k: string]: B; }',
  'flags of patterns': 'const r = /[\\p{L}--[a-z]]/v;\nconst q = /(?i:a)b/dgimsuy;',
  'labels of tuples': 'type A = readonly [type: string, number: number, ...rest: B[]];\nfunction f(type: string, of: number) {}',
  'raw templates': 'const a = [String.raw`\\u`, String.raw`\\x`];',
  aliases: `import type T = N.T;\nexport import type B = require('./b');\nexport import C = require('./c');`,
  deferred: `import defer * as a from './a';\nimport source b from './b.wasm';`,
  'arguments of imported types': `type A = import('./b').D<E, import('./c').F>[];\ntype G = typeof import('./d');`,
  'lists of imported types': `interface A { b?: import('./b').C[]; d: import('./d').E.F[][] }`,
  'imported types of calls': `const a = async (f: any) => { const b = await f<typeof import('./b')>(); g<typeof import('./c')>(b); };`,
  instantiation: 'const a = f<string>;\nnew Map<string, number>;',
};

describe('valid TypeScript', () => {
  test.each(Object.entries(VALID))('%s: all imports are read, and no doubt is reported', async (_, text) => {
    const written = [...text.matchAll(/(?:from|require\(|import\()\s*'([^']+)'/g)].map(([, specifier]) => specifier);
    for (const language of ['typescript', 'tsx']) {
      const facts = await parseSource(language, `import './first';\n${text}\nimport './last';\n`);
      expect(facts.imports.map(({ specifier }) => specifier).sort()).toEqual([...written, './first', './last'].sort());
      expect(facts.doubtAt).toBeUndefined();
    }
  });

  test('has imports with their names and types-only flags', async () => {
    expect(linesOf(await parseSource('typescript', `${VALID['types of all']}\n${VALID['using as a name']}\n${VALID.attributes}`))).toEqual([
      '1 re-export of types ./b: *',
      '2 re-export of types ./c: * as C',
      '3 import ./using: using',
      '7 import ./a.json: default as a',
      '8 re-export ./b.json: b',
      '9 re-export ./c: *',
    ]);
  });
});

describe('text that cannot be parsed', () => {
  const doubtOf = async (language: string, ...lines: string[]) => (await parseSource(language, lines.join('\n'))).doubtAt;

  test('is reported with its line only if it may contain imports or uses', async () => {
    const broken = ['import { a } from "./a";', 'const b = <p>Tom & Jerry</p>;', 'export const c = a;'];
    expect(await doubtOf('tsx', ...broken)).toBeUndefined();
    expect(await doubtOf('typescript', 'const a = 1;', 'const b = ( ;', "import x y from './z';")).toBe(3);
    expect(await doubtOf('javascript', '<p>a & b</p>;', 'const c = 1;')).toBeUndefined();
    expect(await doubtOf('python', 'import a', 'def f(:', '    pass', 'from b import')).toBe(4);
    expect(await doubtOf('python', 'import a', 'x = = 1')).toBeUndefined();
  });

  test('is not reported in Rust, which is read without the tree, but anywhere in Java', async () => {
    expect(await doubtOf('rust', 'use a::b;', 'fn f( { let = ; }', 'use c::d;')).toBeUndefined();
    expect(await doubtOf('java', 'class A {', '  void f( { }', '}')).toBe(2);
  });

  test('does not affect imports around it', async () => {
    const facts = await parseSource('typescript', "import { a } from './a';\nconst b = ( ;\nexport { c } from './c';\n");
    expect(facts.imports.map(({ specifier }) => specifier)).toEqual(['./a', './c']);
  });
});

test('a lone carriage return ends a line', async () => {
  const importsIn = async (language: string, lines: readonly string[]) => {
    const { imports, isBroken } = await parseSource(language, lines.join('\r'));
    return [isBroken, ...imports.map(({ specifier, line }) => `${line} ${specifier}`)];
  };
  expect(await importsIn('python', ['# one', 'from p import x', 'import q', 'def f():', '    import r', ''])).toEqual([
    false,
    '2 p',
    '3 q',
    '5 r',
  ]);
  expect(await importsIn('typescript', ['// one', "import { x } from './p'", "import './q'", ''])).toEqual([false, '2 ./p', '3 ./q']);
  expect(await importsIn('java', ['// one', 'import p.X;', 'class A {}'])).toEqual([false, '2 p']);
});
