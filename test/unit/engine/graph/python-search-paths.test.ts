import { describe, expect, test } from 'vitest';
import { parseSource } from '../../../support/parse-source.ts';
import { edgesBetween, linesOf, structureOfTexts } from './sources-of.ts';

type Texts = Readonly<Record<string, string>>;

async function leads(sources: Texts, configs: Texts = {}) {
  const structure = await structureOfTexts({ ...sources, ...configs });
  return { edges: edgesBetween(structure, sources), unresolved: linesOf(structure.unresolved) };
}

const MODULE = 'def get(): pass\n';

describe('a file of the name of an installed package, in a folder that is not on the search path', () => {
  const sources = {
    'tools/x/requests.py': MODULE,
    'data/click.py': MODULE,
    'data/attr/__init__.py': MODULE,
    'data/boto/client.py': MODULE,
    'app/__init__.py': '',
    'app/main.py': 'import requests\nfrom click import get\nimport attr\nfrom boto.client import get as g\nrequests.get("x")\n',
  };
  const lost = ['app/main.py:1  requests', 'app/main.py:2  click', 'app/main.py:3  attr', 'app/main.py:4  boto.client'];

  test('is not imported', async () => {
    expect(await leads(sources)).toEqual({ edges: [], unresolved: lost });
    expect(await leads(sources, { 'pyproject.toml': '[project]\nname = "p"\n' })).toEqual({ edges: [], unresolved: lost });
  });

  test('is not unresolved if the package is a declared dependency', async () => {
    const configs = { 'pyproject.toml': '[project]\nname = "p"\ndependencies = ["requests>=2", "attr"]\n' };
    expect((await leads(sources, configs)).unresolved).toEqual(lost.filter((each) => /click|boto/.test(each)));
  });

  test('is imported beside a script, and from the folder of the program', async () => {
    const texts = { 'tools/x/run.py': 'import requests\n', 'tools/x/sub/deep.py': 'import requests\n', 'tools/x/requests.py': MODULE };
    expect((await leads(texts)).edges).toEqual(['tools/x/run.py → tools/x/requests.py', 'tools/x/sub/deep.py → tools/x/requests.py']);
  });
});

describe('a folder is on the search path', () => {
  const LIB = { 'libs/core.py': MODULE, 'other/core2.py': MODULE };
  const USE = 'import core\nimport core2\n';

  test.each([
    'import os, sys\nsys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "libs"))\n',
    'import sys\nfrom pathlib import Path\nsys.path.append(str(Path(__file__).resolve().parent.parent / "libs"))\n',
    'import sys\nsys.path.extend(["libs", "gone"])\n',
    'import site\nsite.addsitedir("libs")\n',
  ])('of a file that adds it, and of files below: %s', async (adding) => {
    const texts = { ...LIB, 'app/run.py': adding + USE, 'app/sub/view.py': USE, 'elsewhere/x.py': USE };
    const { edges, unresolved } = await leads(texts);
    expect(edges).toEqual(['app/run.py → libs/core.py', 'app/sub/view.py → libs/core.py']);
    expect(unresolved.map((each) => each.replace(/:\d+/, ''))).toEqual([
      ...['app/run.py  core2', 'app/sub/view.py  core2'],
      ...['elsewhere/x.py  core', 'elsewhere/x.py  core2'],
    ]);
  });

  test.each([
    'import sys\nsys.path = [find()] + sys.path\n',
    'import sys\nsys.path[:0] = [ROOT]\n',
    'import sys\nsys.path += ROOTS\n',
    'import sys\nsys.path.insert(0, find())\n',
  ])('of a file that adds a folder which only the running program knows: %s', async (adding) => {
    const texts = { ...LIB, 'app/run.py': `${adding}import core\n`, 'app/view.py': 'import core\n' };
    expect((await leads(texts)).edges).toEqual(['app/run.py → libs/core.py']);
  });

  test('of files that import the module which adds it, and of all tests below a conftest that does', async () => {
    const adding = 'import sys\nsys.path.insert(0, find())\n';
    const beside = {
      'tests/context.py': adding,
      'tests/test_a.py': 'from . import context\nimport core\n',
      'tests/test_b.py': 'import core\n',
    };
    expect((await leads({ ...LIB, ...beside })).edges).toContain('tests/test_a.py → libs/core.py');
    expect((await leads({ ...LIB, ...beside })).edges).not.toContain('tests/test_b.py → libs/core.py');
    const all = { 'tests/conftest.py': adding, 'tests/unit/test_a.py': 'import core\n' };
    expect((await leads({ ...LIB, ...all })).edges).toContain('tests/unit/test_a.py → libs/core.py');
  });

  test('of a test, if pytest adds it for other tests', async () => {
    const texts = {
      'tests/a/test_a.py': '',
      'tests/a/fake.py': MODULE,
      'tests/b/test_b.py': 'import fake\n',
      'tests/b/c.py': 'import fake\n',
    };
    expect((await leads(texts)).edges).toEqual(['tests/b/test_b.py → tests/a/fake.py']);
  });

  test.each([
    ['Dockerfile', 'ENV PYTHONPATH=/srv/app:/srv/libs\n'],
    ['Dockerfile', `ENV PYTHONPATH "\${PYTHONPATH}:/libs"\n`],
    ['tox.ini', '[testenv]\nsetenv =\n    PYTHONPATH = {toxinidir}/libs\n'],
    ['compose.yaml', 'services:\n  a:\n    environment:\n      PYTHONPATH: ./libs\n'],
  ])('if PYTHONPATH names it in a %s', async (path, text) => {
    expect(await leads({ ...LIB, 'app/run.py': USE }, { [path]: text })).toEqual({
      edges: ['app/run.py → libs/core.py'],
      unresolved: ['app/run.py:2  core2'],
    });
  });
});

test('comparisons and uses of the search path add no folder', async () => {
  for (const text of ['if sys.path == []: pass\n', 'print(sys.path)\n', 'for each in sys.path: pass\n', 'os.path.join("a")\n']) {
    expect((await parseSource('python', text)).searchPaths).toBeUndefined();
  }
  expect((await parseSource('python', 'sys.path.insert(0, os.path.dirname(__file__))\n')).searchPaths).toEqual(['./']);
});
