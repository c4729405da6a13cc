import { describe, expect, test } from 'vitest';
import { simplePattern } from '../../../../src/engine/graph/structure/resolve/script/alias.ts';
import { edgesAndGaps } from './sources-of.ts';

/** Returns a script that imports names, one in each line. */
const importing = (...names: readonly string[]): string => names.map((name) => `import '${name}';\n`).join('');

const FILES = ['src/a.ts', 'src/b/c.ts', 'src/b/index.ts', 'lib/d.ts'];
const edges = (texts: Readonly<Record<string, unknown>>, files = FILES) => edgesAndGaps(texts, files);
/** Returns the expected result for `main.ts`. */
const leads = (to: readonly string[], ...unresolved: readonly string[]) => [
  ...to.map((each) => `main.ts → ${each}`),
  ...unresolved.map((each) => `main.ts:${each}`),
];

describe('aliases of a bundler', () => {
  const manifest = { dependencies: { react: '18', 'real-package': '1' } };

  test('lead to files, whole or with what follows them, in all literal forms of a path', async () => {
    const config = `
      import path, { resolve, join } from 'node:path';
      import { fileURLToPath } from 'node:url';
      const root = path.resolve(__dirname, 'src');
      export default defineConfig({ resolve: { alias: {
        $one: './src', $two: '/src', '@three': path.resolve(__dirname, 'src'), '@four': join(root, 'b'),
        '@five': fileURLToPath(new URL('./src/b', import.meta.url)), '@six': new URL('lib', import.meta.url).pathname,
        Seven: \`\${__dirname}/lib\`, '@eight': __dirname + '/src', '@nine': require('path').join(process.cwd(), 'src') as string,
        '@ten': resolve('lib'), '@eleven': path.resolve(path.dirname(fileURLToPath(import.meta.url)), './src/'),
      } } });`;
    const names = ['$one/a', '$two/b/c', '@three/a', '@four/c', '@five', '@six/d', 'Seven/d', '@eight/a', '@nine/a', '@ten/d', '@eleven/a'];
    const files = ['src/a.ts', 'src/b/c.ts', 'src/b/index.ts', 'lib/d.ts'];
    for (const name of ['vite.config.ts', 'vitest.config.mts', 'webpack.config.js', 'rollup.config.mjs', 'electron.vite.config.ts']) {
      const found = await edges({ 'package.json': manifest, [name]: config, 'main.ts': importing(...names) });
      expect(found.filter((each) => each.startsWith('main'))).toEqual(leads(files.toSorted()));
    }
    for (const [n, name] of names.entries()) {
      const found = await edges({ 'package.json': manifest, 'vite.config.ts': config, 'main.ts': importing(name) });
      expect(found.filter((each) => each.startsWith('main'))).toEqual(
        leads([['lib/d.ts', ...files][[1, 2, 1, 2, 3, 0, 0, 1, 1, 0, 1][n] ?? 9] ?? '']),
      );
    }
  });

  test('may be a list, in variables, in assignments, exact, or simple patterns', async () => {
    const list = `export default { resolve: { alias: [
      { find: 'one', replacement: './src' }, { find: /^~/, replacement: './src/' }, { find: /^@x\\/(.*)$/, replacement: './lib/$1' },
      { find: /^(a+)+$/, replacement: './src/$1' }, { find: 'computed', replacement: compute() },
    ] } };`;
    const names = importing('one/a', '~b/c', '@x/d', 'aaaa', 'computed/a');
    const found = await edges({ 'package.json': manifest, 'vite.config.js': list, 'main.ts': names });
    expect(found).toEqual(leads(['lib/d.ts', 'src/a.ts', 'src/b/c.ts'], '4  aaaa', '5  computed/a'));
    const assigned = `const alias = { three: './src/b' };
      module.exports = { resolve: { alias }, webpack(config) { config.resolve.alias['four$'] = './src/a'; config.resolve.alias.five = ['./gone', './lib']; } };`;
    const others = importing('three/c', 'four', 'four/b', 'five/d');
    const more = await edges({ 'package.json': manifest, 'next.config.js': assigned, 'main.ts': others });
    expect(more).toEqual(leads(['lib/d.ts', 'src/a.ts', 'src/b/c.ts'], '3  four/b'));
  });

  test('may be those of the plugin of Rollup, and the one that SvelteKit defines', async () => {
    const config =
      "export default { plugins: [alias({ entries: [{ find: 'one', replacement: './src' }] }), other({ entries: { two: './lib' } })] };";
    const found = await edges({ 'package.json': manifest, 'rollup.config.js': config, 'main.ts': importing('one/a', 'two/d') });
    expect(found).toEqual(leads(['src/a.ts'], '2  two/d'));
    const kit = { 'package.json': { devDependencies: { '@sveltejs/kit': '2' } }, 'main.ts': importing('$lib/a', '$lib/gone') };
    expect(await edges(kit, ['src/lib/a.ts'])).toEqual(leads(['src/lib/a.ts'], '2  $lib/gone'));
  });

  test('apply below the folder of the configuration, the nearest first', async () => {
    const texts = {
      'package.json': manifest,
      'config/webpack.common.js': "module.exports = { resolve: { alias: { '@': require('path').resolve(__dirname, '../src') } } };",
      'app/vite.config.ts': "export default { resolve: { alias: { '@': '/own' } } };",
      'app/main.ts': importing('@/e', '@/a'),
      'main.ts': importing('@/a', '@/e'),
    };
    const found = await edges(texts, [...FILES, 'app/own/e.ts']);
    expect(found).toEqual(['app/main.ts → app/own/e.ts', 'app/main.ts → src/a.ts', ...leads(['src/a.ts'], '2  @/e')]);
  });

  test('add to a package or a path of the compiler, and do not hide a declared package', async () => {
    const texts = {
      'package.json': manifest,
      'vite.config.ts': "export default { resolve: { alias: { react: './lib/d', 'real-package': './gone', '@': './lib' } } };",
      'tsconfig.json': { compilerOptions: { paths: { '@/*': ['./src/*'] } } },
      'main.ts': importing('react', 'real-package', '@/d', '@/a'),
    };
    expect(await edges(texts)).toEqual(leads(['lib/d.ts', 'src/a.ts']));
    const both = { ...texts, 'main.ts': importing('@/d') };
    expect(await edges(both, [...FILES, 'src/d.ts'])).toEqual(leads(['lib/d.ts', 'src/d.ts']));
  });

  test('count before the convention for @/ and ~/, which still applies to their targets', async () => {
    const config = "export default { resolve: { alias: { '@': './lib', own: '~/b' } } };";
    const texts = { 'package.json': manifest, 'vite.config.ts': config, 'main.ts': importing('@/d', '@/a', '~/a', 'own/c') };
    const found = await edges(texts, [...FILES, 'src/d.ts']);
    expect(found).toEqual(leads(['lib/d.ts', 'src/a.ts', 'src/b/c.ts'], '2  @/a'));
  });

  test('count only in files that configure a tool', async () => {
    const texts = {
      'package.json': manifest,
      'settings.ts': "export const a = { alias: { '@x': './src' } };",
      'main.ts': importing('@x/a'),
    };
    expect(await edges(texts)).toEqual(leads([], '1  @x/a'));
  });

  test('are not followed out of the project, and aliases to other packages are external', async () => {
    const config = "export default { resolve: { alias: { '@out': '../shared', preact: 'react', two: 'undeclared' } } };";
    const texts = { 'package.json': manifest, 'vite.config.ts': config, 'main.ts': importing('@out/a', 'preact', 'two') };
    expect(await edges(texts)).toEqual(leads([], '1  @out/a', '3  two'));
  });

  test('resolve.modules names folders that are searched after packages', async () => {
    const config = "module.exports = { resolve: { modules: ['node_modules', 'src', path.join(__dirname, 'lib')] } };";
    const names = importing('a', 'd', 'react', 'gone');
    const texts = { 'package.json': manifest, 'webpack.config.js': config, 'main.ts': names };
    expect(await edges(texts, [...FILES, 'src/react.ts'])).toEqual(leads(['lib/d.ts', 'src/a.ts'], '4  gone'));
  });
});

