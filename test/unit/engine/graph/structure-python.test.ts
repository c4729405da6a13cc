import { describe, expect, test } from 'vitest';
import type { FileFacts } from '../../../../src/engine/graph/facts.ts';
import { facts, imported, structureOf, symbol } from './facts-of.ts';

type Imports = readonly ReturnType<typeof imported>[];

/** Names that each module of these layouts has. */
const NAMES = ['connect', 'db', 'S', 'y', 'e', 'Cart'];

/** Returns edges between Python files with these imports, without those of packages and manifests. */
function leads(files: Readonly<Record<string, Imports>>, configs: Readonly<Record<string, string>> = {}) {
  const all = Object.entries(files).map(([path, imports]): [string, FileFacts] => {
    return [path, { ...facts('python', { imports }), ...(path.endsWith('/__init__.py') ? {} : { topNames: NAMES }) }];
  });
  const { edges, unresolved } = structureOf(all, Object.entries(configs));
  const found = edges.filter(({ from, to }) => ![from, to].some((id) => /^(?:module|api):/.test(id)) && !(from in configs));
  return { edges: found.map(({ from, to }) => `${from} → ${to}`), unresolved: unresolved.length };
}

const whole = (name: string) => imported(name, [`* as ${name}`]);
const REQUIRED = '[project]\nname = "x"\ndependencies = ["Redis>=5", "PyYAML"]\n';

describe('module names are looked up near the file first', () => {
  test('services with the same package name each use their own package, also in tests', () => {
    const service = (name: string, text: Imports) => ({
      [`services/${name}/app/__init__.py`]: [],
      [`services/${name}/app/db.py`]: [],
      [`services/${name}/app/main.py`]: text,
      [`services/${name}/tests/conftest.py`]: [imported('app.db', ['connect'])],
      [`services/${name}/tests/unit/test_db.py`]: [imported('tests.conftest', ['db']), imported('app', ['db'])],
    });
    const files = { ...service('alpha', [imported('app.db', ['connect'])]), ...service('beta', [imported('app.gone', ['x'])]) };
    for (const configs of [{}, { 'services/alpha/pyproject.toml': REQUIRED, 'services/beta/pyproject.toml': REQUIRED }]) {
      expect(leads(files, configs)).toEqual({
        edges: [
          'services/alpha/app/main.py → services/alpha/app/db.py',
          'services/alpha/tests/conftest.py → services/alpha/app/db.py',
          'services/alpha/tests/unit/test_db.py → services/alpha/app/db.py',
          'services/alpha/tests/unit/test_db.py → services/alpha/tests/conftest.py',
          'services/beta/tests/conftest.py → services/beta/app/db.py',
          'services/beta/tests/unit/test_db.py → services/beta/app/db.py',
          'services/beta/tests/unit/test_db.py → services/beta/tests/conftest.py',
        ],
        // `app.gone` of beta does not resolve to the package of alpha.
        unresolved: 1,
      });
    }
  });

  test('a package in a parent folder with the same name is not used, with or without __init__', () => {
    const own = (folder: string, first: string) => ({
      [`${folder}app/db.py`]: [],
      [`${folder}app/main.py`]: [imported('app.db', ['connect'])],
      [`${folder}tests/helpers.py`]: [],
      [`${folder}tests/test_db.py`]: [imported('tests.helpers', ['db'])],
      ...(first === '' ? {} : { [`${folder}app/${first}`]: [], [`${folder}tests/${first}`]: [] }),
    });
    for (const first of ['', '__init__.py']) {
      expect(leads({ ...own('', first), ...own('services/beta/', first) })).toEqual({
        edges: [
          'app/main.py → app/db.py',
          'services/beta/app/main.py → services/beta/app/db.py',
          'services/beta/tests/test_db.py → services/beta/tests/helpers.py',
          'tests/test_db.py → tests/helpers.py',
        ],
        unresolved: 0,
      });
    }
  });

  test('packages without __init__ are found from any parent folder', () => {
    const files = {
      'backend/app/main.py': [imported('app.core.config', ['S']), imported('app.api', ['users']), imported('app.core.gone', ['x'])],
      'backend/app/api/users.py': [imported('app.core', ['config', 'gone']), imported('..core.config', ['S'])],
      'backend/app/core/config.py': [whole('logging'), whole('redis'), imported('os', ['path'])],
      'backend/app/core/logging.py': [],
      'backend/app/core/redis.py': [],
    };
    expect(leads(files, { 'backend/requirements.txt': 'redis==5 # cache\n-r more.txt\n' })).toEqual({
      edges: [
        'backend/app/api/users.py → backend/app/core/config.py',
        'backend/app/main.py → backend/app/api/users.py',
        'backend/app/main.py → backend/app/core/config.py',
      ],
      // `gone` twice, and more.txt.
      unresolved: 3,
    });
  });

  test('parts of a namespace package in several projects are merged, but not packages that only share a name', () => {
    const files = {
      'libs/a/src/acme/a/x.py': [imported('acme.b.y', ['y'])],
      'libs/b/src/acme/b/y.py': [],
      'one/src/svc/main.py': [imported('svc.extra', ['e'])],
      'two/src/svc/main.py': [],
      'two/src/svc/extra.py': [],
    };
    expect(leads(files)).toEqual({ edges: ['libs/a/src/acme/a/x.py → libs/b/src/acme/b/y.py'], unresolved: 1 });
  });

  test('scripts import modules in their folder, modules of a package do not', () => {
    const files = {
      'scripts/run.py': [whole('helper'), imported('shop', ['cart']), whole('yaml')],
      'scripts/helper.py': [],
      'scripts/yaml.py': [],
      'shop/__init__.py': [],
      'shop/cart.py': [whole('money'), whole('redis'), whole('json')],
      'shop/json.py': [],
      'shop/redis.py': [],
      'shop/money.py': [],
    };
    const edges = ['scripts/run.py → scripts/helper.py', 'scripts/run.py → shop/cart.py'];
    // Nothing in the package is run.
    expect(leads(files, { 'pyproject.toml': REQUIRED })).toEqual({ edges, unresolved: 1 });
    // Without declared dependencies, the module may be an installed one, so the import is ambiguous.
    expect(leads(files)).toEqual({ edges: [...edges.slice(0, 1), 'scripts/run.py → scripts/yaml.py', ...edges.slice(1)], unresolved: 2 });
  });
});

