import { describe, expect, test } from 'vitest';
import type { FileFacts } from '../../../../src/engine/graph/facts.ts';
import { facts, imported, structureOf } from './facts-of.ts';
import { edgesBetween, linesOf, structureOfTexts } from './sources-of.ts';

const ts = (...specifiers: readonly string[]): FileFacts =>
  facts('typescript', { imports: specifiers.map((each) => imported(each, [], each.includes('*') ? { kind: 'glob' } : {})) });

interface Given {
  /** Imports of each script. */
  readonly scripts: Readonly<Record<string, readonly string[]>>;
  readonly configs?: Readonly<Record<string, unknown>>;
  /** Files that are not scripts, and folders that git ignores. */
  readonly others?: readonly string[];
}

/** Returns the dependencies of `a.ts` in any folder, and the number of unresolved imports. */
function from({ scripts, configs = {}, others = [] }: Given): { readonly to: string[]; readonly unresolved: number } {
  const files = Object.entries(scripts).map(([path, all]) => [path, ts(...all)] as const);
  const texts = Object.entries(configs).map(([path, value]) => [path, typeof value === 'string' ? value : JSON.stringify(value)] as const);
  const { edges, unresolved } = structureOf(files, texts, others);
  const own = edges.filter(({ from: file, to }) => /(?:^|\/)a\.ts$/.test(file) && !to.includes(':'));
  return { to: own.map(({ to }) => to), unresolved: unresolved.length };
}

const leads = (to: readonly string[], unresolved = 0) => ({ to, unresolved });

describe('paths', () => {
  test('resolve like in TypeScript: sources before their output, with their declarations', () => {
    const scripts = { 'a.ts': ['./b.js', './c', './d.mjs', './e.jsx', './f.js'], 'b.ts': [], 'b.js': [], 'c.js': [], 'c.d.ts': [] };
    const more = { 'd.mts': [], 'e.tsx': [], 'f.js': [], 'f.d.ts': [], 'c/index.ts': [] };
    expect(from({ scripts: { ...scripts, ...more } })).toEqual(leads(['b.ts', 'c.d.ts', 'c.js', 'd.mts', 'e.tsx', 'f.d.ts', 'f.js']));
  });

  test('of a folder resolve to its manifest entry or its index, not to a file with the same name', () => {
    const scripts = {
      'lib/a.ts': ['./x', './y/', '.', '..'],
      'lib/x/main.ts': [],
      'lib/y.ts': [],
      'lib/y/index.tsx': [],
      'lib/index.ts': [],
    };
    const configs = { 'lib/x/package.json': { main: 'main.js' }, 'package.json': {} };
    expect(from({ scripts, configs })).toEqual(leads(['lib/index.ts', 'lib/x/main.ts', 'lib/y/index.tsx'], 1));
  });

  test('resolve without queries, fragments and loaders', () => {
    const scripts = {
      'src/a.ts': ['./b?raw', './c.ts#x', '!!raw-loader!./d.ts', './e.ts?a=1#b', './f#g.ts'],
      'src/b.ts': [],
      'src/c.ts': [],
    };
    expect(from({ scripts: { ...scripts, 'src/d.ts': [], 'src/e.ts': [], 'src/f#g.ts': [] } })).toEqual(
      leads(['src/b.ts', 'src/c.ts', 'src/d.ts', 'src/e.ts', 'src/f#g.ts']),
    );
  });

  test('to existing files that are not sources are resolved; missing files are unresolved', () => {
    const there = [
      './x.css',
      './x.vue',
      './data.json?url',
      './made',
      './out/deep/client',
      '/logo.svg',
      './icons.svg#up',
      '../../outside/x.css',
      '../../node_modules/x/y',
    ];
    const scripts = { 'src/a.ts': [...there, './gone.css', './outer/client', 'virtual:x', 'node:fs', 'https://a.example/x.js', 'react'] };
    const others = ['src/x.css', 'src/x.vue', 'src/data.json', 'src/made.js', 'src/out/', 'public/logo.svg', 'src/icons.svg'];
    expect(from({ scripts, configs: { 'package.json': { dependencies: { react: '18', vite: '6' } } }, others })).toEqual(leads([], 2));
  });

  test('resolve to data files like in Node, after scripts: by extension, folder index or manifest entry', () => {
    const there = ['./data', './native', './conf/', './conf', './pkg', './both', 'tables', 'zones', './outer'];
    const scripts = { 'src/a.ts': [...there, './gone', './empty/'], 'src/both.ts': [], 'outer/index.ts': [] };
    const others = ['src/data.json', 'src/native.node', 'src/conf/index.json', 'src/pkg/own.json', 'src/both.json'];
    const more = ['src/outer/index.json', 'tables/all.json', 'zones/all.json', 'src/empty/other.json'];
    const configs = {
      'package.json': { workspaces: ['tables', 'zones'], dependencies: { tables: '*', zones: '*' } },
      'src/pkg/package.json': { main: 'own' },
      'tables/package.json': { name: 'tables', main: './all.json' },
      'zones/package.json': { name: 'zones', exports: './all.json' },
    };
    expect(from({ scripts, configs, others: [...others, ...more] })).toEqual(leads(['src/both.ts'], 2));
  });

  test('of style sheets resolve to their declaration files', () => {
    const scripts = { 'a.ts': ['./x.css', './y.module.css', './z.css'], 'x.css.d.ts': [], 'y.module.d.css.ts': [], 'z.css.ts': [] };
    expect(from({ scripts, others: ['x.css', 'y.module.css'] })).toEqual(leads(['x.css.d.ts', 'y.module.d.css.ts', 'z.css.ts']));
  });

  test('with glob patterns resolve to all matching files, except the file itself and excluded ones', () => {
    const scripts = { 'web/src/a.ts': ['./*.ts !./c.ts', '/src/deep/**/*.{ts,tsx}', '@/alias/*.ts', './none/*.ts', './@(x|y)*.ts'] };
    const more = { 'web/src/b.ts': [], 'web/src/c.ts': [], 'web/src/.d.ts': [], 'web/src/deep/e/f.tsx': [], 'web/src/deep/g.ts': [] };
    const configs = { 'web/package.json': {}, 'web/tsconfig.json': { compilerOptions: { paths: { '@/*': ['./src/*'] } } } };
    expect(from({ scripts: { ...scripts, ...more, 'web/src/alias/h.ts': [], 'web/src/[id].js': [] }, configs })).toEqual(
      leads(['web/src/alias/h.ts', 'web/src/b.ts', 'web/src/deep/e/f.tsx', 'web/src/deep/g.ts'], 1),
    );
  });
});