describe('aliases of Jest and Babel', () => {
  test('of moduleNameMapper lead to files if they are simple', async () => {
    const jest = {
      moduleNameMapper: { '^one/(.*)$': '<rootDir>/src/$1', '^two$': ['<rootDir>/gone', '<rootDir>/lib/d'], '(x+)+$': '<rootDir>/src/a' },
      moduleDirectories: ['node_modules', 'src'],
    };
    const names = importing('one/a', 'two', 'two/d', 'xxxx', 'b/c');
    const expected = leads(['lib/d.ts', 'src/a.ts', 'src/b/c.ts'], '3  two/d', '4  xxxx');
    expect(await edges({ 'package.json': { jest }, 'main.ts': names })).toEqual(expected);
    const config = `export default { moduleNameMapper: ${JSON.stringify(jest.moduleNameMapper)} };`;
    const own = await edges({ 'package.json': {}, 'jest.config.ts': config, 'main.ts': importing('one/a', 'two') });
    expect(own).toEqual(leads(['lib/d.ts', 'src/a.ts']));
  });

  test('of module-resolver lead to files', async () => {
    const plugins = ['other', ['module-resolver', { root: ['./src'], alias: { '@l': './lib', '^@r/(.+)$': './src/\\1' } }]];
    const main = importing('@l/d', '@r/a', 'b/c');
    for (const name of ['.babelrc', 'babel.config.json']) {
      const found = await edges({ 'package.json': {}, [name]: { plugins }, 'main.ts': main });
      expect(found).toEqual(leads(['lib/d.ts', 'src/a.ts', 'src/b/c.ts']));
    }
  });
});

