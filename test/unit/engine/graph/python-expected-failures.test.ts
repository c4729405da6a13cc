import { expect, test } from 'vitest';
import { edgesAndGaps } from './sources-of.ts';

test('an import that a test expects to fail is not unresolved, and a dependency if it leads to a file', async () => {
  const body = [
    'import pytest, unittest',
    'class T(unittest.TestCase):',
    '    def test_a(self):',
    '        with pytest.raises(ImportError, match="x"):',
    '            from shop import gone  # no such name',
    '        with self.assertRaises(ModuleNotFoundError):',
    '            import shop.lost',
    '        with pytest.raises(ImportError):',
    '            import shop.plugin',
    '        with pytest.raises(ImportError):',
    '            from shop import first',
    '            from shop import second',
    '        with pytest.raises(ValueError):',
    '            from shop import third',
    '        with open("x") as ImportError:',
    '            from shop import fourth',
  ];
  const texts = { 'shop/__init__.py': '', 'shop/plugin.py': 'raise ImportError\n', 'test_shop.py': `${body.join('\n')}\n` };
  expect(await edgesAndGaps(texts)).toEqual([
    'test_shop.py → shop/__init__.py',
    'test_shop.py → shop/plugin.py',
    ...['11  shop.first', '14  shop.third', '16  shop.fourth'].map((each) => `test_shop.py:${each}`),
  ]);
});

test('a comment for a checker hides a missing name only if it is about one, and the name is a member or imported in its line', async () => {
  const lines = [
    'from shop import Base, other',
    'from shop import (',
    '    a1,  # type: ignore[attr-defined]',
    '    a2,  # type: ignore[misc]',
    ')',
    'from shop import a3  # type: ignore',
    'from shop import a4  # pyright: ignore[reportAttributeAccessIssue]',
    'from shop import a5  # type: ignore[import-not-found]',
    'from shop import a6  # pyright: ignore[reportPrivateUsage]',
    'class Cart(Base):  # type: ignore[misc]',
    '    x = other  # type: ignore',
  ];
  const texts = { 'shop.py': '', 'use.py': `${lines.join('\n')}\n` };
  expect(await edgesAndGaps(texts)).toEqual([
    'use.py → shop.py',
    ...['1  shop.Base', '1  shop.other', '4  shop.a2', '9  shop.a6'].map((each) => `use.py:${each}`),
  ]);
});