describe('TypeScript configurations', () => {
  const options = (compilerOptions: unknown, more: object = {}) => ({ compilerOptions, ...more });

  test('apply to the files that they cover: first the nearest, then a referenced one, then any', () => {
    const scripts = { 'app/a.ts': ['@x'], 'app/near.ts': [], 'app/referenced.ts': [], 'app/other.ts': [] };
    const near = { 'app/tsconfig.json': options({ paths: { '@x': ['./near.ts'] } }) };
    const solution = { 'app/tsconfig.json': { files: [], references: [{ path: '../all/x.json' }] } };
    const referenced = { 'all/x.json': options({ paths: { '@x': ['../app/referenced.ts'] } }, { include: ['../app'] }) };
    const other = { 'z/tsconfig.json': options({ paths: { '@x': ['../app/other.ts'] } }, { files: ['../app/a.ts'] }) };
    expect(from({ scripts, configs: { ...near, ...other } }).to).toEqual(['app/near.ts']);
    expect(from({ scripts, configs: { ...solution, ...referenced, ...other } }).to).toEqual(['app/referenced.ts']);
    expect(from({ scripts, configs: other }).to).toEqual(['app/other.ts']);
  });

  test('use only the longest matching path pattern, and missing targets are unresolved', () => {
    const configs = { 'tsconfig.json': options({ paths: { '@/*': ['./*'], '@/deep/*': ['./other/*'], '*': ['./any/*'] } }) };
    const scripts = { 'a.ts': ['@/deep/b', '@/c', '@/gone', 'd', 'react'], 'deep/b.ts': [], 'other/b.ts': [], 'c.ts': [], 'any/d.ts': [] };
    expect(from({ scripts, configs })).toEqual(leads(['any/d.ts', 'c.ts', 'other/b.ts'], 1));
  });

  test('extend lists in which the last one wins, packages of the project, and cycles', () => {
    const configs = {
      'tsconfig.json': { extends: ['./one', '@own/config/two.json', './tsconfig.json'] },
      'one.json': options({ baseUrl: `\${configDir}/one`, paths: { '#x': ['x'], '@x': ['x'] } }),
      'config/two.json': options({ paths: { '@x': [`\${configDir}/two/x`] } }, { extends: '../tsconfig.json' }),
      'config/package.json': { name: '@own/config' },
    };
    const scripts = { 'a.ts': ['@x', 'y'], 'one/x.ts': [], 'one/y.ts': [], 'two/x.ts': [] };
    expect(from({ scripts, configs }).to).toEqual(['one/y.ts', 'two/x.ts']);
  });

  test('map paths in outDir to sources, and merge rootDirs', () => {
    const configs = { 'tsconfig.json': options({ outDir: 'dist', rootDirs: ['src', 'made'] }) };
    const scripts = { 'src/a.ts': ['../dist/b.js', './c', '../dist/d.js'], 'src/b.ts': [], 'made/c.ts': [] };
    expect(from({ scripts, configs })).toEqual(leads(['made/c.ts', 'src/b.ts'], 1));
  });
});