test('the standard library takes precedence as in the interpreter', () => {
  const uses = [whole('time'), imported('types', ['Order']), whole('queue')];
  const files = {
    'services/a/main.py': uses,
    'services/a/types.py': [],
    'services/a/time.py': [],
    'lib/src/shop/__init__.py': [],
    'lib/src/shop/x.py': uses,
    'lib/src/queue.py': [],
    'lib/src/shop/types.py': [],
  };
  expect(leads(files, { 'services/a/requirements.txt': '' }).edges).toEqual(['services/a/main.py → services/a/types.py']);
});

describe('source roots of configuration files', () => {
  const files = {
    'p/lib/inner/shop/cart.py': [],
    // A second package with this name, so that the lookup by distance is ambiguous.
    'p/other/shop/cart.py': [],
    'p/check/shop_test.py': [imported('shop.cart', ['Cart']), imported('shop.gone', ['x'])],
  };
  test.each([
    ['pyproject.toml', '[tool.setuptools]\npackage-dir = {"" = "lib/inner"}'],
    ['pyproject.toml', '[tool.setuptools.packages.find]\nwhere = ["lib/inner"]'],
    ['pyproject.toml', '[[tool.poetry.packages]]\ninclude = "shop"\nfrom = "lib/inner"'],
    ['pyproject.toml', '[tool.hatch.build.targets.wheel]\npackages = ["lib/inner/shop"]'],
    ['pyproject.toml', '[tool.hatch.build.targets.wheel]\nsources = ["lib/inner"]'],
    ['pyproject.toml', '[tool.hatch.build.sources]\n"lib/inner/shop" = "shop"'],
    ['pyproject.toml', '[tool.pdm.build]\npackage-dir = "lib/inner"'],
    ['pyproject.toml', '[tool.pytest.ini_options]\npythonpath = ["lib/inner", "."]'],
    ['pyproject.toml', '[tool.pytest.ini_options]\npythonpath = "lib/inner ."'],
    ['pyproject.toml', '[tool.mypy]\nmypy_path = "$MYPY_CONFIG_FILE_DIR/lib/inner"'],
    ['pyproject.toml', '[[tool.pyright.executionEnvironments]]\nroot = "check"\nextraPaths = ["lib/inner"]'],
    ['pyrightconfig.json', '{ "extraPaths": ["lib/inner"] } // all'],
    ['pytest.ini', '[pytest]\npythonpath = lib/inner'],
    ['mypy.ini', '[mypy]\nmypy_path = stubs:lib/inner'],
    ['setup.cfg', '[options]\npackage_dir =\n    = lib/inner\n'],
    ['setup.cfg', '[options.packages.find]\nwhere = lib/inner\n'],
    ['setup.cfg', '[options]\npackage_dir =\n    shop = lib/inner/shop\n'],
    ['setup.py', 'setup(name="x", package_dir={"": "lib/inner"})'],
    ['setup.py', 'setup(packages=find_packages(where="lib/inner"))'],
    ['setup.py', 'setup(packages=find_namespace_packages("lib/inner"))'],
  ])('%s: %s', (name, text) => {
    expect(leads(files, { [`p/${name}`]: text })).toEqual({ edges: ['p/check/shop_test.py → p/lib/inner/shop/cart.py'], unresolved: 1 });
  });

  test('without a source root, no candidate is used, also if there is only one', () => {
    expect(leads(files)).toEqual({ edges: [], unresolved: 1 });
    const { 'p/other/shop/cart.py': _, ...rest } = files;
    expect(leads(rest)).toEqual({ edges: [], unresolved: 1 });
    expect(leads(rest, { 'p/lib/Pipfile': '' })).toEqual({ edges: [], unresolved: 1 });
  });
});

