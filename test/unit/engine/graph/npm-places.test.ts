import { describe, expect, test } from 'vitest';
import { edgesAndGaps, structureOfTexts } from './sources-of.ts';

const CORE = {
  'packages/core/package.json': {
    name: '@x/core',
    version: '1.2.0',
    exports: { '.': { development: './src/index.ts', default: './dist/index.js' }, './deep': './dist/deep.js' },
  },
};
const FILES = ['packages/core/src/index.ts', 'packages/core/src/deep.ts'];
const FOUND = ['apps/web/main.ts → packages/core/src/deep.ts', 'apps/web/main.ts → packages/core/src/index.ts'];
const ROOT = { 'package.json': { workspaces: ['packages/*', 'apps/*'] } };
const USE = { 'apps/web/main.ts': "import { x } from 'lib2';\nimport { x as y } from 'lib2/deep';\n" };

/** Returns the edges and gaps of an app that requests `lib2` in this version. @param more further files */
const requesting = (version: string, more: Readonly<Record<string, unknown>> = ROOT): Promise<string[]> =>
  edgesAndGaps(
    { ...more, ...CORE, ...USE, 'apps/web/package.json': { name: 'web', version: '1.0.0', dependencies: { lib2: version } } },
    FILES,
  );

describe('a dependency under another name than that of the package', () => {
  const PATHS = ['../../packages/core', '../../packages/core/', './../../packages/core', '..\\..\\packages\\core'];

  test.each(['link:', 'file:', 'portal:', 'workspace:', ''])('is found by its path: %s', async (protocol) => {
    for (const path of PATHS) {
      expect(await requesting(`${protocol}${path}`)).toEqual(FOUND);
      expect(await requesting(`${protocol}${path}`, { 'package.json': {} })).toEqual(FOUND);
    }
  });

  test.each(['npm:@x/core@^1.0.0', 'npm:@x/core', 'workspace:@x/core@*', 'workspace:@x/core@^', 'workspace:packages/core', 'link:@x/core'])(
    'is found in a workspace: %s',
    async (version) => {
      expect(await requesting(version)).toEqual(FOUND);
    },
  );

  test.each(['file:../../x.tgz', './x.tar.gz', 'file:x.tar', 'npm:@x/core@7', '^1', 'x/core', 'github:x/core', 'git+ssh://a/core.git'])(
    'is installed: %s',
    async (version) => {
      expect(await requesting(version)).toEqual([]);
    },
  );

  test.each(['../../../core', '~/core', '/home/a/core', 'file:~/core', 'file:///home/a/core', 'link:C:\\core', 'workspace:../../../core'])(
    'may be out of the project: %s',
    async (version) => {
      const web = { 'apps/web/package.json': { dependencies: { lib2: version } } };
      const texts = { ...ROOT, ...CORE, ...web };
      const written = Object.entries(texts).map(([path, value]): [string, string] => [path, JSON.stringify(value)]);
      const { unresolved } = await structureOfTexts({ ...Object.fromEntries(written), 'apps/web/main.ts': "import 'lib2';\n" });
      const inSource = unresolved.filter(({ path }) => path === 'apps/web/main.ts');
      expect(inSource.map(({ specifier, reason }) => `${specifier} ${reason}`)).toEqual(['lib2 out of the project']);
    },
  );

  test('is found by the path of its build output', async () => {
    expect(await requesting('link:../../packages/core/dist')).toEqual(FOUND);
    expect(await requesting('file:../../packages/core/dist/esm', { 'package.json': {} })).toEqual(FOUND);
  });

  test('an archive is no package of the workspace with that name', async () => {
    const own = { 'packages/core/package.json': { name: 'lib2' } };
    const web = { 'apps/web/package.json': { dependencies: { lib2: 'file:./lib2.tgz' } }, 'apps/web/main.ts': "import 'lib2';\n" };
    expect(await edgesAndGaps({ ...ROOT, ...own, ...web }, FILES)).toEqual([]);
  });
});

