import { describe, expect, test } from 'vitest';
import { GraphAssembly } from '../../../../src/engine/graph/analysis/assemble.ts';
import { computeBlastRadius, findUnused, GraphModel } from '../../../../src/engine/graph/index.ts';
import { NO_HISTORY } from '../../../support/graphs.ts';
import { structureOfTexts } from './sources-of.ts';

async function modelOf(files: Readonly<Record<string, string>>): Promise<GraphModel> {
  const { nodes, edges } = await structureOfTexts(files);
  return new GraphModel(new GraphAssembly().assemble([{ nodes, edges }], NO_HISTORY));
}

const unusedIn = (model: GraphModel): string[] => {
  const { files, symbols } = findUnused(model);
  return [...files, ...symbols.map(({ path, name }) => `${path} ${name}`)];
};

describe('the build backend', () => {
  const FILES = {
    'tools/build/backend.py': 'import helper\ndef build_wheel(): helper.go()\n',
    'tools/build/helper.py': 'def go(): pass\n',
    'backend.py': 'def other(): pass\n',
  };
  const manifest = (backend: string, path: string) =>
    `[build-system]\nrequires = []\nbuild-backend = "${backend}"\n${path}[project]\nname = "x"\ndependencies = []\n`;

  test('in a backend-path is used with all its functions, and a module of its name elsewhere is not', async () => {
    const model = await modelOf({ ...FILES, 'pyproject.toml': manifest('backend', 'backend-path = ["tools/build"]\n') });
    expect(unusedIn(model)).toEqual(['backend.py']);
  });

  test('of an object is used with that object', async () => {
    const text = 'class Hooks: pass\nclass Never: pass\n';
    const path = 'backend-path = ["."]\n';
    const model = await modelOf({ 'backend.py': text, 'pyproject.toml': manifest('backend:Hooks.inner', path) });
    expect(unusedIn(model)).toEqual(['backend.py Never']);
  });

  test('in a template is used with the functions of the standard only', async () => {
    const text = 'def build_wheel(): pass\ndef get_requires_for_build_sdist(): pass\ndef build_other(): pass\nclass Used: pass\n';
    const model = await modelOf({
      'ci/sdist_backend.py': text,
      'ci/plain.py': text,
      'main.py': 'import ci.sdist_backend\nimport ci.plain\n',
    });
    const both = ['Used', 'build_other'];
    expect(unusedIn(model).filter((each) => each.includes('backend'))).toEqual(both.map((name) => `ci/sdist_backend.py ${name}`));
    expect(unusedIn(model).filter((each) => each.includes('plain ') || each.includes('plain.py '))).toHaveLength(4);
  });

  test('without a backend-path, or missing in it, is an installed package', async () => {
    for (const path of ['', 'backend-path = ["other"]\n', 'backend-path = ["../out"]\n']) {
      const model = await modelOf({ ...FILES, 'pyproject.toml': manifest('backend', path) });
      expect(unusedIn(model), path).toEqual(['backend.py', 'tools/build/backend.py']);
    }
  });
});

describe('plugins of pytest', () => {
  const FILES = {
    'plug/__init__.py': '',
    'plug/testing.py': 'from plug.data import rows\ndef pytest_configure(): return rows\n',
    'plug/data.py': 'rows = 1\n',
    'never.py': 'def pytest_configure(): pass\n',
    'tests/test_a.py': 'def test_a(): pass\n',
  };

  test.each([
    ['pyproject.toml', '[tool.pytest.ini_options]\naddopts = "-ra -p plug.testing -p no:never"\n'],
    ['pyproject.toml', '[tool.pytest.ini_options]\naddopts = ["-ra", "-p", "plug.testing"]\n'],
    ['pytest.ini', '[pytest]\naddopts =\n  -ra\n  -pplug.testing\n'],
    ['tox.ini', '[tox]\naddopts = -p never\n[pytest]\naddopts = -p plug.testing\n'],
    ['setup.cfg', '[pytest]\naddopts = -p never\n[tool:pytest]\naddopts = -p plug.testing -p xdist\n'],
  ])('that %s names are used, and all tests below it depend on them', async (path, text) => {
    const model = await modelOf({ ...FILES, [path]: text });
    expect(unusedIn(model)).toEqual(['never.py']);
    expect(computeBlastRadius(model, ['plug/data.py']).tests.map((each) => each.path)).toEqual(['tests/test_a.py']);
  });

  test('count for no test beside the folder of the settings', async () => {
    const inside = Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`one/${path}`, text]));
    const settings = { 'one/pytest.ini': '[pytest]\naddopts = -p plug.testing\n', 'onetwo/test_b.py': 'def test_b(): pass\n' };
    const model = await modelOf({ ...inside, ...settings });
    expect(computeBlastRadius(model, ['one/plug/testing.py']).tests.map((each) => each.path)).toEqual(['one/tests/test_a.py']);
  });
});

test.each([
  ['pyproject.toml', '[tool.setuptools.dynamic]\nversion = { attr = "shop.about.get_version" }\n'],
  ['setup.cfg', '[metadata]\nname = shop\nversion = attr: shop.about.get_version\n'],
])('the module from which %s reads the version is used', async (path, text) => {
  const files = { 'src/shop/__init__.py': '', 'src/shop/about.py': 'def get_version(): pass\ndef never(): pass\n' };
  const model = await modelOf({ ...files, [path]: text });
  expect(unusedIn(model)).toEqual(['src/shop/about.py never']);
  expect(model.nodes.filter(({ type }) => type === 'api').map(({ id }) => id)).toEqual(['api:setting version (setuptools)']);
});

test('hooks of hatch are used with their classes, and other files of these names are not', async () => {
  const hook = 'class CustomBuildHook: pass\n';
  const files = { 'hatch_build.py': hook, 'tools/meta.py': hook, 'tools/wheel.py': hook, 'sub/hatch_build.py': hook };
  const settings = [
    '[tool.hatch.build.hooks.custom]',
    '[tool.hatch.metadata.hooks.custom]\npath = "tools/meta.py"',
    '[tool.hatch.build.targets.wheel.hooks.custom]\npath = "tools/wheel.py"',
  ];
  const model = await modelOf({ ...files, 'pyproject.toml': settings.join('\n') });
  expect(unusedIn(model)).toEqual(['sub/hatch_build.py']);
  const none = await modelOf({ ...files, 'pyproject.toml': '[tool.hatch.build.hooks.vcs]\n' });
  expect(unusedIn(none)).toEqual(Object.keys(files).sort());
});
