import { describe, expect, test } from 'vitest';
import { findDoubts } from '../../../../src/engine/crtx/graph/graph-doubts.ts';
import { reasonInWords } from '../../../../src/engine/crtx/index.ts';
import { structureOfTexts } from './sources-of.ts';

type Texts = Readonly<Record<string, string>>;

/** Returns the unresolved names of a project, each as `path:line name reason`. */
async function lostIn(texts: Texts, others: readonly string[] = []): Promise<string[]> {
  const { unresolved } = await structureOfTexts(texts, others);
  return unresolved.map((each) => `${each.path}:${each.line} ${each.specifier} ${reasonInWords(each)}`);
}

const SHOP = { 'shop/__init__.py': '', 'shop/core.py': 'def main(): pass\n' };
/** Two packages of the same name, of which neither is nearer to the root. */
const TWO = {
  'one/shop/__init__.py': '',
  'one/shop/cli.py': 'def main(): pass\n',
  'two/shop/__init__.py': '',
  'two/shop/cli.py': 'def main(): pass\n',
};

describe('a name in a manifest that leads to no module of the project is listed', () => {
  test.each([
    ['pyproject.toml', '[project]\nname = "shop"\n[project.scripts]\nshop = "shop.cli:main"\n', 'pyproject.toml:4 shop.cli:main not found'],
    ['pyproject.toml', '[project.entry-points.pytest11]\nx = "shop.gone"\n', 'pyproject.toml:2 shop.gone not found'],
    [
      'pyproject.toml',
      '[tool.poetry.scripts]\nx = { reference = "shop.gone:run", type = "console" }\n',
      'pyproject.toml:2 shop.gone:run not found',
    ],
    [
      'setup.cfg',
      '[options.entry_points]\nconsole_scripts =\n  a = shop.core:main\n  x = shop.gone:main [all]\n',
      'setup.cfg:4 shop.gone:main [all] not found',
    ],
    [
      'setup.py',
      'from setuptools import setup\nsetup(\n  entry_points={"console_scripts": ["x = shop.gone:main"]})\n',
      'setup.py:3 shop.gone:main not found',
    ],
    [
      'pyproject.toml',
      '[tool.setuptools.dynamic]\nversion = { attr = "shop.about.version" }\n',
      'pyproject.toml:2 shop.about.version not found',
    ],
    ['setup.cfg', '[metadata]\nname = shop\nversion = attr: shop.about.version\n', 'setup.cfg:3 shop.about.version not found'],
    ['pytest.ini', '[pytest]\naddopts = -ra\n  -p shop.testing\n', 'pytest.ini:3 shop.testing not found'],
    ['pyproject.toml', '[tool.pytest.ini_options]\naddopts = ["-ra", "-pshop.testing"]\n', 'pyproject.toml:2 shop.testing not found'],
    ['package.json', '{\n "scripts": { "run": "python -m shop.gone --all" } }\n', 'package.json:2 shop.gone not found'],
    ['setup.py', 'from setuptools import setup\nsetup(\n  scripts=["bin/shop"])\n', 'setup.py:3 bin/shop not found'],
  ])('%s %#', async (path, text, said) => {
    expect(await lostIn({ ...SHOP, [path]: text })).toEqual([said]);
  });

  test('also below a module that is a file', async () => {
    expect(await lostIn({ 'app.py': 'x = 1\n', 'pyproject.toml': '[project.scripts]\nx = "app.cli:main"\n' })).toEqual([
      'pyproject.toml:2 app.cli:main not found',
    ]);
  });

  test('and so is a build backend that is in no folder of its backend-path', async () => {
    const manifest = (paths: string): Texts => ({
      'pyproject.toml': `[build-system]\nrequires = []\nbuild-backend = "backend:Hooks"\nbackend-path = ${paths}\n`,
      'tools/backend.py': 'class Hooks: pass\n',
    });
    expect(await lostIn(manifest('["other", "tools"]'))).toEqual([]);
    expect(await lostIn(manifest('["other"]'))).toEqual(['pyproject.toml:3 backend:Hooks not found']);
  });
});

describe('a program or plugin whose module lacks its function is listed', () => {
  test.each([
    ['pyproject.toml', '[project.scripts]\na = "shop.core:main"\nb = "shop.core:gone"\n', ['pyproject.toml:3 shop.core:gone not found']],
    ['setup.cfg', '[options.entry_points]\nacme.plugins =\n  x = shop.core:Gone.run\n', ['setup.cfg:3 shop.core:Gone.run not found']],
    ['setup.py', 'from setuptools import setup\nsetup(\n  entry_points={"gui_scripts": ["x = shop.open:gone"]})\n', []],
    ['pyproject.toml', '[project.entry-points."acme.plugins"]\nx = "shop.set:given"\ny = "shop.core"\n', []],
  ])('%s %#', async (path, text, said) => {
    const modules = {
      'shop/open.py': 'def __getattr__(name): return 1\n',
      'shop/set.py': '',
      'a.py': 'from shop import set\nset.given = 1\n',
    };
    expect(await lostIn({ ...SHOP, ...modules, [path]: text })).toEqual(said);
  });
});