describe('import maps', () => {
  test('of Deno lead to files and members of the workspace; packages of registries are external', async () => {
    const config = {
      imports: { '@std/assert': 'jsr:@std/assert@1', '$src/': './src/', exact: './lib/d.ts', 'gone/': './gone/' },
      scopes: { './lib/': { exact: './src/a.ts' } },
      workspace: ['./pkg/*'],
    };
    const texts = {
      'deno.jsonc': `// comment\n${JSON.stringify(config)}`,
      'pkg/one/deno.json': {
        name: '@me/one',
        exports: { '.': './mod.ts', './sub': './inner/sub.ts' },
        imports: { '#in': './inner/sub.ts' },
      },
      'main.ts': importing('$src/a.ts', 'exact', '@me/one', '@me/one/sub', '@std/assert', '@std/assert/equals', 'gone/x.ts', '@me/one/mod'),
      'lib/scoped.ts': importing('exact'),
      'pkg/one/mod.ts': importing('#in', '$src/b/c.ts'),
      'package.json': {},
    };
    const expected = [
      'lib/scoped.ts → src/a.ts',
      ...leads(['lib/d.ts', 'pkg/one/inner/sub.ts', 'pkg/one/mod.ts', 'src/a.ts']),
      'pkg/one/mod.ts → pkg/one/inner/sub.ts',
      'pkg/one/mod.ts → src/b/c.ts',
      'main.ts:7  gone/x.ts',
      'main.ts:8  @me/one/mod',
    ];
    expect(await edges(texts, [...FILES, 'pkg/one/inner/sub.ts'])).toEqual(expected);
    const { 'package.json': _, ...without } = texts;
    expect(await edges(without, [...FILES, 'pkg/one/inner/sub.ts'])).toEqual(expected);
  });

  test('in their own files and in web pages lead to files', async () => {
    const map = { imports: { 'app/': '/src/', d: './lib/d.ts', cdn: 'https://cdn.example/x.js' } };
    const page = (text: string) => `<html><SCRIPT async type="importmap">${text}</SCRIPT><script>a()</script></html>`;
    const main = importing('app/a.ts', 'd', 'cdn', 'app/gone.ts');
    const expected = leads(['lib/d.ts', 'src/a.ts'], '4  app/gone.ts');
    expect(await edges({ 'index.html': page(JSON.stringify(map)), 'main.ts': main })).toEqual(expected);
    expect(await edges({ 'x.importmap': map, 'main.ts': main })).toEqual(expected);
    expect(await edges({ 'deno.json': { importMap: './import_map.json' }, 'import_map.json': map, 'main.ts': main })).toEqual(expected);
    expect(await edges({ 'index.html': `<!-- ${page(JSON.stringify(map))} -->`, 'main.ts': main })).toEqual([]);
    expect(await edges({ 'index.html': page('{ broken'), 'main.ts': main })).toEqual([]);
  });
});