test('a reference path resolves to its file, and is unresolved if the file does not exist', async () => {
  const texts = {
    'src/a.ts': '/// <reference path="./globals.d.ts" />\nexport const a: G = 1;\n',
    'src/b.d.ts': '/// <reference path="globals.d.ts" />\n/// <reference types="node" />\ndeclare const b: G;\n',
    'src/c.tsx': '/// <reference path="../types/gone.d.ts" />\nexport const c = <div />;\n',
    'src/globals.d.ts': 'type G = number;\n',
  };
  const structure = await structureOfTexts(texts);
  expect(edgesBetween(structure, texts)).toEqual(['src/a.ts → src/globals.d.ts', 'src/b.d.ts → src/globals.d.ts']);
  expect(linesOf(structure.unresolved)).toEqual(['src/c.tsx:1  ../types/gone.d.ts']);
});

describe('packages', () => {
  const root = { 'package.json': { workspaces: ['packages/*', '!packages/out'] } };
  const named = (name: string, more: object = {}) => ({ name, ...more });

  test('resolve by name only if a workspace or a file dependency links them', () => {
    const configs = {
      ...root,
      'packages/app/package.json': named('app', { dependencies: { placed: 'file:../../placed', react: '^18', other: 'npm:util@1' } }),
      'packages/util/package.json': named('util'),
      'packages/out/package.json': named('out'),
      'placed/package.json': named('placed'),
      'fixtures/react/package.json': named('react'),
    };
    const scripts = { 'packages/app/a.ts': ['util', 'other', 'placed', 'react', 'out'], 'fixtures/react/index.ts': [] };
    const more = { 'packages/util/index.ts': [], 'placed/index.ts': [], 'packages/out/index.ts': [] };
    expect(from({ scripts: { ...scripts, ...more }, configs })).toEqual(leads(['packages/util/index.ts', 'placed/index.ts'], 1));
  });

  test('resolve by an alias of the registry only if it may be the version of the project', () => {
    const asked = (version: string, own?: string): readonly string[] => {
      const configs = {
        'package.json': named('lib', own === undefined ? {} : { version: own }),
        'perf/package.json': named('perf', { dependencies: { old: `npm:lib@${version}` } }),
      };
      return from({ scripts: { 'index.ts': [], 'perf/a.ts': ['old'] }, configs }).to;
    };
    for (const version of ['5', '^5.1.0', '~9.0.0', '5.x']) expect(asked(version, '10.0.3-beta')).toEqual([]);
    for (const version of ['10', '^10.0.1', 'latest', '>=5', '5 || 10']) expect(asked(version, '10.0.3-beta')).toEqual(['index.ts']);
    expect([asked('5'), asked('5', '0.0.0-dev')]).toEqual([['index.ts'], ['index.ts']]);
  });

  test('with the same name resolve to the own package, then to the nearest', () => {
    const configs = { 'x/one/package.json': named('same'), 'x/two/package.json': named('same'), 'x/user/package.json': named('user') };
    const scripts = { 'x/one/index.ts': [], 'x/two/index.ts': [] };
    expect(from({ scripts: { ...scripts, 'x/two/src/a.ts': ['same'] }, configs }).to).toEqual(['x/two/index.ts']);
    const far = { ...configs, 'same/package.json': named('same') };
    expect(from({ scripts: { ...scripts, 'same/index.ts': [], 'x/user/a.ts': ['same'] }, configs: far }).to).toEqual(['x/one/index.ts']);
  });

  test('resolve exports: conditions, patterns, trailing-slash folders, null targets, and files that are not sources', () => {
    const exported = {
      '.': { browser: './src/browser.ts', types: './types/main.d.ts', default: './dist/esm/main.mjs' },
      './parts/*.js': './dist/parts/*.js',
      './parts/own/*.js': null,
      './old/': './lib/old/',
      './style': './style.css',
    };
    const configs = { ...root, 'packages/app/package.json': named('app'), 'packages/p/package.json': named('p', { exports: exported }) };
    const app = ['p', 'p/parts/x.js', 'p/old/y.js', 'p/style', 'p/gone'];
    const scripts = {
      'packages/app/a.ts': app,
      'packages/p/src/browser.ts': [],
      'packages/p/src/main.mts': [],
      'packages/p/types/main.d.ts': [],
    };
    const more = { 'packages/p/src/parts/x.ts': [], 'packages/p/src/old/y.ts': [] };
    expect(from({ scripts: { ...scripts, ...more }, configs, others: ['packages/p/style.css'] })).toEqual(
      leads(
        [
          'packages/p/src/browser.ts',
          'packages/p/src/main.mts',
          'packages/p/src/old/y.ts',
          'packages/p/src/parts/x.ts',
          'packages/p/types/main.d.ts',
        ],
        1,
      ),
    );
  });

  test('do not resolve targets of exports or imports out of the package', () => {
    const exported = {
      './up': '../../secret.ts',
      './deep/*': './src/*.ts',
      './up/*': './src/../../../*.ts',
      './types': { types: '../../secret.d.ts' },
    };
    const configs = {
      'package.json': { name: 'root', workspaces: ['packages/*'], imports: { '#up': '../secret.ts', '#in': './secret.ts' } },
      'packages/p/package.json': { name: 'p', exports: exported },
    };
    const others = { 'secret.ts': [], 'secret.d.ts': [], 'packages/p/src/x.ts': [] };
    const to = (...specifiers: string[]) => from({ scripts: { 'a.ts': specifiers, ...others }, configs });
    expect(to('p/up', 'p/deep/../../../../secret', 'p/up/secret', 'p/types', '#up')).toEqual(leads([], 5));
    expect(to('p/deep/x', '#in')).toEqual(leads(['packages/p/src/x.ts', 'secret.ts']));
  });

  test('with exports do not resolve other files', () => {
    const exported = {
      '.': { import: { types: './src/index.ts', default: './dist/index.js' }, require: './dist/index.cjs' },
      './*': './src/*.ts',
      './*.js': './src/*.ts',
      './internal/*': null,
      './internal/open': './src/internal/open.ts',
      './closed': { import: null, default: null },
    };
    const configs = {
      ...root,
      'packages/app/package.json': named('app', { imports: { '#x/*': './src/*.ts', '#x/own/*': null } }),
      'packages/core/package.json': named('@acme/core', { exports: exported }),
      'packages/two/package.json': named('two', { exports: { './a': './a.ts' }, main: './index.ts' }),
      'packages/three/package.json': named('three', { exports: null, main: './index.ts' }),
    };
    const open = [
      '@acme/core',
      '@acme/core/user',
      '@acme/core/deep/x.js',
      '@acme/core/internal/open',
      '@acme/core/package.json',
      'two/a',
      'three',
      '#x/y',
    ];
    const closed = ['@acme/core/internal/x', '@acme/core/closed', 'two', 'two/b', 'two/index', '#x/own/y'];
    const core = ['closed.ts', 'deep/x.ts', 'index.ts', 'internal/open.ts', 'internal/x.ts', 'user.ts'].map(
      (each) => `packages/core/src/${each}`,
    );
    const others = [
      'packages/core/closed.ts',
      'packages/core/internal/x.ts',
      'packages/two/a.ts',
      'packages/two/b.ts',
      'packages/two/index.ts',
    ];
    const more = [...core, ...others, 'packages/three/index.ts', 'packages/app/src/y.ts', 'packages/app/src/own/y.ts'];
    const scripts = Object.fromEntries(more.map((each): [string, string[]] => [each, []]));
    const inCore = ['package.json', 'src/deep/x.ts', 'src/index.ts', 'src/internal/open.ts'].map((each) => `packages/core/${each}`);
    const to = ['packages/app/src/y.ts', ...inCore];
    expect(from({ scripts: { ...scripts, 'packages/app/a.ts': [...open, ...closed] }, configs })).toEqual(
      leads([...to, 'packages/core/src/user.ts', 'packages/three/index.ts', 'packages/two/a.ts'], closed.length),
    );
  });

  test('resolve subpath imports to own files and other packages, and missing targets are unresolved', () => {
    const imports = { '#own/*': './src/*.js', '#dep': 'util/deep', '#alias': '#own/b', '#data': './data.json' };
    const configs = { ...root, 'packages/app/package.json': named('app', { imports }), 'packages/util/package.json': named('util') };
    const scripts = { 'packages/app/src/a.ts': ['#own/b', '#dep', '#data', '#own/gone', '#none'], 'packages/app/src/b.ts': [] };
    expect(from({ scripts: { ...scripts, 'packages/util/deep.ts': [] }, configs, others: ['packages/app/data.json'] })).toEqual(
      leads(['packages/app/src/b.ts', 'packages/util/deep.ts'], 2),
    );
  });

  test('with invalid names are unresolved, unless a configuration or a dependency defines them', () => {
    const names = ['@ui', '@ui?raw', '@', '_parts', '.parts', '...', '_http_agent', 'react', '@types/node', '@a/b', '$lib/x', '~x'];
    const configs = { 'package.json': { dependencies: { '@linked': 'link:../linked', '@a/b': '1', react: '18', '@types/node': '22' } } };
    expect(from({ scripts: { 'a.ts': [...names, '@linked'] }, configs })).toEqual(leads([], 9));
    const paths = { compilerOptions: { paths: { '@ui': ['./ui'], '_*': ['./own/*'] } } };
    const more = { 'ui/index.ts': [], 'own/parts.ts': [] };
    expect(from({ scripts: { 'a.ts': ['@ui', '_parts', '@other'], ...more }, configs: { 'tsconfig.json': paths } })).toEqual(
      leads(['own/parts.ts', 'ui/index.ts'], 1),
    );
  });

  test('that no manifest from the file up declares are unresolved, because an alias may be meant', () => {
    const names = ['app/a', 'src/utils/a', 'Components/b', 'fs/promises', 'estree', '@acme/types', 'vscode', 'shared/x', 'peer', 'maybe'];
    const manifest = {
      devDependencies: { '@types/estree': '1', '@types/acme__types': '1' },
      engines: { vscode: '^1' },
      peerDependencies: { peer: '1' },
      optionalDependencies: { maybe: '1' },
    };
    const builtIn = ['bun', 'bun:test', 'deno', 'cloudflare:workers', 'node:test', 'workerd:unsafe'];
    const scripts = { 'one/a.ts': [...names, ...builtIn] };
    const inner = { 'one/package.json': manifest };
    expect(from({ scripts, configs: inner })).toEqual(leads([], 4));
    expect(from({ scripts, configs: { ...inner, 'package.json': { dependencies: { shared: '1' } } } })).toEqual(leads([], 3));
    expect(from({ scripts, configs: {} })).toEqual(leads([]));
  });

  test('in the scope of the workspace are unresolved if they neither exist nor are dependencies', () => {
    const configs = {
      ...root,
      'packages/app/package.json': named('@mono/app', {
        dependencies: { '@mono/cli': '^1', '@mono/here': '*', '@single/two': '1', '@else/x': '1', nothere: '1' },
      }),
      'packages/here/package.json': named('@mono/here', { devDependencies: { '@mono/lint': '^2' } }),
      'other/package.json': named('@single/own'),
    };
    const app = ['@mono/here', '@mono/nothere', '@mono/nothere/deep', '@mono/cli', '@mono/lint', '@single/two', '@else/x', 'nothere'];
    const scripts = { 'packages/app/a.ts': app, 'packages/here/index.ts': [] };
    expect(from({ scripts, configs })).toEqual(leads(['packages/here/index.ts'], 3));
  });

  test('with the invalid names @/ and ~/ resolve to own sources', () => {
    const scripts = { 'web/src/x/a.ts': ['@/b', '~/c.ts', '@/gone'], 'web/src/b.ts': [], 'web/c.ts': [] };
    const needing = (tool: string) => ({ 'web/package.json': { devDependencies: { [tool]: '1' } } });
    const found = leads(['web/c.ts', 'web/src/b.ts'], 1);
    expect(from({ scripts, configs: needing('vite') })).toEqual(found);
    expect(from({ scripts: { ...scripts, 'web/vite.config.ts': [] }, configs: { 'web/package.json': {} } })).toEqual(found);
    // Nothing gives them a meaning.
    expect(from({ scripts, configs: needing('react') })).toEqual(leads([], 3));
    expect(from({ scripts: { ...scripts, 'other/vite.config.ts': [] }, configs: { 'web/package.json': {} } })).toEqual(leads([], 3));
  });

  test('with a path from / resolve only where a bundler or a web page does', () => {
    const scripts = { 'web/src/a.ts': ['/src/b', '/c.js'], 'web/src/b.ts': [], 'web/public/c.js': [] };
    const found = leads(['web/public/c.js', 'web/src/b.ts']);
    expect(from({ scripts, configs: { 'web/package.json': {} } })).toEqual(leads([], 2));
    expect(from({ scripts, configs: { 'web/package.json': { dependencies: { astro: '5' } } } })).toEqual(found);
    expect(from({ scripts, configs: { 'web/package.json': {}, 'web/index.html': '' } })).toEqual(found);
  });
});

