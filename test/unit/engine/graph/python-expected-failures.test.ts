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
