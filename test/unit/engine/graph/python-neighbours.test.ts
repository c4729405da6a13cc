import { describe, expect, test } from 'vitest';
import { findDoubts } from '../../../../src/engine/crtx/graph/graph-doubts.ts';
import { edgesBetween, linesOf, structureOfTexts } from './sources-of.ts';

async function leads(sources: Readonly<Record<string, string>>, configs: Readonly<Record<string, string>> = {}) {
  const structure = await structureOfTexts({ ...sources, ...configs });
  return { edges: edgesBetween(structure, sources), unresolved: linesOf(structure.unresolved) };
}

const project = (name: string, dependencies: readonly string[] = []) =>
  `[project]\nname = "${name}"\ndependencies = ${JSON.stringify(dependencies)}\n`;

describe('ambiguous Python imports of another project in the repository', () => {
  const acme = {
    'libs/ns1/acme/one/__init__.py': '',
    'libs/ns1/acme/one/mod.py': 'class A:\n    pass\n',
    'libs/ns2/acme/two/__init__.py': '',
    'libs/ns2/acme/two/user.py': 'from acme.one.mod import A\nimport acme.one.gone\nfrom acme import one, two, three\n',
  };
  const user = 'libs/ns2/acme/two/user.py';

  test('resolve to a part of a package without __init__ in a declared dependency', async () => {
    const configs = { 'libs/ns1/pyproject.toml': project('N-1'), 'libs/ns2/pyproject.toml': project('n2', ['n_1>=1']) };
    expect(await leads(acme, configs)).toEqual({
      edges: [`${user} → libs/ns1/acme/one/__init__.py`, `${user} → libs/ns1/acme/one/mod.py`, `${user} → libs/ns2/acme/two/__init__.py`],
      unresolved: [`${user}:2  acme.one.gone`, `${user}:3  acme.three`],
    });
  });

  test('are unresolved without a declared dependency', async () => {
    const configs = { 'libs/ns1/pyproject.toml': project('n1'), 'libs/ns2/pyproject.toml': project('n2', ['other']) };
    const { edges, unresolved } = await leads(acme, configs);
    expect(edges).toEqual([`${user} → libs/ns2/acme/two/__init__.py`]);
    expect(unresolved).toHaveLength(4);
  });

  test('resolve to a folder without __init__, or one of several equal packages, in a direct or indirect dependency', async () => {
    const sources = {
      'a/plain/x.py': '',
      'a/common/__init__.py': '',
      'a/common/db.py': '',
      'b/common/__init__.py': '',
      'b/common/db.py': '',
      'b/x.py': '',
      'services/c/src/main.py': 'import plain.x\nimport common.db\n',
    };
    const configs = (of: readonly string[], through: readonly string[]) => ({
      'a/setup.cfg': '[metadata]\nname = a\n',
      'b/pyproject.toml': project('b', through),
      'services/c/pyproject.toml': project('c', of),
    });
    const both = ['services/c/src/main.py → a/common/db.py', 'services/c/src/main.py → a/plain/x.py'];
    expect(await leads(sources, configs(['a'], []))).toEqual({ edges: both, unresolved: [] });
    expect((await leads(sources, configs([], []))).unresolved).toHaveLength(2);
    // Two dependencies have the package, so the import is ambiguous.
    expect(await leads(sources, configs(['b'], ['a']))).toEqual({
      edges: both.slice(1),
      unresolved: ['services/c/src/main.py:2  common.db'],
    });
  });
});

test('a package of another distribution is meant only if the distribution of the file requires it, is around it, or has no name', async () => {
  const sources = { 'one/simple/__init__.py': '', 'two/setup.py': 'import simple\n' };
  const configs = { 'one/pyproject.toml': project('one') };
  const edge = { edges: ['two/setup.py → one/simple/__init__.py'], unresolved: [] };
  const withTwo = (text: string) => leads(sources, { ...configs, 'two/pyproject.toml': text });
  expect(await withTwo(project('two'))).toEqual({ edges: [], unresolved: ['two/setup.py:1  simple'] });
  expect(await withTwo(project('two', ['one']))).toEqual(edge);
  expect(await withTwo('[tool.ruff]\n')).toEqual(edge);
  expect(await leads(sources, { ...configs, 'pyproject.toml': project('two') })).toEqual(edge);
  const named = { ...configs, 'two/pyproject.toml': project('two'), 'pytest.ini': '[pytest]\npythonpath = one\n' };
  expect(await leads(sources, named)).toEqual(edge);
});