describe('import maps of web pages', () => {
  const page = (imports: object, scopes: object = {}) => `<script type="importmap">${JSON.stringify({ imports, scopes })}</script>`;

  test('apply only to files in the folder of the page or below it, the nearest map alone', async () => {
    const texts = {
      'package.json': {},
      'one/index.html': page({ v: './v.js', only: './only.js' }, { './deep/': { w: './v.js' }, '../two/': { v: './v.js' } }),
      'two/index.html': page({ v: 'https://cdn.example/v.js' }),
      'index.html': page({ v: './v.js', rest: './rest.js' }),
      ...Object.fromEntries(['one', 'one/deep', 'two', 'three'].map((each) => [`${each}/m.js`, importing('v', 'only', 'rest', 'w')])),
    };
    const found = await edges(texts, ['v.js', 'rest.js', 'one/v.js', 'one/only.js', 'two/v.js']);
    expect(found.filter((each) => each.includes('→'))).toEqual([
      'one/deep/m.js → one/only.js',
      'one/deep/m.js → one/v.js',
      'one/m.js → one/only.js',
      'one/m.js → one/v.js',
      'three/m.js → rest.js',
      'three/m.js → v.js',
    ]);
    expect(found).not.toContain('two/m.js:1  v');
  });

  test('do not apply to names that a manifest above the file declares', async () => {
    const texts = {
      'package.json': { dependencies: { react: '18' } },
      'index.html': page({ react: './vendor/react.js', 'react/': './vendor/', other: './vendor/other.js' }),
      'src/main.js': importing('react', 'react/jsx.js', 'other'),
    };
    expect(await edges(texts, ['vendor/react.js', 'vendor/jsx.js', 'vendor/other.js'])).toEqual(['src/main.js → vendor/other.js']);
  });
});

/** Returns a script that uses the default exports of modules, one in each line. */
const taking = (...names: readonly string[]): string => names.map((name, n) => `import x${n} from '${name}';\n`).join('');

describe('ambient modules', () => {
  test('lead to the files that declare them, and are not unresolved', async () => {
    const texts = {
      'package.json': { dependencies: { typed: '1', untyped: '1' } },
      'types/env.d.ts':
        "declare module '*.svg' { const x: string; export default x; }\ndeclare module 'untyped';\ndeclare module 'made/names' {}\n",
      'types/virtual.d.ts': "declare module 'virtual:pages' {}\ndeclare module 'virtual:*' {}\n",
      'types/module.d.ts': "export {};\ndeclare module 'typed' {}\ndeclare module 'other' {}\n",
      'main.ts': taking('./logo.svg', 'untyped', 'made/names', 'virtual:pages', 'virtual:more', 'typed', 'other', './gone.svg'),
      'plain.js': taking('./logo.svg', 'made/names'),
      'logo.svg': '<svg/>',
    };
    const expected = ['types/env.d.ts', 'types/virtual.d.ts'];
    expect(await edgesAndGaps(texts)).toEqual([
      ...expected.map((each) => `main.ts → ${each}`),
      'plain.js → types/env.d.ts',
      'main.ts:7  other',
      'main.ts:8  ./gone.svg',
      'types/module.d.ts:3  other',
    ]);
    const loading = { ...texts, 'main.ts': importing('./logo.svg', 'virtual:pages', 'made/names') };
    expect((await edgesAndGaps(loading)).filter((each) => each.startsWith('main'))).toEqual(['main.ts → types/env.d.ts']);
    expect(await edgesAndGaps({ ...texts, 'plain.js': taking('./logo.svg') })).not.toContain('plain.js → types/env.d.ts');
  });

  test('of the nearest package count', async () => {
    const ambient = "declare module '*.svg' {}\ndeclare module 'only/here' {}\n";
    const texts = {
      'package.json': {},
      'one/package.json': {},
      'two/package.json': {},
      'env.d.ts': ambient,
      'one/env.d.ts': ambient,
      'logo.svg': '',
      'one/a.ts': taking('../logo.svg'),
      'two/a.ts': taking('../logo.svg'),
    };
    expect(await edgesAndGaps(texts)).toEqual(['one/a.ts → one/env.d.ts', 'two/a.ts → env.d.ts']);
    const { 'env.d.ts': _, ...others } = texts;
    const apart = { ...others, 'two/b.ts': taking('only/here') };
    expect(await edgesAndGaps(apart)).toEqual(['one/a.ts → one/env.d.ts', 'two/b.ts → one/env.d.ts']);
  });
});