describe('a name in a manifest that may mean several files is listed with them', () => {
  test.each([
    ['pyproject.toml', '[project.scripts]\nshop = "shop.cli:main"\n', 'pyproject.toml:2 shop.cli:main'],
    ['pytest.ini', '[pytest]\naddopts = -p shop.cli\n', 'pytest.ini:2 shop.cli'],
    ['setup.cfg', '[metadata]\nversion = attr: shop.cli.main\n', 'setup.cfg:2 shop.cli.main'],
  ])('%s', async (path, text, said) => {
    expect(await lostIn({ ...TWO, [path]: text })).toEqual([`${said} ambiguous: one/shop/cli.py or two/shop/cli.py`]);
  });

  test('and a module of one name in two other projects', async () => {
    const texts = { 'one/helpers.py': 'x = 1\n', 'one/setup.cfg': '', 'two/helpers.py': 'x = 1\n', 'two/setup.cfg': '' };
    expect(await lostIn({ ...texts, 'pytest.ini': '[pytest]\naddopts = -p helpers\n' })).toEqual([
      'pytest.ini:2 helpers ambiguous: one/helpers.py or two/helpers.py',
    ]);
  });
});

test('names of installed packages, existing files and templates are not listed', async () => {
  const settings = '[tool.pytest.ini_options]\naddopts = "-p xdist -p no:shop.gone -p pytester -p shop.core"\n';
  const manifest = `[build-system]\nbuild-backend = "hatchling.build"\n[project]\nname = "shop"\ndependencies = ["rich", "acme.shop"]
[project.scripts]\na = "rich.cli:main"\nb = "{{ name }}.cli:main"\nc = "shop.{{ x }}:main"\nd = "shop._fast:main"\ne = "shop:core"
[tool.hatch.build.targets.wheel.shared-scripts]\n"build/x" = "bin/x"\n${settings}`;
  expect(
    await lostIn({ ...SHOP, 'pyproject.toml': manifest, 'package.json': '{ "scripts": { "a": "python -m pytest" } }' }, [
      'shop/_fast.pyx',
      'build/',
    ]),
  ).toEqual([]);
});

describe('the answer about a file names what may mean it', () => {
  const gapsOf = async (texts: Texts) => ({ imports: (await structureOfTexts(texts)).unresolved, files: [], commits: 0, fixes: 0 });
  const concerning = async (texts: Texts, asked: string): Promise<string[]> =>
    findDoubts(await gapsOf(texts), [asked], { inside: () => [], reached: () => [] }).concerning.map(
      ({ path, specifier }) => `${path} ${specifier}`,
    );

  test('each candidate, and no other file', async () => {
    const texts = { ...TWO, 'pyproject.toml': '[project.scripts]\nshop = "shop.cli:main"\n' };
    expect(await concerning(texts, 'one/shop/cli.py')).toEqual(['pyproject.toml shop.cli:main']);
    expect(await concerning(texts, 'two/shop/cli.py')).toEqual(['pyproject.toml shop.cli:main']);
    expect(await concerning(texts, 'three/cli.py')).toEqual([]);
  });

  test('a missing file, by the last name of its module', async () => {
    const texts = {
      ...SHOP,
      'pyproject.toml': '[project.scripts]\nshop = "shop.cli:main"\n[tool.setuptools.dynamic]\nversion = { attr = "shop.about.version" }\n',
    };
    expect(await concerning(texts, 'shop/cli.py')).toEqual(['pyproject.toml shop.cli:main']);
    expect(await concerning(texts, 'shop/about.py')).toEqual(['pyproject.toml shop.about.version']);
    for (const other of ['main.py', 'version.py', 'shop/core.py', 'shop/cli.ts']) expect(await concerning(texts, other), other).toEqual([]);
  });

  test('a missing script, by its path from the manifest', async () => {
    const texts = { ...SHOP, 'sub/setup.py': 'from setuptools import setup\nsetup(scripts=["bin/shop.py"])\n' };
    expect(await concerning(texts, 'sub/bin/shop.py')).toEqual(['sub/setup.py bin/shop.py']);
    expect(await concerning(texts, 'bin/shop.py')).toEqual([]);
  });

  test('and only languages that can load it count', async () => {
    const gaps = await gapsOf({ ...TWO, 'pyproject.toml': '[project.scripts]\nshop = "shop.cli:main"\n' });
    expect(findDoubts(gaps, ['one/shop/cli.py']).unresolved).toBe(1);
    expect(findDoubts(gaps, ['one/shop/cli.ts']).unresolved).toBe(0);
  });
});

test('an import in a source that may mean several files is listed with them', async () => {
  const one = { 'one/setup.cfg': '', 'two/setup.cfg': '', ...TWO, 'conftest.py': 'pytest_plugins = ["shop.cli", "shop.gone"]\n' };
  expect(await lostIn(one)).toEqual([
    'conftest.py:1 shop.cli ambiguous: one/shop/cli.py or two/shop/cli.py',
    'conftest.py:1 shop.gone not found',
  ]);
});