test('import_module with a literal resolves names that are not valid in import statements', async () => {
  const load =
    'from importlib import import_module\nimport_module("dash-dir.m")\nimport_module(".2-x", __package__)\nimport_module("dash-dir." + x)\n';
  const sources = {
    'dash-dir/m.py': '',
    'pkg/__init__.py': '',
    'pkg/2-x.py': '',
    'pkg/load.py': load,
    'top.py': '__import__("pkg.no-x")\n',
  };
  expect(await leads(sources)).toEqual({
    edges: ['pkg/load.py → dash-dir/m.py', 'pkg/load.py → pkg/2-x.py'],
    unresolved: ['pkg/load.py:4  "dash-dir." + x', 'top.py:1  pkg.no-x'],
  });
});

test('.pyw files are read, and other modules with the same name take precedence', async () => {
  const sources = {
    'win.pyw': 'import shop.cart\nimport tool\nimport both\n',
    'shop/cart.py': '',
    'tool.pyw': '',
    'both.py': '',
    'both.pyw': '',
  };
  expect((await leads(sources)).edges).toEqual(['win.pyw → both.py', 'win.pyw → shop/cart.py', 'win.pyw → tool.pyw']);
  const lost = { path: 'win.pyw', line: 1, specifier: '.shop.gone', names: [], reason: 'not found' } as const;
  expect(findDoubts({ imports: [lost], files: [], commits: 0, fixes: 0 }, ['shop/gone.py']).concerning).toHaveLength(1);
});

describe('below a declared folder of packages, a folder without __init__ is part of a package', () => {
  const sources = {
    'src/acme/grpc/__init__.py': '',
    'src/acme/grpc/server.py': 'import grpc\nfrom grpc import aio\nfrom acme.redis import client\nfrom acme.gone import x\n',
    'src/acme/redis/__init__.py': '',
    'src/acme/redis/client.py': 'from redis import Redis\nimport grpc.experimental\n',
    'other/main.py': 'import grpc\n',
  };
  const edges = ['src/acme/grpc/server.py → src/acme/redis/client.py'];
  const needs = '[project]\nname = "acme"\ndependencies = ["grpcio", "redis"]\n';

  test.each([
    ['hatch', { 'pyproject.toml': `${needs}[tool.hatch.build.targets.wheel]\npackages = ["src/acme"]\n` }],
    ['setuptools', { 'pyproject.toml': `${needs}[tool.setuptools.packages.find]\nwhere = ["src"]\n` }],
    ['poetry', { 'pyproject.toml': `${needs}[tool.poetry]\npackages = [{ include = "acme", from = "src" }]\n` }],
    [
      'setup.cfg',
      { 'setup.cfg': '[metadata]\nname = acme\n[options]\ninstall_requires =\n  grpcio\n[options.packages.find]\nwhere = src\n' },
    ],
  ])('%s', async (_, configs) => {
    expect(await leads(sources, configs)).toEqual({ edges, unresolved: ['src/acme/grpc/server.py:4  acme.gone'] });
  });

  test('unless a program begins in it', async () => {
    const program = { 'src/acme/app/lib/a.py': '', 'src/acme/app/main.py': 'import lib.a\n' };
    const configs = { 'setup.cfg': '[options.packages.find]\nwhere = src\n', 'src/acme/app/requirements.txt': '' };
    expect((await leads(program, configs)).edges).toEqual(['src/acme/app/main.py → src/acme/app/lib/a.py']);
  });
});