test('an ambient module that is not compiled with a file counts only if nothing else is known of its name', async () => {
  const texts = {
    'package.json': { dependencies: { untyped: '1' } },
    'tsconfig.json': { include: ['src'] },
    'fixtures/env.d.ts': "declare module 'untyped' {}\ndeclare module 'made' {}\n",
    'src/a.ts': taking('untyped'),
    'src/b.ts': taking('made'),
  };
  expect(await edgesAndGaps(texts)).toEqual(['src/b.ts → fixtures/env.d.ts']);
  const both = { ...texts, 'tsconfig.json': { include: ['src', 'fixtures'] } };
  expect(await edgesAndGaps(both)).toEqual(['src/a.ts → fixtures/env.d.ts', 'src/b.ts → fixtures/env.d.ts']);
});

test('foreign regular expressions are compared as text, never run', () => {
  expect(simplePattern('^@/(.*)$')).toEqual({ name: '@/', end: 'group' });
  expect(simplePattern('^@/(.*?)$')).toEqual({ name: '@/', end: 'group' });
  expect(simplePattern('^~')).toEqual({ name: '~', end: 'open' });
  expect(simplePattern('^a\\.b\\/c$')).toEqual({ name: 'a.b/c', end: 'whole' });
  expect(simplePattern('plain')).toEqual({ name: 'plain', end: 'whole' });
  for (const other of ['(a+)+$', '^(x|y)$', '\\.css$', 'x(.*)', '^', '', '^a*$', '^\\w+$', '^[ab]$'])
    expect(simplePattern(other)).toBeNull();
});

test('aliases and imports of a manifest that refer to each other end', async () => {
  const manifest = { imports: { '#a': 'b', '#c': './src/a.ts' }, dependencies: {} };
  const config = "export default { resolve: { alias: { b: '#a', x: 'x', y: 'z', z: 'y', c: '#c' } } };";
  const found = await edges({ 'package.json': manifest, 'vite.config.ts': config, 'main.ts': importing('#a', 'b', 'x', 'y', 'c') });
  expect(found).toEqual(leads(['src/a.ts'], '1  #a', '2  b', '3  x', '4  y'));
});

test('hostile configurations are read in bounded time', async () => {
  const names = Array.from({ length: 40 }, (_, n) => `const v${n + 1} = \`${`\${v${n}}`.repeat(200)}\`;`).join('\n');
  const nested = `${'['.repeat(2_000)}${']'.repeat(2_000)}`;
  const config = `const v0 = 'x';\n${names}\nexport default { resolve: { alias: { a: v40, b: ${nested}, c: c } } };\nconst c = c;\n`;
  const page = `${'<!--<script type=importmap>'.repeat(2_000)}`;
  expect(await edgesAndGaps({ 'package.json': {}, 'vite.config.ts': config, 'index.html': page, 'main.ts': importing('a/b') })).toEqual([
    'main.ts:1  a/b',
  ]);
});

test('files that the settings of a test runner name are loaded by its configuration', async () => {
  const files = ['src/a.ts', 'src/b/c.ts', 'src/b/index.ts', 'lib/d.ts'];
  const loaded = (name: string, text: string) => edges({ 'package.json': {}, [name]: text }, files);
  const vitest = `export default { test: { setupFiles: ['./src/a.ts', 'src/b/c.ts', 'jest-dom', './gone.ts', compute()], globalSetup: join(__dirname, 'lib/d') } };`;
  expect(await loaded('vitest.config.ts', vitest)).toEqual(['lib/d.ts', 'src/a.ts', 'src/b/c.ts'].map((to) => `vitest.config.ts → ${to}`));
  const jest = `module.exports = { setupFilesAfterEnv: ['<rootDir>/src/a.ts'], globalTeardown: '<rootDir>/lib/d.ts', setupFiles: setup, testEnvironment: 'jsdom' };`;
  expect(await loaded('jest.config.js', `const setup = ['../out.js', './src/b'];\n${jest}`)).toEqual(
    ['lib/d.ts', 'src/a.ts', 'src/b/index.ts'].map((to) => `jest.config.js → ${to}`),
  );
  expect(await loaded('src/run.ts', `run({ setupFiles: ['/etc/x.ts', ''], globalSetup: '../../x.ts' });`)).toEqual([]);
});

