import { describe, expect, test } from 'vitest';
import { GraphAssembly } from '../../../../src/engine/graph/analysis/assemble.ts';
import { GraphModel } from '../../../../src/engine/graph/graph-model.ts';
import { findUnused } from '../../../../src/engine/graph/questions/unused.ts';
import { NO_HISTORY } from '../../../support/graphs.ts';
import { structureOfTexts } from './sources-of.ts';

type Texts = Readonly<Record<string, string>>;

/** Returns the names of the unused symbols, and the paths of the unused files. */
async function unused(files: Texts): Promise<string[]> {
  const { nodes, edges } = await structureOfTexts(files);
  const found = findUnused(new GraphModel(new GraphAssembly().assemble([{ nodes, edges }], NO_HISTORY)));
  return [...found.symbols.map(({ name }) => name), ...found.files];
}

test('JavaScript: what computes an exported value is used, what is only exported is not', async () => {
  const files = {
    'index.js': "require('./utils').etag(1);\n",
    'utils.js': [
      'exports.etag = gen({});\nexports.other = wrap(inner);\nmodule.exports.list = [listed];\nexports.a = exports.b = both();',
      'exports.only = only;\nmodule.exports = { made: make(), short, pair: paired, method() {} };',
      ...['gen', 'wrap', 'inner', 'listed', 'both', 'only', 'make', 'short', 'paired'].map((name) => `function ${name}() {}`),
    ].join('\n'),
  };
  expect(await unused(files)).toEqual(['only', 'paired', 'short', 'index.js']);
});

describe('a use in a test counts, although the test is no function', () => {
  test('TypeScript: a call in a callback at the top level, by name, by namespace and of a helper', async () => {
    const files = {
      'src/a.ts':
        'export const start = () => 1;\nexport const byName = () => 2;\nexport const byMember = () => 3;\nexport const never = () => 4;\nstart();\n',
      'test/helper.ts': 'export const helped = () => 1;\nexport const lost = () => 2;\n',
      'test/a.test.ts':
        "import test from 'ava';\nimport { byName } from '../src/a';\nimport * as a from '../src/a';\nimport { helped } from './helper';\ntest('x', (t) => t.is(byName(), a.byMember(helped())));\n",
    };
    expect(await unused(files)).toEqual(['never', 'lost']);
  });

  test('Python: at the top of a test file', async () => {
    const files = {
      'lib/a.py': 'def by_name(): pass\ndef by_member(): pass\ndef never(): pass\n',
      'tests/test_a.py': 'from lib.a import by_name\nfrom lib import a\nX = by_name()\nY = a.by_member()\ndef test_x(): assert X\n',
    };
    expect(await unused(files)).toEqual(['never']);
  });

  test('Go: in a table of a test file', async () => {
    const files = {
      'go.mod': 'module example.com/lib\n',
      'lib.go': 'package lib\nfunc tabled() {}\nfunc never() {}\n',
      'lib_test.go': 'package lib\nimport "testing"\nvar table = []func(){tabled}\nfunc TestA(t *testing.T) { table[0]() }\n',
    };
    expect(await unused(files)).toEqual(['never']);
  });

  test('Rust: in tests beside the code and in other files', async () => {
    const files = {
      'Cargo.toml': '[package]\nname = "kit"\nedition = "2021"\n',
      'src/main.rs': 'mod a;\nfn main() { a::start(); }\n',
      'src/a.rs':
        'pub fn start() {}\nfn inside() {}\nfn never() {}\n#[cfg(test)]\nmod tests { use super::*; #[test] fn t() { inside(); } }\n#[cfg(test)]\nmod more { #[test] fn t() { super::start(); } }\n',
    };
    expect(await unused(files)).toEqual(['never']);
  });
});

describe('a use through a module counts', () => {
  test('TypeScript: members that a callback of a dynamic import takes, and a namespace that another file exports', async () => {
    const files = {
      'main.ts': [
        "import { all, more } from './index';",
        "const Page = lazy(() => import('./page').then((m) => ({ default: m.Page })));",
        "import('./late').then(({ draw, hide: conceal }) => draw(conceal));",
        "import('./late').then(function (late) { late.flip(); });",
        'all.first(Page);',
        'export function run() { return more.second(); }',
      ].join('\n'),
      'index.ts': "export * as all from './all';\nexport * as more from './more';\n",
      'page.tsx': 'export function Page() {}\nexport function lost() {}\n',
      'late.ts':
        'export function draw() {}\nexport function hide() {}\nexport const flip = () => 1;\nexport function conceal() {}\nexport function m() {}\n',
      'all.ts': 'export function first() {}\n',
      'more.ts': 'export function second() {}\n',
      'other.ts': "import './main';\n",
    };
    expect(await unused(files)).toEqual(['conceal', 'm', 'run', 'lost', 'other.ts']);
  });

  test('Python: a module that a package imports under a name', async () => {
    const files = {
      'shop/__init__.py': 'from . import _impl as api\n',
      'shop/_impl.py': 'def run(): pass\ndef never(): pass\n',
      'main.py': 'from shop import api\nfrom shop.deep import tool\napi.run()\n',
      'shop/deep.py': 'from . import _tool as tool\n',
      'shop/_tool.py': '',
      'test_main.py': 'import main\n',
    };
    expect(await unused(files)).toEqual(['never']);
  });

  test('Rust: a path through several modules of the file, and of a module that a `use` names', async () => {
    const files = {
      'Cargo.toml': '[package]\nname = "kit"\nedition = "2021"\n',
      'src/main.rs': 'mod a;\nmod c;\nuse crate::c as other;\nfn main() { a::b::start(); self::a::b::stop(); other::d::go(); }\n',
      'src/a.rs': 'pub mod b;\n',
      'src/a/b.rs': 'pub fn start() {}\npub fn stop() {}\npub fn never() {}\n',
      'src/c.rs': 'pub mod d;\n',
      'src/c/d.rs': 'pub fn go() {}\n',
    };
    expect(await unused(files)).toEqual(['never']);
  });
});

