import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { detect, detectIn, plant, type Tree } from './tree.ts';

const boundary = (name: string, folder: string, ...exposesTo: string[]) => ({ name, paths: [`${folder}/`], owns: [], exposesTo });

const WORKSPACES: readonly (readonly [string, Tree, readonly object[]])[] = [
  [
    'npm',
    {
      'package.json': { name: 'root', workspaces: ['packages/*', './apps/web/', '!packages/old'] },
      'packages/ui/package.json': { name: '@acme/ui' },
      'packages/old/package.json': { name: '@acme/old' },
      'packages/ui/deep/package.json': { name: 'deep' },
      'packages/none/readme.md': '',
      'apps/web/package.json': { name: 'web', dependencies: { '@acme/ui': '*' } },
    },
    [boundary('web', 'apps/web'), boundary('@acme/ui', 'packages/ui', 'web')],
  ],
  [
    'yarn, with an object and "**"',
    {
      'package.json': { workspaces: { packages: ['libs/**'] } },
      'libs/a/package.json': { name: 'a' },
      'libs/b/c/package.json': { name: 'c' },
    },
    [boundary('a', 'libs/a'), boundary('c', 'libs/b/c')],
  ],
  [
    'pnpm',
    { 'pnpm-workspace.yaml': "packages:\n  - 'pkg/{a,b}'\n", 'pkg/a/package.json': {}, 'pkg/b/package.json': {}, 'pkg/c/package.json': {} },
    [boundary('pkg/a', 'pkg/a'), boundary('pkg/b', 'pkg/b')],
  ],
  [
    'Cargo',
    {
      'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\nexclude = ["crates/x"]\n',
      'crates/core/Cargo.toml': '[package]\nname = "core-lib"',
      'crates/app/Cargo.toml': '[package]\nname = "app"\n[dependencies]\ncore-lib = { path = "../core" }',
      'crates/x/Cargo.toml': '[package]\nname = "x"',
    },
    [boundary('app', 'crates/app'), boundary('core-lib', 'crates/core', 'app')],
  ],
  [
    'go.work',
    {
      'go.work': 'go 1.22\nuse (\n\t./api\n\t"./lib"\n)\n',
      'api/go.mod': 'module example.com/api\nrequire example.com/lib v0.0.0',
      'lib/go.mod': 'module example.com/lib',
    },
    [boundary('api', 'api'), boundary('lib', 'lib', 'api')],
  ],
  [
    'Maven',
    {
      'pom.xml': '<project><modules><module>core</module>\n<module>web</module></modules></project>',
      'core/pom.xml': '<project><parent><artifactId>root</artifactId></parent><artifactId>shop-core</artifactId></project>',
      'web/pom.xml':
        '<project><artifactId>shop-web</artifactId><dependencies><dependency><groupId>x</groupId><artifactId>shop-core</artifactId></dependency></dependencies></project>',
    },
    [boundary('shop-core', 'core', 'shop-web'), boundary('shop-web', 'web')],
  ],
  [
    'Gradle',
    {
      'settings.gradle.kts': 'rootProject.name = "x"\ninclude(\n  ":app",\n  ":lib:core",\n)\n',
      'app/build.gradle.kts': 'dependencies { implementation(project(":lib:core")) }',
      'lib/core/build.gradle.kts': '',
    },
    [boundary('app', 'app'), boundary('lib/core', 'lib/core', 'app')],
  ],
  [
    '.sln',
    {
      'Shop.sln':
        'Project("{FAE0}") = "Api", "src\\Api\\Api.csproj", "{1}"\r\nEndProject\r\nProject("{2150}") = "docs", "docs", "{2}"\r\nProject("{FAE0}") = "Core", "src\\Core\\Core.csproj", "{3}"\r\n',
      'src/Api/Api.csproj': '<Project><ItemGroup><ProjectReference Include="..\\Core\\Core.csproj" /></ItemGroup></Project>',
      'src/Core/Core.csproj': '<Project Sdk="Microsoft.NET.Sdk"/>',
      'src/Loose/Loose.csproj': '<Project/>',
    },
    [boundary('Api', 'src/Api'), boundary('Core', 'src/Core', 'Api')],
  ],
  [
    '.slnx',
    { 'Shop.slnx': '<Solution><Folder Name="/src/"><Project Path="a/A.fsproj"/></Folder></Solution>', 'a/A.fsproj': '<Project/>' },
    [boundary('A', 'a')],
  ],
  [
    'uv',
    {
      'pyproject.toml': '[tool.uv.workspace]\nmembers = ["packages/*"]\nexclude = ["packages/seeds"]',
      'packages/a/pyproject.toml': '[project]\nname = "a"',
      'packages/b/pyproject.toml': '[project]\nname = "b"\ndependencies = ["a>=1"]',
      'packages/seeds/pyproject.toml': '[project]\nname = "seeds"',
    },
    [boundary('a', 'packages/a', 'b'), boundary('b', 'packages/b')],
  ],
];

