import { describe, expect, test } from 'vitest';
import { linesOf, structureOfTexts } from './sources-of.ts';

const unresolvedIn = async (sources: Readonly<Record<string, string>>, others: readonly string[] = []): Promise<string[]> =>
  linesOf((await structureOfTexts(sources, others)).unresolved);

describe('imports of the distribution that the project builds, when its package is gone', () => {
  const use = { 'tests/test_a.py': 'import acme_shop\nfrom acme_shop.cart import Cart\nimport other\n' };
  const lost = ['tests/test_a.py:1  acme_shop', 'tests/test_a.py:2  acme_shop.cart'];

  test.each([
    ['pyproject.toml', { 'pyproject.toml': '[project]\nname = "Acme-Shop"\n' }],
    ['poetry', { 'pyproject.toml': '[tool.poetry]\nname = "acme-shop"\n' }],
    ['setup.cfg', { 'setup.cfg': '[metadata]\nname = acme_shop\n' }],
    ['setup.py', { 'setup.py': 'setup(name="acme-shop")\n' }],
  ])('are unresolved: %s', async (_, manifest) => {
    expect(await unresolvedIn({ ...use, ...manifest })).toEqual(lost);
  });

  const manifest = { 'pyproject.toml': '[project]\nname = "acme-shop"\n' };

  test('also if the package has another name now, and only a folder of examples has the old one', async () => {
    const renamed = { 'src/shop/__init__.py': '', 'src/shop/cart.py': '', 'examples/acme_shop/a.py': '' };
    expect(await unresolvedIn({ ...use, ...manifest, ...renamed })).toEqual(lost);
  });

  test('are those of an installed package if a build may compile the module', async () => {
    for (const each of ['Cargo.toml', 'src/acme_shop.pyx', 'native/shop.c'])
      expect(await unresolvedIn({ ...use, ...manifest }, [each])).toEqual([]);
  });

  test('are those of an installed package in another project', async () => {
    expect(await unresolvedIn({ ...use, 'shop/pyproject.toml': manifest['pyproject.toml'] })).toEqual([]);
  });
});