describe('overrides', () => {
  const LINK = 'link:./packages/core';
  const workspaces = ['packages/*', 'apps/*'];

  test.each([
    ['pnpm', { 'package.json': { pnpm: { overrides: { lib2: LINK } } }, 'pnpm-workspace.yaml': { packages: workspaces } }],
    ['pnpm-workspace.yaml', { 'package.json': {}, 'pnpm-workspace.yaml': { packages: workspaces, overrides: { 'lib2@^1.0.0': LINK } } }],
    ['Yarn', { 'package.json': { workspaces, resolutions: { lib2: 'portal:./packages/core' } } }],
    ['Yarn 1', { 'package.json': { workspaces, resolutions: { '**/lib2': './packages/core' } } }],
    ['Yarn, one version', { 'package.json': { workspaces, resolutions: { 'lib2@npm:^1.0.0': 'workspace:packages/core' } } }],
    ['npm', { 'package.json': { workspaces, overrides: { lib2: 'file:./packages/core' } } }],
    ['npm, an object', { 'package.json': { workspaces, overrides: { lib2: { '.': 'npm:@x/core@1' } } } }],
    ['npm, a reference', { 'package.json': { workspaces, overrides: { lib2: '$lib2' }, dependencies: { lib2: './packages/core' } } }],
    ['npm, of one package', { 'package.json': { workspaces, overrides: { web: { lib2: 'npm:@x/core@1' } } } }],
    ['npm, of one package and itself', { 'package.json': { workspaces, overrides: { web: { '.': '2', lib2: 'file:packages/core' } } } }],
    ['npm, of one version', { 'package.json': { workspaces, overrides: { 'web@1.0.0': { 'lib2@^1.0.0': 'npm:@x/core@1' } } } }],
    ['pnpm, of one package', { 'package.json': { workspaces, pnpm: { overrides: { 'web>lib2': LINK } } } }],
    ['pnpm, from a catalog', { 'package.json': { workspaces, catalog: { lib2: LINK }, pnpm: { overrides: { lib2: 'catalog:' } } } }],
    ['Yarn, of one package', { 'package.json': { workspaces, resolutions: { 'web/lib2': 'portal:./packages/core' } } }],
    ['Yarn, of two versions', { 'package.json': { workspaces, resolutions: { 'web@npm:*/lib2@npm:^1.0.0': 'workspace:packages/core' } } }],
    ['Yarn 1, of one package', { 'package.json': { workspaces, resolutions: { 'web/**/lib2': './packages/core' } } }],
    ['Yarn 1, of one package anywhere', { 'package.json': { workspaces, resolutions: { '**/web/**/lib2': './packages/core' } } }],
  ])('lead to a package of the project: %s', async (_name, root) => {
    expect(await requesting('^1.0.0', root)).toEqual(FOUND);
  });

  test('of other versions, of dependencies of one package, and to installed versions do not apply', async () => {
    const overrides = { 'lib2@^2': LINK, 'lib2@^3': '3.1', 'other>lib2': LINK, other: LINK };
    expect(await requesting('^1.0.0', { 'package.json': { workspaces, pnpm: { overrides } } })).toEqual([]);
    const outside = { 'package.json': {}, 'examples/package.json': { resolutions: { lib2: LINK } } };
    expect(await requesting('^1.0.0', outside)).toEqual([]);
    expect(await requesting('workspace:@x/core@*', { 'package.json': { workspaces, resolutions: { lib2: '3.1' } } })).toEqual(FOUND);
  });

  test.each([
    ['npm, of another package', { overrides: { '@s/web': { lib2: LINK } } }],
    ['npm, below a dependency', { overrides: { web: { other: { lib2: LINK } } } }],
    ['npm, of another version', { overrides: { 'web@^2': { lib2: LINK } } }],
    ['npm, all but this package', { overrides: { lib2: LINK, web: { lib2: '1.0.1' } } }],
    ['pnpm, of another package', { pnpm: { overrides: { '@s/web>lib2': LINK, 'web@2>lib2': LINK, 'a>web>lib2': LINK } } }],
    ['pnpm, all but this package', { pnpm: { overrides: { 'web>lib2': '1.0.1', lib2: LINK } } }],
    ['Yarn, of another package', { resolutions: { '@s/web/lib2': LINK, 'a/lib2': LINK, 'a/**/lib2': LINK, '@web/lib2': LINK } }],
    ['Yarn, below a dependency', { resolutions: { 'web/other/lib2': LINK, 'web/lib2/other': LINK, 'web/**': LINK } }],
  ])('for other packages do not apply: %s', async (_name, tables) => {
    expect(await requesting('^1.0.0', { 'package.json': { workspaces, ...tables } })).toEqual([]);
  });
});

describe('catalogs', () => {
  const ALIAS = 'npm:@x/core@^1.0.0';
  const workspaces = { packages: ['packages/*', 'apps/*'] };

  test.each([
    ['catalog:', { 'package.json': {}, 'pnpm-workspace.yaml': { ...workspaces, catalog: { lib2: ALIAS } } }],
    ['catalog:default', { 'package.json': {}, 'pnpm-workspace.yaml': { ...workspaces, catalogs: { default: { lib2: ALIAS } } } }],
    ['catalog:own', { 'package.json': {}, 'pnpm-workspace.yaml': { ...workspaces, catalogs: { own: { lib2: ALIAS } } } }],
    ['catalog:', { 'package.json': { workspaces: { ...workspaces, catalog: { lib2: ALIAS } } } }],
    ['catalog:own', { 'package.json': { workspaces, catalogs: { own: { lib2: ALIAS } } } }],
    ['catalog:', { 'package.json': { workspaces }, '.yarnrc.yml': { nodeLinker: 'node-modules', catalog: { lib2: ALIAS } } }],
    ['catalog:own', { 'package.json': { workspaces }, '.yarnrc.yml': { catalogs: { own: { lib2: 'portal:./packages/core' } } } }],
  ])('may name an alias of a package of the workspace: %s', async (version, root) => {
    expect(await requesting(version, root)).toEqual(FOUND);
  });

  test('that are not there, or name a version, mean an installed package', async () => {
    const root = { 'package.json': {}, 'pnpm-workspace.yaml': { ...workspaces, catalog: { lib2: '^1' } } };
    expect(await requesting('catalog:', root)).toEqual([]);
    expect(await requesting('catalog:none', root)).toEqual([]);
  });
});

describe('a package inside of another one', () => {
  const inside = { 'apps/web/src/api/package.json': { name: 'web-api' }, 'apps/web/src/api/client.ts': "import 'lib2';\n" };
  const FROM_INSIDE = 'apps/web/src/api/client.ts → packages/core/src/index.ts';

  test.each(['npm:@x/core', 'npm:@x/core@^1.0.0', 'workspace:@x/core@*', '../../packages/core'])(
    'finds what the other one requests: %s',
    async (version) => {
      expect(await requesting(version, { ...ROOT, ...inside })).toEqual([...FOUND.slice(0, 2), FROM_INSIDE].sort());
    },
  );

  test('finds no other version, and not what it requests itself', async () => {
    expect(await requesting('npm:@x/core@7', { ...ROOT, ...inside })).toEqual([]);
    const own = { 'apps/web/src/api/package.json': { name: 'web-api', dependencies: { lib2: '^9.0.0' } } };
    expect(await requesting('npm:@x/core', { ...ROOT, ...inside, ...own })).toEqual(FOUND);
  });
});