test('ambiguous and missing modules of the project are unresolved, external modules are not', () => {
  const files = {
    'a/shop/__init__.py': [],
    'b/shop/__init__.py': [],
    'tools/x.py': [whole('shop'), imported('numpy', ['array'])],
    'c/only/__init__.py': [],
    'tools/y.py': [imported('only', ['a']), imported('only.gone', ['b']), imported('.gone', ['c']), imported('......far', ['d'])],
    'docker/build.py': [whole('docker'), imported('.', ['build'])],
  };
  expect(leads(files)).toEqual({ edges: [], unresolved: 5 });
  expect(leads(files, { Dockerfile: 'ENV PYTHONPATH=/srv/c' }).edges).toEqual(['tools/y.py → c/only/__init__.py']);
});

test('re-exported names resolve to the module that declares them, also through star imports and cycles', () => {
  const init = [imported('.a', ['Cart as Basket']), imported('.stars', ['*'])];
  const stars = [imported('.', ['*']), imported('.money', ['*']), imported('.stars', ['*'])];
  const files = new Map<string, FileFacts>([
    ['shop/__init__.py', facts('python', { imports: init })],
    ['shop/a.py', facts('python', { symbols: [symbol('Cart')] })],
    ['shop/stars.py', facts('python', { imports: stars })],
    ['shop/money.py', facts('python', { symbols: [symbol('Money')] })],
    ['use.py', facts('python', { imports: [imported('shop', ['Basket', 'Money', 'Gone'])] })],
  ]);
  const from = structureOf(files).edges.filter((edge) => edge.from === 'use.py');
  expect(from.map(({ to }) => to)).toEqual(
    ['shop/__init__.py', 'shop/a.py', 'shop/money.py', 'shop/a.py#Cart', 'shop/money.py#Money'].sort(),
  );
});
