import { expect, test } from 'vitest';
import { edgesAndGaps } from './sources-of.ts';

const PROJECT = { 'pyproject.toml': '[project]\ndependencies = ["requests"]\n' };
const PACKAGE = { 'app/__init__.py': '', 'app/store/__init__.py': '', 'app/store/modal.py': 'Dict = 1\n' };
const USE = 'import modal\n\nmodal.Dict()\n';
const FOUND = 'app/store/store.py → app/store/modal.py';
const UNSURE = ['app/store/store.py:1  modal'];

test('an absolute import in a package is not certainly the module beside the file', async () => {
  const texts = { ...PACKAGE, 'app/store/store.py': USE };
  expect(await edgesAndGaps({ ...PROJECT, ...texts })).toEqual(UNSURE);
  expect(await edgesAndGaps({ 'requirements.txt': 'requests\n', ...texts })).toEqual(UNSURE);
  expect(await edgesAndGaps(texts)).toEqual(UNSURE);
  expect(await edgesAndGaps({ 'requirements.txt': 'modal\n', ...texts })).toEqual([]);
  expect(await edgesAndGaps({ ...PROJECT, ...texts, 'app/store/store.py': 'from modal import Dict\n' })).toEqual(UNSURE);
  expect(await edgesAndGaps({ ...PROJECT, ...texts, 'app/store/store.py': 'from app.store import modal\n' })).toContain(FOUND);
});

test('a program puts its folder on the search path, also for the modules that it imports', async () => {
  const main = 'if __name__ == "__main__":\n    pass\n';
  expect(await edgesAndGaps({ ...PROJECT, ...PACKAGE, 'app/store/store.py': USE + main })).toContain(FOUND);
  const run = { 'app/store/run.py': `import store\n${main}`, 'app/store/store.py': USE };
  expect(await edgesAndGaps({ ...PROJECT, ...PACKAGE, ...run })).toContain(FOUND);
});

test('pytest imports a test as a module of its package', async () => {
  const texts = {
    ...PROJECT,
    'tests/__init__.py': '',
    'tests/models/__init__.py': '',
    'tests/models/anthropic/__init__.py': '',
    'tests/models/test_anthropic.py': 'from anthropic import Client\n\n\ndef test_x():\n    pass\n',
  };
  expect(await edgesAndGaps(texts)).toEqual([]);
});

test('a module does not import itself, so an import of its name is of the installed package', async () => {
  const texts = {
    'proj/__init__.py': '',
    'proj/celery.py': 'from celery import Celery\n\napp = Celery()\n',
    'proj/tasks.py': 'from celery import shared_task\n',
  };
  expect(await edgesAndGaps(texts)).toEqual([]);
  expect(await edgesAndGaps({ ...texts, 'requirements-dev.txt': 'black\n' })).toEqual([]);
});
