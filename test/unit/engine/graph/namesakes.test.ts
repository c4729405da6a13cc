import { expect, test } from 'vitest';
import { structureOfTexts } from './sources-of.ts';

const TEST = "import { test } from 'vitest';\ntest('x', () => {});\n";
const SOURCE = 'export const cli = 1;\n';

/** Returns the files that each test is said to test. */
async function tested(texts: Readonly<Record<string, string>>): Promise<string[]> {
  const { edges } = await structureOfTexts(texts);
  return edges.filter(({ type, to }) => type === 'tests' && to in texts).map(({ from, to }) => `${from} → ${to}`);
}

const WORKSPACE = {
  'package.json': '{ "name": "all", "workspaces": ["packages/*"] }',
  'packages/a/package.json': '{ "name": "a" }',
  'packages/b/package.json': '{ "name": "b" }',
};

test('a test of a package of npm is not named after a file of another package', async () => {
  const files = { 'packages/a/__tests__/cli.spec.ts': TEST, 'e2e/cli.spec.ts': TEST, 'packages/b/src/cli.ts': SOURCE };
  expect(await tested({ ...WORKSPACE, ...files })).toEqual([]);
  expect(await tested({ ...WORKSPACE, ...files, 'packages/a/src/cli.ts': SOURCE })).toEqual([
    'packages/a/__tests__/cli.spec.ts → packages/a/src/cli.ts',
  ]);
  const mark = { 'package.json': '{ "name": "a" }', 'test/package.json': '{ "type": "commonjs" }', 'test/cli.test.ts': TEST };
  expect(await tested({ ...mark, 'src/cli.ts': SOURCE })).toEqual(['test/cli.test.ts → src/cli.ts']);
});

test.each([
  ['Python', 'pyproject.toml', '[project]\nname = "x"\n', 'tests/test_cli.py', 'def test_x(): pass\n', 'src/cli.py', 'X = 1\n'],
  [
    'Java',
    'pom.xml',
    '<project/>',
    'src/test/java/x/CliTest.java',
    'package x;\nclass CliTest {}\n',
    'src/main/java/y/Cli.java',
    'package y;\nclass Cli {}\n',
  ],
  ['Go', 'go.mod', 'module x.y/z\n', 'test/cli_test.go', 'package test\n', 'cli.go', 'package z\n'],
])('a test of a package of %s is not named after a file of another package', async (_, manifest, text, path, own, target, source) => {
  const both = { [`a/${manifest}`]: text, [`a/${path}`]: own, [`b/${manifest}`]: text, [`b/${target}`]: source };
  expect(await tested(both)).toEqual([]);
  expect(await tested({ ...both, [`a/${target}`]: source })).toEqual([`a/${path} → a/${target}`]);
});

test.each(['fixtures/x/hmr.ts', '__fixtures__/hmr.ts', 'deep/fixture/hmr.ts', '__mocks__/hmr.ts', 'testdata/hmr.ts'])(
  'a file that tests read is no test: __tests__/%s',
  async (path) => {
    const texts = { [`__tests__/${path}`]: SOURCE, 'src/hmr.ts': SOURCE };
    expect(await tested(texts)).toEqual([]);
    expect(await tested({ '__tests__/hmr.ts': SOURCE, 'src/hmr.ts': SOURCE })).toEqual(['__tests__/hmr.ts → src/hmr.ts']);
    const named = path.replace('hmr', 'hmr.test');
    expect(await tested({ [`__tests__/${named}`]: TEST, 'src/hmr.ts': SOURCE })).toEqual([`__tests__/${named} → src/hmr.ts`]);
  },
);
