import { describe, expect, test } from 'vitest';
import { findDoubts } from '../../../../src/engine/crtx/graph/graph-doubts.ts';
import type { FileFacts } from '../../../../src/engine/graph/facts.ts';
import { ProjectStructure } from '../../../../src/engine/graph/structure/project-structure.ts';
import { parseSource } from '../../../support/parse-source.ts';
import { edgesBetween, linesOf, structureOfTexts } from './sources-of.ts';

type Texts = Readonly<Record<string, string>>;

const unresolvedIn = async (texts: Texts, others: readonly string[] = []) => linesOf((await structureOfTexts(texts, others)).unresolved);

describe('names that a Python package does not have are unresolved', () => {
  const texts = {
    'app/__init__.py': '',
    'main.py': 'from app import nope\n',
    'shop/__init__.py': 'from .cart import Cart\n',
    'shop/cart.py': 'from .utils import text, money\nfrom . import gone\nclass Cart: pass\n',
    'shop/utils/__init__.py': '',
    'shop/utils/money.py': '',
    'shop/deep/__init__.py': '',
    'shop/deep/page.py': 'from ..utils import text as t\nfrom shop.utils import text\nfrom shop import Cart, Basket\n',
  };

  test('each listed with its package', async () => {
    const structure = await structureOfTexts(texts);
    expect(linesOf(structure.unresolved)).toEqual([
      'main.py:1  app.nope',
      'shop/cart.py:1  .utils.text',
      'shop/cart.py:2  .gone',
      'shop/deep/page.py:1  ..utils.text',
      'shop/deep/page.py:2  shop.utils.text',
      'shop/deep/page.py:3  shop.Basket',
    ]);
    // The package still runs, but no name is imported from it.
    expect(edgesBetween(structure, texts)).toEqual([
      'main.py → app/__init__.py',
      'shop/__init__.py → shop/cart.py',
      'shop/cart.py → shop/__init__.py',
      'shop/cart.py → shop/utils/__init__.py',
      'shop/cart.py → shop/utils/money.py',
      'shop/deep/page.py → shop/__init__.py',
      'shop/deep/page.py → shop/cart.py',
      'shop/deep/page.py → shop/utils/__init__.py',
    ]);
    const told = structure.edges.map(({ description }) => description);
    expect(told).toContain('main.py imports app/__init__.py (line 1)');
    expect(told).toContain('shop/deep/page.py imports Cart from shop/__init__.py (line 3)');
  });

  test('and concern queries about the missing module, but not about another one', async () => {
    const { unresolved } = await structureOfTexts(texts);
    const waiting = (asked: string) =>
      findDoubts({ imports: unresolved, files: [], commits: 0, fixes: 0 }, [asked]).concerning.map(({ path, line }) => `${path}:${line}`);
    expect(waiting('shop/utils/text.py')).toEqual(['shop/cart.py:1', 'shop/deep/page.py:1', 'shop/deep/page.py:2']);
    expect(waiting('other/utils.py')).toEqual([]);
  });

  test('also in folders without __init__, which contain only modules', async () => {
    const folder = {
      'app/core/config.py': '',
      'app/a.py': 'from app.core import config, gone\nfrom .core import lost\nfrom . import none\n',
    };
    expect(await unresolvedIn(folder)).toEqual(['app/a.py:1  app.core.gone', 'app/a.py:2  .core.lost', 'app/a.py:3  .none']);
    expect(await unresolvedIn(folder, ['app/core/gone.pyx', 'app/core/lost.so', 'app/none.pyi'])).toEqual([]);
  });
});

describe('a star import of a folder without __init__', () => {
  const texts = {
    'pkg/alpha.py': 'def run(): pass\n',
    'pkg/sub/deep.py': '',
    'app/main.py': 'from pkg import *\nfrom pkg.sub import *\nimport pkg\n',
    'app/alpha.py': 'from pkg import given\n',
    'pkg/user.py': '\nfrom .sub import *\nfrom . import made\n',
  };
  const waiting = async (asked: string) => {
    const { unresolved } = await structureOfTexts(texts);
    const { concerning } = findDoubts({ imports: unresolved, files: [], commits: 0, fixes: 0 }, [asked]);
    return concerning.map(({ path, line }) => `${path}:${line}`);
  };

  test('brings no name, so it is unresolved', async () => {
    expect(await unresolvedIn(texts)).toEqual([
      'app/alpha.py:1  pkg.given',
      'app/main.py:1  pkg',
      'app/main.py:2  pkg.sub',
      'pkg/user.py:2  .sub',
      'pkg/user.py:3  .made',
    ]);
  });

  test('is named in answers about the missing file, with imports of names that it may define', async () => {
    expect(await waiting('pkg/__init__.py')).toEqual(['app/alpha.py:1', 'app/main.py:1', 'pkg/user.py:3']);
    expect(await waiting('pkg/sub/__init__.py')).toEqual(['app/main.py:2', 'pkg/user.py:2']);
    expect(await waiting('app/__init__.py')).toEqual([]);
  });

  test('is not unresolved if __init__ exists but is not read, or an installed package may be meant', async () => {
    expect((await unresolvedIn(texts, ['pkg/__init__.pyx', 'pkg/sub/'])).filter((line) => /pkg$|sub$/.test(line))).toEqual([]);
    const other = { 'tests/numpy/case.py': '', 'tests/a.py': 'from numpy import *\n', 'requirements.txt': 'numpy\n' };
    expect(await unresolvedIn(other)).toEqual([]);
  });
});

