import { describe, expect, test } from 'vitest';
import { edgesAndGaps } from './sources-of.ts';

describe('an editor reads the tsconfig.json above a nearer variant, so its paths count, too', () => {
  const shop = {
    'shop/package.json': { name: 'shop', exports: './main.mjs' },
    'shop/main.mjs': 'export const open = 1;\n',
    'shop/src/index.ts': 'export const open = 1;\n',
  };
  const paths = { shop: ['../shop/src/index.ts'], '#gone': ['../shop/src/gone.ts'] };
  const root = { 'package.json': { workspaces: ['shop'] }, 'tests/tsconfig.json': { compilerOptions: { paths }, include: ['.'] } };
  const variant = (options: object) => ({ 'tests/types/tsconfig.test.json': { compilerOptions: options, include: ['./*'] } });
  const user = { 'tests/types/a.ts': "import { open } from 'shop';\nopen();\n" };

  test('beside what the package or the variant leads to', async () => {
    const edges = ['tests/types/a.ts → shop/main.mjs', 'tests/types/a.ts → shop/src/index.ts'];
    expect(await edgesAndGaps({ ...root, ...shop, ...variant({}), ...user })).toEqual(edges);
    const own = variant({ paths: { shop: ['../../shop/main.mjs'] } });
    expect(await edgesAndGaps({ ...root, ...shop, ...own, ...user })).toEqual(edges);
  });

  test('with its merged folders, and what leads to no file', async () => {
    const merged = { compilerOptions: { paths, rootDirs: ['types', '../made'] }, include: ['.'] };
    const texts = { 'tests/tsconfig.json': merged, 'made/b.ts': 'export const b = 1;\n' };
    const a = { 'tests/types/a.ts': "import { b } from './b';\nimport '#gone';\nb;\n" };
    expect(await edgesAndGaps({ ...root, ...texts, ...variant({}), ...a })).toEqual([
      'tests/types/a.ts → made/b.ts',
      'tests/types/a.ts:2  #gone',
    ]);
  });

  test('but not if a nearer tsconfig.json covers the file', async () => {
    const near = { 'tests/types/tsconfig.json': { include: ['./*'] } };
    expect(await edgesAndGaps({ ...root, ...shop, ...near, ...user })).toEqual(['tests/types/a.ts → shop/main.mjs']);
  });
});
