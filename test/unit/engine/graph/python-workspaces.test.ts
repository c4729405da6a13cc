import { describe, expect, test } from 'vitest';
import { edgesAndGaps } from './sources-of.ts';

/** A project whose package has the name of its folder. */
const MEMBER = {
  'my_graph/pyproject.toml': '[project]\nname = "my-graph"\n',
  'my_graph/my_graph/__init__.py': 'from my_graph.node import Node as Node\n',
  'my_graph/my_graph/node.py': 'class Node:\n    pass\n',
};
const SLIM = { 'app_slim/pyproject.toml': '[project]\nname = "app-slim"\ndependencies = ["my-graph"]\n', 'app_slim/app/__init__.py': '' };
const WORKSPACE = '[tool.uv.workspace]\nmembers = ["app_slim", "my_graph"]\n';
const ROOT = { 'pyproject.toml': `[project]\nname = "root"\ndependencies = ["app-slim"]\n${WORKSPACE}` };

const graphOf = async (text: string, more: Readonly<Record<string, string>> = {}, path = 'app_slim/app/x.py'): Promise<string[]> => {
  const found = await edgesAndGaps({ ...ROOT, ...SLIM, ...MEMBER, [path]: text, ...more });
  return found.filter((edge) => edge.startsWith(path)).map((edge) => edge.replace(`${path} → my_graph/`, '').replace(path, '').trim());
};

describe('a member of a workspace whose package has the name of its folder', () => {
  test.each([
    ['import my_graph\n', ['my_graph/__init__.py']],
    ['from my_graph import Node\n', ['my_graph/__init__.py', 'my_graph/node.py']],
    ['from my_graph.node import Node\n', ['my_graph/__init__.py', 'my_graph/node.py']],
    ['from my_graph import node\n', ['my_graph/__init__.py', 'my_graph/node.py']],
    ['import my_graph.node\n', ['my_graph/__init__.py', 'my_graph/node.py']],
    ['from my_graph import gone\n', ['my_graph/__init__.py', ':1  my_graph.gone']],
    ['import my_graph.gone\n', [':1  my_graph.gone']],
  ])('is found by another member: %j', async (text, expected) => {
    expect(await graphOf(text)).toEqual(expected);
  });

  test.each([
    [
      'with the build of hatch',
      { 'my_graph/pyproject.toml': `[project]\nname = "my-graph"\n[tool.hatch.build.targets.wheel]\npackages = ["my_graph"]\n` },
    ],
    [
      'with the build of setuptools',
      { 'my_graph/pyproject.toml': `[project]\nname = "my-graph"\n[tool.setuptools.packages.find]\nwhere = ["."]\n` },
    ],
    ['of a project of poetry', { 'my_graph/pyproject.toml': `[tool.poetry]\nname = "my-graph"\npackages = [{ include = "my_graph" }]\n` }],
  ])('is found %s', async (_, more) => {
    expect(await graphOf('from my_graph.node import Node\n', more)).toEqual(['my_graph/__init__.py', 'my_graph/node.py']);
  });

  test('is found in `src`', async () => {
    const src = {
      ...ROOT,
      ...SLIM,
      'my_graph/pyproject.toml': MEMBER['my_graph/pyproject.toml'],
      'my_graph/src/my_graph/__init__.py': 'X = 1\n',
    };
    const found = await edgesAndGaps({ ...src, 'app_slim/app/x.py': 'from my_graph import X\nimport my_graph\n' });
    expect(found).toEqual(['app_slim/app/x.py → my_graph/src/my_graph/__init__.py']);
  });

  test('is found by a file of the root, which names it as a source', async () => {
    const sources = '[tool.uv.sources]\nmy-graph = { workspace = true }\n';
    const root = { 'pyproject.toml': `[project]\nname = "root"\ndynamic = ["dependencies"]\n${sources}${WORKSPACE}` };
    expect(await graphOf('from my_graph import Node\n', root, 'tests/test_x.py')).toEqual(['my_graph/__init__.py', 'my_graph/node.py']);
  });

  test('is not hidden by the names of its folder', async () => {
    const lone = {
      'my_graph/pyproject.toml': '[project]\nname = "my-graph"\n',
      'my_graph/main.py': 'X = 1\n',
      'x.py': 'from my_graph.main import X\n',
    };
    expect(await edgesAndGaps(lone)).toEqual(['x.py → my_graph/main.py']);
    expect(await graphOf('from my_graph.main import X\n', { 'my_graph/main.py': 'X = 1\n' })).toEqual(['main.py']);
  });
});