describe('names that a Python package may have are not unresolved', () => {
  /** Returns the listed names that are unresolved in `from shop import …`. */
  const missing = async (names: string, init: string, others: Texts = {}, more: readonly string[] = []) =>
    (await unresolvedIn({ 'shop/__init__.py': init, 'use.py': `from shop import ${names}\n`, ...others }, more))
      .filter((line) => line.startsWith('use.py'))
      .map((line) => line.replace('use.py:1  shop.', ''));

  test('if any statement binds them', async () => {
    const init = [
      'import os.path, json as j',
      'from .gone import passed as on',
      'A = B = 1',
      'C: int = 2',
      '(D, [E, *F]), G.x, H[0] = f()',
      'for I, J in []:',
      '    K = 1',
      'with open("x") as L:',
      '    M = 1',
      'with f() as (aa, [ab, *ac]), g() as (ad), h() as ae.af:',
      '    pass',
      'try:',
      '    from .fast import N',
      'except ImportError:',
      '    N = None',
      'else:',
      '    O = 1',
      'while (P := f()):',
      '    def q(): local = 1',
      'class R:',
      '    inner = 1',
      'def s():',
      '    global T, U',
      '    T = U = inside = 1',
      'if f(): V = 1',
      'elif g(): W = 1',
      '@decorated',
      'def x(): pass',
      'y = lambda: 1',
      'Z += 1',
      '__all__ = ["listed"]',
    ];
    const bound =
      'aa, ab, ac, ad, os, j, on, A, B, C, D, E, F, I, J, K, L, M, N, O, P, q, R, s, T, U, V, W, x, y, Z, __all__, __name__, __path__';
    expect(await missing(bound, init.join('\n'))).toEqual([]);
    const others = 'ae, af, path, passed, json, G, H, local, inner, inside, listed, gone';
    expect(await missing(others, init.join('\n'))).toEqual(others.split(', '));
  });

  test.each([
    'def __getattr__(name): return load(name)',
    '__getattr__, __dir__, __all__ = lazy.attach(__name__, ["x"])',
    'globals()["x"] = 1',
    'import sys\nsys.modules[__name__] = Lazy()',
    'from numpy import *',
    'from .gone import *',
    'from .open import *',
    '__path__.append("x")',
    'from pkgutil import extend_path\n__path__ = extend_path(__path__, __name__)',
    'match f():\n    case [x]: pass',
    'x = = 1',
  ])('if the package may have any name: %s', async (init) => {
    expect(await missing('x', init, { 'shop/open.py': 'exec(text)\n' })).toEqual([]);
  });

  test('if a star import brings them, also in cycles', async () => {
    const others = {
      'shop/a.py': 'from .b import *\nfrom . import *\nA = 1\n',
      'shop/b/__init__.py': 'from shop.a import *\n',
      'shop/b/inner.py': '',
      'shop/b/c.py': 'C = 1\n',
    };
    expect(await missing('A, inner, C, x', 'from .a import *\n', others)).toEqual(['C', 'x']);
  });

  test('if they are modules that are not read, or in stubs', async () => {
    expect(await missing('fast, data, made, x', '', { 'shop/data/one.py': '' }, ['shop/fast.so', 'shop/made/'])).toEqual(['x']);
    expect(await missing('y, x', '', { 'shop/__init__.pyi': 'y: int\n' })).toEqual(['x']);
  });
});

test('replacing the facts of a package updates names as a full rebuild does', async () => {
  const [empty, bound] = [await parseSource('python', ''), await parseSource('python', 'nope = 1\n')];
  const user = await parseSource('python', 'from app import nope\n');
  const files = (init: FileFacts): Map<string, FileFacts> =>
    new Map([
      ['app/__init__.py', init],
      ['use.py', user],
    ]);
  const structureAt = (init: FileFacts): ProjectStructure =>
    new ProjectStructure(files(init), new Map(), new Set(['app/__init__.py', 'use.py']));
  const followed = structureAt(empty);
  const before = followed.structure();
  expect(before.unresolved).toHaveLength(1);
  expect(followed.replace(new Map([['app/__init__.py', bound]]))).toBe(true);
  expect(followed.structure()).toEqual(structureAt(bound).structure());
  expect(followed.structure().unresolved).toEqual([]);
  expect(followed.replace(new Map([['app/__init__.py', empty]]))).toBe(true);
  expect(followed.structure()).toEqual(before);
});
