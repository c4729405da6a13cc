import { describe, expect, test } from 'vitest';
import { GraphAssembly } from '../../../../src/engine/graph/analysis/assemble.ts';
import { GraphModel } from '../../../../src/engine/graph/graph-model.ts';
import { computeBlastRadius } from '../../../../src/engine/graph/questions/blast-radius.ts';
import { findFileCycles } from '../../../../src/engine/graph/questions/cycles.ts';
import { findUnused } from '../../../../src/engine/graph/questions/unused.ts';
import { NO_HISTORY } from '../../../support/graphs.ts';
import { edgesBetween, structureOfTexts } from './sources-of.ts';

async function modelOf(files: Readonly<Record<string, string>>): Promise<GraphModel> {
  const { nodes, edges } = await structureOfTexts(files);
  return new GraphModel(new GraphAssembly().assemble([{ nodes, edges }], NO_HISTORY));
}

const leadTo = async (texts: Readonly<Record<string, string>>, end: RegExp) =>
  edgesBetween(await structureOfTexts(texts), texts).filter((edge) => end.test(edge));

describe('__init__.py of Python packages on the path to a module', () => {
  const files = {
    'app/__init__.py': 'import logging\nlogging.basicConfig()\n',
    'app/models/__init__.py': '"""Models."""\n# nothing runs here\n',
    'app/models/user.py': 'class User: pass\n',
    'app/views.py': 'from .models.user import User\n',
    'app/admin.py': 'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from app.views import View\n',
    'main.py': 'import app.models.user\n',
    'tests/test_user.py': 'from app.models.user import User\ndef test_user(): User()\n',
  };

  test('is a dependency if it runs code, but not of type-only imports', async () => {
    expect(await leadTo(files, /__init__\.py$/)).toEqual([
      'app/views.py → app/__init__.py',
      'main.py → app/__init__.py',
      'tests/test_user.py → app/__init__.py',
    ]);
  });

  test('has dependents and tests, is not unused, and closes no cycle', async () => {
    const model = await modelOf({ ...files, 'app/__init__.py': 'from .views import User\nUser()\n' });
    const { files: broken, tests } = computeBlastRadius(model, ['app/__init__.py']);
    expect(broken.map(({ path }) => path)).toEqual(['app/views.py', 'main.py', 'app/admin.py']);
    expect(tests.map(({ path }) => path)).toEqual(['tests/test_user.py']);
    expect(broken[1]?.because).toEqual(['main.py imports app.models.user, which runs app/__init__.py first (line 1, indirectly)']);
    expect(findFileCycles(model)).toEqual([]);
    expect(findUnused(model).files).toEqual(['app/admin.py', 'main.py']);
  });
});

test('an import of a Go package depends on each of its files with an init function', async () => {
  const files = {
    'go.mod': 'module example.com/x\n',
    'main.go': 'package main\n\nimport "example.com/x/db"\n\nfunc main() { db.Open() }\n',
    'log.go': 'package main\n\nfunc init() {}\n',
    'db/doc.go': '// Package db is a store.\npackage db\n',
    'db/open.go': 'package db\n\nfunc Open() {}\n',
    'db/register.go': 'package db\n\nfunc init() { names["a"] = 1 }\n\nvar names = map[string]int{}\n',
  };
  expect(await leadTo(files, /db\//)).toEqual(['main.go → db/open.go', 'main.go → db/register.go']);
  expect(findUnused(await modelOf(files))).toEqual({ files: [], symbols: [] });
});

test('files that only describe their folder are not unused', async () => {
  const files = {
    'src/main/java/com/acme/package-info.java': '/** Shops. */\npackage com.acme;\n',
    'src/main/java/module-info.java': 'module com.acme {}\n',
    'lib/__init__.py': '',
  };
  expect(findUnused(await modelOf(files)).files).toEqual([]);
});