describe('folders of examples that have the name of an installed package', () => {
  const texts = {
    'acme/__init__.py': 'class App: pass\n',
    'acme/base.py': 'from pydantic import BaseModel\n',
    'examples/pydantic/__init__.py': '',
    'examples/pydantic/tasks.py': 'from pydantic import BaseModel\nfrom acme import App\n',
    'examples/django/demo/tasks.py': 'from django.conf import settings\n',
    'examples/own/__init__.py': 'VALUE = 1\n',
    'examples/own/run.py': 'from own import VALUE\n',
    'tests/test_own.py': 'from own import VALUE\n',
  };
  const requirements = { 'requirements/extras/pydantic.txt': 'pydantic>=2\n', 'requirements/extras/django.txt': 'Django>=4\n' };
  const own = ['examples/pydantic/tasks.py → acme/__init__.py', 'examples/own/run.py → examples/own/__init__.py'];

  test('are not meant by files outside of them, nor if a requirement of the repository is', async () => {
    const all = { ...texts, ...requirements };
    const structure = await structureOfTexts(all);
    expect(edgesBetween(structure, all).sort()).toEqual([...own].sort());
    expect(linesOf(structure.unresolved)).toEqual([]);
  });

  test('are not meant from outside without requirements, but if a setting puts them on the search path', async () => {
    const outside = { 'acme/__init__.py': '', 'acme/base.py': 'from pydantic import BaseModel\n', 'examples/pydantic/__init__.py': '' };
    const { unresolved, ...structure } = await structureOfTexts(outside);
    expect([edgesBetween({ ...structure, unresolved }, outside), unresolved]).toEqual([[], []]);
    const named = { ...texts, 'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["examples"]\n' };
    expect(edgesBetween(await structureOfTexts(named), named)).toContain('tests/test_own.py → examples/own/__init__.py');
  });
});

test('a package that a build takes from a folder of another name is found by the projects that require its distribution', async () => {
  const main = 'from shop import A\nimport shop.deep\nimport shop.gone\n';
  const sources = { 'libs/shop/code/__init__.py': 'A = 1\n', 'libs/shop/code/deep.py': '', 'app/main.py': main };
  const [from, to] = ['app/main.py', 'libs/shop/code'];
  const found = { edges: [`${from} → ${to}/__init__.py`, `${from} → ${to}/deep.py`], unresolved: [`${from}:3  shop.gone`] };
  const builds = [
    { 'libs/shop/pyproject.toml': `${project('my-shop')}[tool.setuptools]\npackage-dir = { shop = "code" }\n` },
    { 'libs/shop/setup.py': "setup(name='my-shop', packages=['shop'], package_dir={'shop': 'code'})\n" },
    { 'libs/shop/pyproject.toml': `${project('my-shop')}[tool.hatch.build.targets.wheel.sources]\n"code" = "shop"\n` },
  ];
  for (const build of builds) {
    expect(await leads(sources, { ...build, 'app/pyproject.toml': project('app', ['my-shop @ file:../libs/shop']) })).toEqual(found);
    expect(await leads(sources, { ...build, 'app/pyproject.toml': project('app', ['other']) })).toEqual({ edges: [], unresolved: [] });
  }
  // A module beside the file comes first.
  const own = { ...sources, 'app/main.py': 'from shop import A\n', 'app/shop.py': 'A = 2\n' };
  const { edges } = await leads(own, { ...builds[0], 'app/pyproject.toml': project('app', ['my-shop']) });
  expect(edges).toEqual([`${from} → app/shop.py`]);
});

test('a requirement of an example means the package of the repository, also if setup.py has its name in a constant', async () => {
  const texts = {
    'setup.py': "from setuptools import setup\nNAME = 'acme'\nsetup(\n    name=NAME,\n    packages=['acme'],\n)\n",
    'acme/__init__.py': 'class App: pass\n',
    'examples/shop/requirements.txt': 'acme>=5.0\n',
    'examples/shop/proj/__init__.py': '',
    'examples/shop/proj/acme.py': 'from acme import App\n',
    'examples/shop/tasks.py': 'from acme import App\n',
  };
  const edges = edgesBetween(await structureOfTexts(texts), texts);
  expect(edges).toEqual(
    expect.arrayContaining(['examples/shop/tasks.py → acme/__init__.py', 'examples/shop/proj/acme.py → acme/__init__.py']),
  );
});
