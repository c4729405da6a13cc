import { describe, expect, test } from 'vitest';
import { edgesAndGaps } from './sources-of.ts';

describe('a package.json without a name', () => {
  const root = { 'package.json': { name: 'root', workspaces: ['packages/*'] } };
  const use = "import next from 'next';\nimport Link from 'next/link';\n";

  test('is not the dependency that its folder is named after', async () => {
    const alone = { 'examples/next/package.json': { dependencies: { next: '16' } }, 'examples/next/use.ts': use };
    expect(await edgesAndGaps({ ...root, ...alone }, ['examples/next/index.ts'])).toEqual([]);
    const member = { 'packages/next/package.json': { dependencies: { next: '16' } }, 'packages/next/use.ts': use };
    expect(await edgesAndGaps({ ...root, ...member }, ['packages/next/index.ts'])).toEqual([]);
    const beside = { 'packages/next/package.json': {}, 'packages/app/package.json': { dependencies: { next: '16' } } };
    expect(await edgesAndGaps({ ...root, ...beside, 'packages/app/use.ts': use }, ['packages/next/index.ts'])).toEqual([]);
  });

  test('is found by the name of its folder where npm links it', async () => {
    const own = { 'packages/core/package.json': {}, 'packages/app/package.json': {}, 'packages/app/use.ts': "import 'core';\n" };
    expect(await edgesAndGaps({ ...root, ...own }, ['packages/core/index.ts'])).toEqual(['packages/app/use.ts → packages/core/index.ts']);
    const placed = {
      'core/package.json': {},
      'app/package.json': { dependencies: { core: 'file:../core' } },
      'app/use.ts': "import 'core';\n",
    };
    expect(await edgesAndGaps(placed, ['core/index.ts'])).toEqual(['app/use.ts → core/index.ts']);
  });
});
