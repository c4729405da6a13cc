import { expect, test } from 'vitest';
import { GraphAssembly } from '../../../../src/engine/graph/analysis/assemble.ts';
import { GraphModel } from '../../../../src/engine/graph/graph-model.ts';
import { findFileCycles } from '../../../../src/engine/graph/questions/cycles.ts';
import { findUnused } from '../../../../src/engine/graph/questions/unused.ts';
import { NO_HISTORY } from '../../../support/graphs.ts';
import { edgesBetween, linesOf, structureOfTexts } from './sources-of.ts';

const FILES = {
  'pkg/__init__.py': 'from .fast import run\n__all__ = ["run", "other"]\nother = 1\n',
  'pkg/__init__.pyi': 'from .fast import run as run\n',
  'pkg/fast.py': 'from pkg.base import Base\ndef run(): return Base\n',
  'pkg/fast.pyi': 'from pkg.base import Base\nfrom pkg.user import main\ndef run() -> Base: ...\ndef hidden() -> None: ...\n',
  'pkg/base.py': 'class Base: pass\n',
  'pkg/user.py':
    'from pkg.fast import run\nfrom pkg import other\nimport pkg.fast\ndef main(): return run(other)\nif __name__ == "__main__":\n    main()\n',
  'typings/lone.pyi': 'def f() -> None: ...\n',
};

test('an import depends on the module and on its stub', async () => {
  const structure = await structureOfTexts(FILES);
  expect(linesOf(structure.unresolved)).toEqual([]);
  const edges = edgesBetween(structure, FILES);
  expect(edges).toEqual(
    expect.arrayContaining([
      'pkg/user.py → pkg/fast.py',
      'pkg/user.py → pkg/fast.pyi',
      'pkg/user.py → pkg/__init__.pyi',
      'pkg/__init__.py → pkg/fast.pyi',
      'pkg/fast.pyi → pkg/base.py',
    ]),
  );
});

test('a stub is not unused, and closes no cycle when modules are loaded', async () => {
  const { nodes, edges } = await structureOfTexts(FILES);
  const model = new GraphModel(new GraphAssembly().assemble([{ nodes, edges }], NO_HISTORY));
  expect(findUnused(model)).toEqual({ files: [], symbols: [] });
  expect(findFileCycles(model)).toEqual([]);
});

test('a folder without __init__ can be imported from its package', async () => {
  const texts = { 'ns/part/a.py': 'from . import sub as s\nfrom . import none\n', 'ns/part/sub/e.py': '' };
  expect(linesOf((await structureOfTexts(texts)).unresolved)).toEqual(['ns/part/a.py:2  .none']);
});