describe('the public interface of a package is no dead end', () => {
  test('npm: what the files of exports, main, types and bin export and re-export', async () => {
    const files = {
      'package.json': JSON.stringify({
        name: 'kit',
        exports: { '.': { types: './dist/types.d.ts', default: './dist/index.js' }, './sub': './dist/sub.js' },
        main: './dist/old.cjs',
        bin: { kit: './dist/cli.js' },
      }),
      'tsconfig.json': '{ "compilerOptions": { "rootDir": "src", "outDir": "dist" } }',
      'src/index.ts': "export { used } from './a.js';\nexport * from './b.js';\nexport const own = () => 1;\nconst hidden = () => 1;\n",
      'src/a.ts': 'export function used() { return 1; }\nexport function never() { return 3; }\n',
      'src/b.ts': "export * from './c.js';\nexport { deep as renamed } from './a2.js';\n",
      'src/c.ts': 'export class C {}\n',
      'src/a2.ts': 'export const deep = () => 1;\nexport const shallow = () => 1;\n',
      'src/sub.ts': 'export const sub = () => 1;\n',
      'src/old.cts': 'export const old = () => 1;\n',
      'src/types.ts': 'export interface Options {}\n',
      'src/cli.ts': 'export const run = () => 1;\n',
    };
    expect(await unused(files)).toEqual(['never', 'shallow', 'hidden']);
  });

  test('Rust: what is public in public modules and in re-exports of a library, and what attributes make known', async () => {
    const files = {
      'Cargo.toml': '[package]\nname = "kit"\nedition = "2021"\n',
      'src/lib.rs':
        'mod a;\npub mod b;\nmod glob;\npub use a::kept;\npub use glob::*;\npub fn open() {}\nfn closed() {}\npub(crate) fn inner() {}\n#[macro_export]\nmacro_rules! shown { () => {} }\n',
      'src/a.rs': 'pub fn kept() {}\npub fn never() {}\n#[no_mangle]\npub extern "C" fn foreign() {}\n',
      'src/b.rs': 'pub struct Shown;\nstruct Hidden;\n',
      'src/glob.rs': 'pub fn all() {}\n',
    };
    expect(await unused(files)).toEqual(['never', 'Hidden', 'closed', 'inner']);
  });

  test('Python: what __all__ and __init__.py offer, and what decorators register', async () => {
    const files = {
      'lib/__init__.py': 'from .a import named\nfrom .b import *\n',
      'lib/a.py':
        '__all__ = ["offered"]\n__all__ += ("more",)\ndef named(): pass\ndef offered(): pass\ndef more(): pass\ndef never(): pass\nimport functools, web\n@web.register("x")\ndef handler(): pass\n@functools.cache\ndef cached(): pass\n@named\nclass Model: pass\n',
      'lib/b.py': 'def starred(): pass\ndef _own(): pass\n',
    };
    expect(await unused(files)).toEqual(['cached', 'never', '_own']);
  });

  test('Go: exported names of a library, but not those of an application or an internal package', async () => {
    const library = {
      'go.mod': 'module example.com/lib\n',
      'lib.go': 'package lib\nfunc Open() {}\ntype Shown struct{}\nfunc closed() {}\nfunc init() {}\n',
      'internal/x/x.go': 'package x\nfunc Used() {}\nfunc Lost() {}\n',
      'sub/sub.go': 'package sub\nimport "example.com/lib/internal/x"\nfunc Sub() { x.Used() }\n',
    };
    expect(await unused(library)).toEqual(['Lost', 'closed']);
    const application = { ...library, 'cmd/tool/main.go': 'package main\nimport _ "example.com/lib/sub"\nfunc main() {}\n' };
    expect(await unused(application)).toEqual(['Lost', 'closed', 'Sub']);
    const program = application['cmd/tool/main.go'];
    for (const ignored of ['_examples/tool', 'testdata/tool', '.tools/tool'])
      expect(await unused({ ...library, [`${ignored}/main.go`]: program })).not.toContain('Sub');
  });

  test('Java: public types of a library, and annotated types of an application', async () => {
    const library = {
      'src/main/java/a/Shown.java': 'package a;\npublic class Shown {}\nclass Second {}\n',
      'src/main/java/a/Hidden.java': 'package a;\nclass Hidden {}\n',
    };
    expect(await unused(library)).toEqual(['Second', 'src/main/java/a/Hidden.java']);
    const application = {
      ...library,
      'src/main/java/a/Main.java': 'package a;\npublic class Main { public static void main(String[] a) {} }\n',
      'src/main/java/a/Web.java': 'package a;\n@org.x.Controller("/")\nclass Web {}\n',
      'src/main/java/a/Old.java': 'package a;\n@Deprecated\nclass Old {}\n',
    };
    expect(await unused(application)).toEqual(['src/main/java/a/Hidden.java', 'src/main/java/a/Old.java', 'src/main/java/a/Shown.java']);
  });
});
