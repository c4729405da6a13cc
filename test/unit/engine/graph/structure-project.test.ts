import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileFacts } from '../../../../src/engine/graph/facts.ts';
import { facts, imported, structureOf, symbol } from './facts-of.ts';

const ts = (...imports: ReturnType<typeof imported>[]) => facts('typescript', { imports });

function structureIn(files: Readonly<Record<string, FileFacts>>, configs: Readonly<Record<string, string>> = {}) {
  return structureOf(Object.entries(files), Object.entries(configs));
}

/** Returns the edges of a type with their weights and descriptions. */
function reasons({ edges }: ReturnType<typeof structureIn>, type: string): string[] {
  return edges.filter((edge) => edge.type === type).map(({ from, to, weight, description }) => `${from} → ${to} ${weight}: ${description}`);
}

describe('weights and descriptions of edges', () => {
  test('of an import depend on its names, on types only, and on dynamic loading', () => {
    const structure = structureIn({
      'a.ts': ts(
        imported('./b', ['x', 'y'], { line: 3 }),
        imported('./c', ['T'], { isTypeOnly: true, line: 4 }),
        imported('./d', [], { kind: 'dynamic', line: 9 }),
        imported('./e', ['* as e']),
      ),
      'b.ts': { ...ts(), topNames: ['x', 'y'] },
      'c.ts': { ...ts(), topNames: ['T'] },
      'd.ts': ts(),
      'e.ts': ts(),
    });
    expect(reasons(structure, 'depends')).toEqual([
      'a.ts → b.ts 0.7: a.ts imports x and y from b.ts (line 3)',
      'a.ts → c.ts 0.3: a.ts imports T from c.ts (line 4, types only)',
      'a.ts → d.ts 0.4: a.ts loads d.ts (line 9, loaded later)',
      'a.ts → e.ts 0.8: a.ts imports e.ts (line 1)',
    ]);
  });

  test('of a test are highest for the file that it is named after, even without an import', () => {
    const structure = structureIn({
      'src/login.ts': ts(),
      'src/hash.ts': ts(),
      'test/login.test.ts': ts(imported('../src/login'), imported('../src/hash'), imported('./support')),
      'test/support.ts': ts(),
      'test/hash.test.ts': ts(imported('vitest')),
    });
    expect(reasons(structure, 'tests')).toEqual([
      'test/hash.test.ts → src/hash.ts 0.5: test/hash.test.ts is named after src/hash.ts',
      'test/login.test.ts → src/hash.ts 0.6: test/login.test.ts imports src/hash.ts (line 1)',
      'test/login.test.ts → src/login.ts 1: test/login.test.ts imports src/login.ts (line 1)',
    ]);
    expect(reasons(structure, 'depends')).toEqual([
      'test/login.test.ts → test/support.ts 0.5: test/login.test.ts imports test/support.ts (line 1)',
    ]);
    expect(structure.nodes.map(({ id, type }) => `${id} ${type}`)).toContain('test/login.test.ts test');
  });

  test('that is named after files in several folders are to the one in the folders of the test', () => {
    const structure = structureIn({
      'src/x/util.ts': ts(),
      'src/x/help/util.ts': ts(),
      'test/x/util.test.ts': ts(),
      'test/x/help/util.test.ts': ts(),
      'test/y/util.test.ts': ts(),
    });
    expect(reasons(structure, 'tests').map((reason) => reason.replace(/ 0\.5: .*/, ''))).toEqual([
      'test/x/help/util.test.ts → src/x/help/util.ts',
      'test/x/util.test.ts → src/x/util.ts',
      'test/y/util.test.ts → src/x/help/util.ts',
      'test/y/util.test.ts → src/x/util.ts',
    ]);
  });
});

test('edges between packages are weighted by the imports of their files, and manifests configure packages', () => {
  const structure = structureIn(
    { 'a/x.ts': ts(imported('b')), 'a/y.ts': ts(imported('b')), 'b/index.ts': ts(), 'top.ts': ts() },
    { 'a/package.json': '{ "name": "@me/a" }', 'b/package.json': '{ "name": "b" }', 'package.json': '{}', 'a/tsconfig.json': '{}' },
  );
  expect(structure.nodes.filter(({ type }) => type === 'module')).toEqual([
    { id: 'module:.', type: 'module', path: '.', name: 'the project' },
    { id: 'module:a', type: 'module', path: 'a', name: '@me/a' },
    { id: 'module:b', type: 'module', path: 'b', name: 'b' },
  ]);
  expect(structure.edges.find(({ from, to }) => from === 'module:a' && to === 'module:b')).toEqual({
    from: 'module:a',
    to: 'module:b',
    type: 'depends',
    weight: 1 - 1 / 3,
    description: '@me/a depends on b through 2 imports',
  });
  expect(reasons(structure, 'configures')).toEqual([
    'a/package.json → module:a 0.5: a/package.json is the manifest of @me/a',
    'a/tsconfig.json → module:a 0.4: a/tsconfig.json configures the compilation of @me/a',
    'b/package.json → module:b 0.5: b/package.json is the manifest of b',
    'package.json → module:. 0.5: package.json is the manifest of the project',
  ]);
});