test('hostile patterns and names are resolved in bounded time', () => {
  const stars = `${'*a'.repeat(2_000)}/${'**/'.repeat(500)}${'{a,b}'.repeat(500)}`;
  const configs = {
    'package.json': { workspaces: [stars], exports: { [`./${'*'.repeat(10_000)}`]: './x.ts' }, name: 'own' },
    'tsconfig.json': { include: [stars], exclude: [stars], compilerOptions: { paths: { [stars]: [stars] } } },
  };
  expect(from({ scripts: { 'a.ts': [stars, `${'a/'.repeat(5_000)}b`, `own/${'x'.repeat(10_000)}`] }, configs }).to).toEqual([]);
});

test('the main field of a folder may lead out of the folder, to a file or to what it is built from; exports may not', async () => {
  const texts = {
    'package.json': '{ "name": "a" }',
    'index.js': "import './bar';\nimport './baz';\nimport './odd/inner';\nimport './closed';\n",
    'bar/package.json': '{ "main": "../utils/bar.js" }',
    'utils/bar.js': 'export {};\n',
    'baz/package.json': '{ "main": "./../dist/baz.js" }',
    'src/baz.ts': 'export {};\n',
    'odd/inner/package.json': '{ "main": "../../../../out.js" }',
    'closed/package.json': '{ "name": "closed", "exports": "../utils/bar.js" }',
  };
  const structure = await structureOfTexts(texts);
  expect(edgesBetween(structure, texts).sort()).toEqual(['index.js → src/baz.ts', 'index.js → utils/bar.js']);
  expect(linesOf(structure.unresolved)).toEqual(['index.js:3  ./odd/inner', 'index.js:4  ./closed']);
});
