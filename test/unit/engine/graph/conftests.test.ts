import { expect, test } from 'vitest';
import { GraphAssembly } from '../../../../src/engine/graph/analysis/assemble.ts';
import { computeBlastRadius, findFileCycles, findUnused, GraphModel } from '../../../../src/engine/graph/index.ts';
import { NO_HISTORY } from '../../../support/graphs.ts';
import { structureOfTexts } from './sources-of.ts';

const FILES = {
  'app/__init__.py': '',
  'app/db.py': 'def connect(): pass\n',
  'app/test_db.py': 'from app.db import connect\ndef test_it(): connect()\n',
  'conftest.py': 'def pytest_configure(config): pass\n',
  'tests/conftest.py': 'from app.db import connect\nfrom tests.helpers import rows\ndef db(): return connect(), rows\n',
  'tests/helpers.py': 'rows = 1\n',
  'tests/test_top.py': 'from tests.conftest import db\ndef test_top(): db()\n',
  'tests/unit/conftest.py': 'from tests.unit.test_a import shared\ndef unit(): return shared\n',
  'tests/unit/test_a.py': 'shared = 1\ndef test_a(db): pass\n',
  'other/conftest.py': 'def alone(): pass\n',
  'other/use.ts': 'export const a = 1;\n',
};

async function modelOf(files: Readonly<Record<string, string>>): Promise<GraphModel> {
  const { nodes, edges } = await structureOfTexts(files);
  return new GraphModel(new GraphAssembly().assemble([{ nodes, edges }], NO_HISTORY));
}

test('a test depends on each conftest.py in its folder and above, and on no other', async () => {
  const { edges } = await structureOfTexts(FILES);
  const told = edges.filter(({ to, from }) => to.endsWith('conftest.py') && !from.includes(':'));
  expect(told.map(({ from, to, type, weight, description }) => `${from} → ${to} ${type} ${weight}: ${description}`)).toEqual([
    'app/test_db.py → conftest.py depends 0.5: pytest loads conftest.py for app/test_db.py',
    'tests/test_top.py → conftest.py depends 0.5: pytest loads conftest.py for tests/test_top.py',
    'tests/test_top.py → tests/conftest.py depends 0.6: tests/test_top.py imports db from tests/conftest.py (line 1)',
    'tests/unit/test_a.py → conftest.py depends 0.5: pytest loads conftest.py for tests/unit/test_a.py',
    'tests/unit/test_a.py → tests/conftest.py depends 0.5: pytest loads tests/conftest.py for tests/unit/test_a.py',
    'tests/unit/test_a.py → tests/unit/conftest.py depends 0.5: pytest loads tests/unit/conftest.py for tests/unit/test_a.py',
  ]);
});

test('the impact of dependencies of a conftest.py includes its tests', async () => {
  const model = await modelOf(FILES);
  const tests = (path: string) => computeBlastRadius(model, [path]).tests.map((each) => each.path);
  expect(tests('tests/conftest.py')).toEqual(['tests/test_top.py', 'tests/unit/test_a.py']);
  expect(tests('app/db.py')).toEqual(['app/test_db.py', 'tests/test_top.py', 'tests/unit/test_a.py']);
  expect(computeBlastRadius(model, ['app/db.py']).tests.at(-1)?.because).toEqual([
    'tests/conftest.py imports connect from app/db.py (line 1)',
    'pytest loads tests/conftest.py for tests/unit/test_a.py',
  ]);
});

test('a conftest.py and its fixtures are not unused, and it closes no cycle', async () => {
  const model = await modelOf(FILES);
  const { files, symbols } = findUnused(model);
  expect(files).toEqual(['other/use.ts']);
  expect(symbols).toEqual([]);
  expect(findFileCycles(model)).toEqual([]);
});