test('CI workflows and Dockerfiles configure the files that they name', () => {
  const structure = structureIn(
    { 'scripts/build.mjs': facts('javascript'), 'src/server.ts': ts() },
    { '.github/workflows/ci.yml': 'steps:\n  - run: node scripts/build.mjs && ls', Dockerfile: 'CMD ["node", "./src/server.ts"]' },
  );
  expect(reasons(structure, 'configures')).toEqual([
    '.github/workflows/ci.yml → scripts/build.mjs 0.3: .github/workflows/ci.yml names scripts/build.mjs',
    'Dockerfile → src/server.ts 0.3: Dockerfile names src/server.ts',
  ]);
});

test('routes, programs and package entries are api nodes', () => {
  const structure = structureIn(
    {
      'src/server.ts': facts('typescript', {
        symbols: [symbol('login')],
        apis: [
          { method: 'POST', route: '/login', line: 7, handler: 'login' },
          { method: 'GET', route: '/health', line: 8, handler: null },
        ],
      }),
      'src/cli.ts': ts(),
      'src/index.ts': ts(),
      'py/app/main.py': facts('python'),
      'cmd/tool/main.go': facts('go', { packageName: 'main', symbols: [symbol('main')] }),
    },
    {
      'package.json': '{ "name": "shop", "bin": { "shop": "dist/cli.cjs" }, "exports": "./dist/index.js" }',
      'py/pyproject.toml': '[project]\nname = "app"\n[project.scripts]\nserve = "app.main:run"\n',
    },
  );
  const offered = structure.nodes.filter(({ type }) => type === 'api').map(({ name, path }) => `${name} in ${path}`);
  expect(offered).toEqual([
    'GET /health in src/server.ts',
    'POST /login in src/server.ts',
    'bin serve in py/app/main.py',
    'bin shop in src/cli.ts',
    'bin tool in cmd/tool/main.go',
    'package shop in src/index.ts',
  ]);
  expect(structure.edges.find(({ to }) => to === 'src/server.ts#login')).toMatchObject({ from: 'api:POST /login', type: 'depends' });
});

test('routes and programs with the same name stay separate for each application', () => {
  const serving = (handler: string | null) =>
    facts('python', {
      symbols: handler === null ? [] : [symbol(handler)],
      apis: [{ method: 'GET', route: '/', line: 4, handler }],
    });
  const structure = structureIn(
    {
      'apps/shop/web.py': serving('home'),
      'apps/desk/web.py': serving(null),
      'web/a/cli.ts': ts(),
      'web/b/cli.ts': ts(),
    },
    {
      'web/a/package.json': '{ "name": "a", "bin": { "start": "cli.ts" } }',
      'web/b/package.json': '{ "name": "b", "bin": { "start": "cli.ts" } }',
    },
  );
  const answers = structure.edges.filter(({ from }) => from.startsWith('api:')).map(({ from, to }) => `${from} → ${to}`);
  expect(answers.sort()).toEqual([
    'api:GET / (apps/desk/web.py) → apps/desk/web.py',
    'api:GET / (apps/shop/web.py) → apps/shop/web.py',
    'api:GET / (apps/shop/web.py) → apps/shop/web.py#home',
    'api:bin start (web/a) → web/a/cli.ts',
    'api:bin start (web/b) → web/b/cli.ts',
  ]);
});

test('a file in a folder of tests is a test if it can only declare tests, though a helper declares them', () => {
  const of = () => ({ ...facts('typescript', { imports: [imported('ava', ['default as test'])] }), declaresTests: true });
  const structure = structureIn({
    'test/browser.ts': of(),
    'src/runner.ts': of(),
    'test/helpers/page.ts': ts(imported('ava', ['default'])),
  });
  expect(structure.nodes.map(({ id, type }) => `${id} ${type}`)).toEqual([
    'src/runner.ts file',
    'test/browser.ts test',
    'test/helpers/page.ts file',
  ]);
});

test('a test target of Cargo is a test, also in a folder of its own', () => {
  const rust = facts('rust');
  const { nodes } = structureIn({ 'a/tests/one.rs': rust, 'a/tests/two/main.rs': rust, 'a/tests/two/part.rs': rust });
  expect(nodes.map(({ type }) => type)).toEqual(['test', 'test', 'file']);
});