describe('boundaries', () => {
  test.each(WORKSPACES)('are the members of a workspace: %s', (_, tree, expected) => {
    const { architecture, notes } = detect(tree);
    expect(notes).toEqual([]);
    expect(architecture.boundaries).toEqual(expected);
    expect(architecture.type).toBe('monorepo');
  });

  test('are the packages of a project without a workspace if there are several', () => {
    const tree = { 'frontend/package.json': {}, 'backend/pyproject.toml': '[project]\nname="backend"', 'backend/tools/package.json': {} };
    const { boundaries, type } = detect(tree).architecture;
    expect([type, boundaries.map(({ name }) => name)]).toEqual(['monorepo', ['backend', 'frontend']]);
    expect(detect({ 'package.json': {}, 'docs/package.json': {} }).architecture).toMatchObject({ type: 'monolith', boundaries: [] });
  });

  test('are the packages in src of a Python project', () => {
    const tree = {
      'pyproject.toml': '[project]\nname="x"',
      'src/one/__init__.py': '',
      'src/two/__init__.py': '',
      'src/two/in/__init__.py': '',
    };
    expect(detect(tree).architecture).toMatchObject({
      type: 'monolith',
      boundaries: [boundary('one', 'src/one'), boundary('two', 'src/two')],
    });
  });

  test('with the same name are named by their folders', () => {
    const tree = { 'package.json': { workspaces: ['*'] }, 'a/package.json': { name: 'x' }, 'b/package.json': { name: 'x' } };
    expect(detect(tree).architecture.boundaries.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  test('never lie outside, and invalid globs are reported', () => {
    const { architecture, notes } = detect({
      'package.json': { workspaces: ['../other', '/etc', 'a[', 'ok'] },
      'ok/package.json': { name: 'ok' },
    });
    expect(architecture.boundaries).toEqual([boundary('ok', 'ok')]);
    expect(notes).toEqual([
      'package.json: "../other" leads out of the project, so it was skipped',
      'package.json: "/etc" leads out of the project, so it was skipped',
      expect.stringMatching(/^package\.json: "a\[" was skipped: /),
    ]);
  });

  test('are limited in number, as is the work for globs', () => {
    const packages = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`p/${'a'.repeat(100)}${n}/package.json`, {}]));
    const globs = Array.from({ length: 500 }, (_, n) => `p/${'*a'.repeat(90)}*z${n}*`);
    expect(detect({ ...packages, 'package.json': { workspaces: globs } }).notes).toContain(
      'the globs of the workspaces take too long to compare, so some members may be missing',
    );
    const { architecture, notes } = detect({ ...packages, 'package.json': { workspaces: ['p/*'] } });
    expect(architecture.boundaries).toHaveLength(200);
    expect(notes).toEqual(['300 parts were found; only the first 200 are recorded as boundaries']);
  });
});