describe('endings that a configuration lists', () => {
  const files = ['src/button.web.tsx', 'src/button.server.ts', 'src/button.tsx', 'src/only.web.tsx', 'src/d.ts'];
  const names = importing('./src/button', './src/only', './src/gone');
  const both = leads(['src/button.tsx', 'src/button.web.tsx', 'src/only.web.tsx'], '3  ./src/gone');

  test.each([
    ['webpack.config.js', "module.exports = { resolve: { extensions: ['.web.tsx', '.tsx', '.d.ts'] } };"],
    ['vite.config.ts', "const extensions = ['.web.tsx', '.js']; export default defineConfig({ resolve: { extensions: extensions } });"],
    ['jest.config.js', "module.exports = { moduleFileExtensions: ['web.tsx', 'ts'] };"],
    ['jest.config.json', { moduleFileExtensions: ['web.tsx', 'ts'] }],
    ['metro.config.js', "module.exports = { resolver: { sourceExts: ['web.tsx', 'ts'] } };"],
    ['babel.config.js', "module.exports = { plugins: [['module-resolver', { extensions: ['.web.tsx'] }]] };"],
    ['.babelrc', { plugins: [['module-resolver', { extensions: ['.web.tsx'] }]] }],
    ['package.json', { dependencies: { react: '18' }, jest: { moduleFileExtensions: ['web.tsx'] } }],
  ])('in %s lead to the files with them', async (name, config) => {
    const found = await edges({ 'package.json': { dependencies: { react: '18' } }, [name]: config, 'main.ts': names }, files);
    expect(found.filter((each) => each.startsWith('main'))).toEqual(both);
  });

  test.each([
    ['other.js', "module.exports = { resolve: { extensions: ['.web.tsx'] } };"],
    ['webpack.config.js', "module.exports = { extensions: ['.web.tsx'] };"],
    ['webpack.config.js', 'module.exports = { resolve: { extensions: list() } };'],
    ['lib/webpack.config.js', "module.exports = { resolve: { extensions: ['.web.tsx'] } };"],
  ])('do not count elsewhere: %s', async (name, config) => {
    const found = await edges({ 'package.json': { dependencies: { react: '18' } }, [name]: config, 'main.ts': names }, files);
    expect(found.filter((each) => each.startsWith('main'))).toEqual(leads(['src/button.tsx'], '2  ./src/only', '3  ./src/gone'));
  });
});

test('folders of Jest and Babel, and aliases of Parcel, are read from all their configurations', async () => {
  for (const [name, config, specifier] of [
    ['jest.config.ts', "export default { modulePaths: ['<rootDir>/src'] };", 'a'],
    ['jest.config.js', "module.exports = { moduleDirectories: ['node_modules', 'src'] };", 'a'],
    ['jest.config.json', { moduleNameMapper: { '^x/(.*)$': '<rootDir>/src/$1' } }, 'x/a'],
    ['babel.config.js', "module.exports = { plugins: [[require.resolve('x'), {}], ['module-resolver', { root: ['./src'] }]] };", 'a'],
    ['package.json', { dependencies: { react: '18' }, alias: { $x: './src', react: 'preact/compat' } }, '$x/a'],
    ['package.json', { dependencies: { react: '18' }, alias: { x: '~/src' } }, 'x/a'],
  ] as const) {
    const found = await edges({ 'package.json': { dependencies: { react: '18' } }, [name]: config, 'main.ts': importing(specifier) });
    expect({ name, found: found.filter((each) => each.startsWith('main')) }).toEqual({ name, found: leads(['src/a.ts']) });
  }
});