test('routes of a test, or of a server that helps tests, are no api nodes', () => {
  const apis = [{ method: 'GET', route: '/', line: 4, handler: 'home' }];
  const of = (language: string, more: Partial<FileFacts> = {}) => facts(language, { symbols: [symbol('home')], apis, ...more });
  const structure = structureIn({
    'src/server.ts': of('typescript'),
    'test/main.ts': of('typescript', { hasTests: true }),
    'test/helpers/server.ts': of('typescript'),
    'src/server.test.ts': of('javascript'),
    'app/views_check.py': of('python', { hasTests: true }),
    'tests/test_pages.py': of('python'),
    'tests/conftest.py': of('python'),
    'web/web_test.go': of('go', { packageName: 'web' }),
    'tests/http.rs': of('rust'),
    'src/test/java/WebTest.java': of('java'),
  });
  const answers = structure.edges.filter(({ from }) => from.startsWith('api:')).map(({ from, to }) => `${from} → ${to}`);
  expect(answers.sort()).toEqual(['api:GET / → src/server.ts', 'api:GET / → src/server.ts#home']);
  expect(structure.nodes.filter(({ type }) => type === 'api')).toHaveLength(1);
});

describe('invalid input', () => {
  test('a broken configuration is reported with its position and ignored', () => {
    const { problems, edges } = structureIn(
      { 'a.ts': ts(imported('own/b')), 'b.ts': ts() },
      {
        'tsconfig.json': '{ "compilerOptions": \n { "paths": [',
        'package.json': '\u0000',
        'pyproject.toml': '= x',
        'biome.jsonc': '{',
        '.eslintrc': '{',
      },
    );
    expect(problems.map(({ path }) => path)).toEqual(['tsconfig.json', 'package.json', 'pyproject.toml', 'biome.jsonc', '.eslintrc']);
    expect(problems[0]?.message).toContain('line 2');
    expect(edges.filter(({ type }) => type === 'depends')).toEqual([]);
  });

  test('cyclic configurations and imports terminate', () => {
    const { edges } = structureIn(
      { 'a.ts': ts(imported('./b'), imported('./a'), imported('x')), 'b.ts': ts(imported('./a', ['*'], { kind: 're-export' })) },
      { 'tsconfig.json': '{ "extends": "./other.json" }', 'other.json': '{ "extends": ["./tsconfig"] }' },
    );
    expect(edges.filter(({ type }) => type === 'depends').map(({ from, to }) => `${from} → ${to}`)).toEqual([
      ...['a.ts → b.ts', 'b.ts → a.ts'],
      ...['other.json → tsconfig.json', 'tsconfig.json → other.json'],
    ]);
  });

  test.each([
    '../../../../etc/passwd',
    '/etc/passwd',
    './\0',
    '__proto__',
    'constructor',
    './__proto__',
    '#',
    '@',
    '@/',
    '..',
    '',
    'a'.repeat(100_000),
  ])('the import %j has no edge', (specifier) => {
    const { edges } = structureIn({ 'src/a.ts': ts(imported(specifier, ['__proto__ as constructor'])), 'src/b.ts': ts() });
    expect(edges).toEqual([]);
  });

  test('unresolved and computed imports are listed', () => {
    const files = {
      'b.ts': ts(imported('name', [], { kind: 'computed', line: 4 })),
      'a.ts': ts(imported('./b'), imported('react'), imported('./c', ['x', '*'])),
    };
    expect(structureIn({ ...files, 'name.ts': ts() }).unresolved).toEqual([
      { path: 'a.ts', line: 1, specifier: './c', names: ['x'], reason: 'not found' },
      { path: 'b.ts', line: 4, specifier: 'name', names: [], reason: 'computed at run time' },
    ]);
  });
});

test('the structure is independent of the input order, and each edge connects existing nodes', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const file = fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom('x', 'y', '*', 'default'))).map((all) =>
    facts('typescript', {
      imports: all.map(([to, name]) => imported(`./${to}`, [`${name} as ${name === '*' ? 'w' : name}`])),
      symbols: [symbol('x', ['y', 'w.x']), symbol('y', ['x', 'default'])],
    }),
  );
  await fc.assert(
    fc.property(fc.tuple(file, file, file, file), fc.shuffledSubarray(names, { minLength: 4 }), (files, order) => {
      const byName = new Map(names.map((name, n) => [`${name}.ts`, files[n] ?? facts('typescript')]));
      const shuffled = new Map(order.flatMap((name) => [...byName].filter(([path]) => path === `${name}.ts`)));
      const structure = structureOf(byName);
      expect(structureOf(shuffled)).toEqual(structure);
      const ids = new Set(structure.nodes.map(({ id }) => id));
      expect(structure.edges.filter(({ from, to }) => !ids.has(from) || !ids.has(to))).toEqual([]);
    }),
  );
});
