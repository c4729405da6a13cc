import { describe, expect, test } from 'vitest';
import { linesOf, structureOfTexts } from './sources-of.ts';

type Texts = Readonly<Record<string, string>>;

const lostIn = async (texts: Texts, others: readonly string[] = []) => linesOf((await structureOfTexts(texts, others)).unresolved);

describe('paths in Python manifests that do not exist', () => {
  const there: Texts = { 'src/shop/__init__.py': '', 'src/one.py': '', 'tests/test_a.py': '', 'lib/setup.py': '' };
  const cases: readonly (readonly [manifest: string, text: string, lost: readonly string[]])[] = [
    [
      'requirements.txt',
      '-r base.txt\n-c limits.txt\n-e ./lib\n-e gone\n-e ./gone[x] # why\n./lib\nshop @ file:./no\n--index-url https://x/y\nflask\n',
      [':1  base.txt', ':2  limits.txt', ':5  ./gone', ':7  ./no'],
    ],
    [
      'requirements/dev.txt',
      '-r base.txt\n-r ../tests/x.txt\n-r $X.txt\n-c https://a/b.txt\n./dist/a.whl\n',
      [':1  base.txt', ':2  ../tests/x.txt'],
    ],
    // pip looks for folders in the current one, which may be any around the file.
    ['requirements/dev.txt', '-e lib/x\n-e ./lib\n-e ../lib\n-e ./gone\n-e ../../no\n', [':1  lib/x', ':4  ./gone']],
    ['pyproject.toml', '[project]\nreadme = "README.md"\nlicense-files = ["LICENSE", "LICEN[CS]E*"]\n', [':2  README.md', ':3  LICENSE']],
    ['pyproject.toml', '[project]\nreadme = { file = "DOC.md" }\n[tool.poetry]\nreadme = ["A.md"]\n', [':2  DOC.md', ':4  A.md']],
    [
      'pyproject.toml',
      '[tool.setuptools]\npackage-dir = { "" = "src" }\npackages = ["shop", "shop.cart"]\npy-modules = ["one", "two"]\n',
      [':3  shop.cart', ':4  two'],
    ],
    ['pyproject.toml', '[tool.setuptools]\npackage-dir = { "" = "sources" }\n', [':2  sources']],
    [
      'pyproject.toml',
      '[tool.pytest.ini_options]\npythonpath = ["src", "gone"]\ntestpaths = ["tests", "test/*", "unit"]\n',
      [':2  gone', ':3  unit'],
    ],
    ['pyproject.toml', '[tool.pyright]\nextraPaths = ["src", "stubs"]\n', [':2  stubs']],
    ['pytest.ini', '[pytest]\npythonpath = src gone\ntestpaths =\n    tests\n    unit\n', [':2  gone', ':5  unit']],
    [
      'setup.cfg',
      '[metadata]\nlong_description = file: README.rst\nlicense_files = COPYING\n[options]\npackage_dir =\n    = src\npackages =\n    shop\n    gone\npy_modules = one\n',
      [':2  README.rst', ':3  COPYING', ':9  gone'],
    ],
    ['setup.cfg', '[metadata]\nlong_description = A shop\n[options]\npackages = find:\n', []],
  ];
  test.each(cases)('%s: %j', async (manifest, text, lost) => {
    const texts = { ...there, [manifest]: text };
    expect(await lostIn(texts)).toEqual(lost.map((each) => manifest + each));
    const names = lost.map((each) => each.replace(/.* /, ''));
    const folder = manifest.includes('/') ? `${manifest.split('/')[0]}/` : '';
    const made = names.flatMap((name) => [
      `${folder}${name}`.replace('requirements/../', '').replace('./', ''),
      `src/${name.replace('.', '/')}/a.py`,
      `src/${name}.py`,
    ]);
    expect(await lostIn(texts, made)).toEqual([]);
  });
});

describe('scripts of a package.json', () => {
  const scripts = (all: Record<string, string>): Texts => ({
    'package.json': `${JSON.stringify({ scripts: all }, null, 1)}\n`,
    'src/a.ts': 'export {};\n',
  });

  test('name the file that they start, also in a folder without sources', async () => {
    const all = { a: 'node scripts/run.mjs', b: 'tsx tools/x.ts --y', c: 'bash ci/go.sh', d: 'sh -e ci/no.sh', e: 'node src/a.js' };
    expect(await lostIn(scripts(all))).toEqual([
      'package.json:3  scripts/run.mjs',
      'package.json:4  tools/x.ts',
      'package.json:5  ci/go.sh',
    ]);
    expect(await lostIn(scripts(all), ['scripts/run.mjs', 'tools/x.ts', 'ci/go.sh'])).toEqual([]);
  });

  test('but may start what a build makes, and what is not a plain path', async () => {
    const made = {
      a: 'node dist/main.js',
      b: 'node build/x/main.js',
      c: 'node main.js',
      d: 'node $X/a.js',
      e: 'sh -c "echo a.sh"',
      f: 'bash ci/*.sh',
    };
    expect(await lostIn(scripts({ ...made, g: 'node ignored/a.js' }), ['ignored/'])).toEqual([]);
  });
});