describe('the type', () => {
  test('is microservices if several folders are built as containers', () => {
    const dockerfiles = { 'a/Dockerfile': 'FROM node', 'b/Dockerfile': 'FROM node' };
    expect(detect(dockerfiles).architecture.type).toBe('microservices');
    expect(detect({ Dockerfile: 'FROM node', 'a/Dockerfile': 'FROM node' }).architecture.type).toBe('monolith');
    const compose = 'services: {a: {build: ./a}, b: {build: {context: b}}, c: {build: ../out}, d: {image: redis}}';
    expect(detect({ 'compose.yml': compose }).architecture.type).toBe('microservices');
    expect(detect({ 'compose.yml': 'services: {a: {build: ./a}, c: {build: ../out}}' }).architecture.type).toBe('monolith');
  });

  test('is polyrepo if a folder contains several repositories', () => {
    const root = plant({ 'a/x': '', 'b/x': '' });
    fs.mkdirSync(path.join(root, 'a/.git'));
    expect(detectIn(root).architecture.type).toBe('monolith');
    fs.writeFileSync(path.join(root, 'b/.git'), 'gitdir: ../.git/modules/b');
    expect(detectIn(root).architecture.type).toBe('polyrepo');
  });
});

test('modules and programs in folders that the go tool ignores are no parts of the project', () => {
  const tree = {
    'go.mod': 'module example.com/lib\n',
    ...Object.fromEntries(['_examples/rest', 'testdata/a', '.tools/b'].map((folder) => [`${folder}/go.mod`, 'module example.com/x\n'])),
    '_examples/rest/main.go': '',
    'api/go.mod': 'module example.com/api\n',
    'api/main.go': '',
  };
  const { type, entryPoints, boundaries } = detect(tree).architecture;
  expect({ type, entryPoints, boundaries }).toEqual({ type: 'monolith', entryPoints: ['api/main.go'], boundaries: [] });
});

describe('entry points', () => {
  test('are those that manifests name and that exist, and conventional ones', () => {
    const tree = {
      'package.json': { main: './lib/start.js', bin: { a: 'bin/a.js', b: 'dist/b.js' } },
      'lib/start.js': '',
      'bin/a.js': '',
      'src/index.ts': '',
      'src/deep/index.ts': '',
      'cmd/tool/main.go': '',
      'crate/Cargo.toml': '[package]\nname="c"\n[[bin]]\nname="d"\npath="src/d.rs"',
      'crate/src/d.rs': '',
      'crate/src/main.rs': '',
      'py/pyproject.toml': '[project]\nname="p"\n[project.scripts]\np = "pack.cli:main"\n',
      'py/src/pack/cli.py': '',
      'py/src/pack/__main__.py': '',
      'java/pom.xml': '<project><artifactId>j</artifactId></project>',
      'java/src/main/java/com/x/XApplication.java': '',
      'config.ru': '',
      'php/composer.json': { name: 'p' },
      'php/public/index.php': '',
      'net/N.csproj': '<Project/>',
      'net/Program.cs': '',
    };
    expect(detect(tree).architecture.entryPoints.toSorted()).toEqual([
      'bin/a.js',
      'cmd/tool/main.go',
      'config.ru',
      'crate/src/d.rs',
      'crate/src/main.rs',
      'java/src/main/java/com/x/XApplication.java',
      'lib/start.js',
      'net/Program.cs',
      'php/public/index.php',
      'py/src/pack/__main__.py',
      'py/src/pack/cli.py',
      'src/index.ts',
    ]);
  });

  test('are limited in number', () => {
    const { architecture, notes } = detect(Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`cmd/c${n}/main.go`, ''])));
    expect(architecture.entryPoints).toHaveLength(50);
    expect(notes).toEqual(['60 entry points were found; only the 50 nearest to the root are recorded']);
  });
});
