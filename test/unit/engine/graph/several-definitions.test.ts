import { describe, expect, test } from 'vitest';
import { GraphAssembly } from '../../../../src/engine/graph/analysis/assemble.ts';
import { GraphModel } from '../../../../src/engine/graph/graph-model.ts';
import { findUnused } from '../../../../src/engine/graph/questions/unused.ts';
import { NO_HISTORY } from '../../../support/graphs.ts';
import { edgesBetween, structureOfTexts } from './sources-of.ts';

type Texts = Readonly<Record<string, string>>;

/** Returns the unused symbols, each as `file#name`. */
async function unused(files: Texts): Promise<string[]> {
  const { nodes, edges } = await structureOfTexts(files);
  const found = findUnused(new GraphModel(new GraphAssembly().assemble([{ nodes, edges }], NO_HISTORY)));
  return found.symbols.map(({ path, name }) => `${path}#${name}`);
}

describe('a use of a name with several definitions goes to each of them', () => {
  test('Python: an import beside a definition, two imports, and an import inside the function of that name', async () => {
    const files = {
      'app/__init__.py': 'try:\n    from ._main import main\nexcept ImportError:\n    def main(): pass\n',
      'app/_main.py': 'def main(): pass\ndef never(): pass\n',
      'app/compat.py':
        'import sys\nif sys.platform == "win32":\n    from .win import console\nelse:\n    def console(): return None\ndef get(): return console()\n',
      'app/win.py': 'def console(): return 1\n',
      'app/ui.py': 'def pager():\n    from .impl import pager\n    return pager()\n',
      'app/impl.py': 'def pager(): return 1\n',
      'app/alt.py':
        'try:\n    from .fast import go\n    import app.quick as m\nexcept ImportError:\n    from .slow import go\n    import app.slack as m\ndef run(): return go(m.work())\n',
      'app/fast.py': 'def go(): pass\n',
      'app/slow.py': 'def go(): pass\n',
      'app/quick.py': 'def work(): pass\n',
      'app/slack.py': 'def work(): pass\n',
      'app/use.py':
        'from app import main\nfrom app.compat import get\nfrom app.ui import pager\nfrom app.alt import run\nmain(get(pager(run())))\n',
    };
    expect(await unused(files)).toEqual(['app/_main.py#never']);
    expect(edgesBetween(await structureOfTexts(files), files)).toContain('app/use.py → app/_main.py');
  });

  test('Go: files for different platforms', async () => {
    const files = {
      'go.mod': 'module e.com/x\n',
      'use.go': 'package x\nfunc use() string { return native() }\nvar X = use()\n',
      'n_unix.go': '//go:build !windows\npackage x\nfunc native() string { return "u" }\nfunc never() {}\n',
      'n_windows.go': 'package x\nfunc native() string { return "w" }\n',
    };
    expect(await unused(files)).toEqual(['n_unix.go#never']);
  });

  test('Rust: under conditions, in the file itself and through a module', async () => {
    const files = {
      'Cargo.toml': '[package]\nname = "p"\nedition = "2021"\n',
      'src/main.rs':
        'mod a;\nmod plat;\n#[cfg(unix)] use plat::unix::go;\n#[cfg(windows)] use plat::windows::go;\nfn main() { go(); plat::both(); plat::own(); }\n',
      'src/plat.rs':
        '#[cfg(unix)] pub mod unix;\n#[cfg(windows)] pub mod windows;\n#[cfg(unix)] pub use unix::both;\n#[cfg(windows)] pub use windows::both;\n#[cfg(unix)] pub(crate) use crate::a::own;\n#[cfg(windows)] pub(crate) fn own() {}\n',
      'src/a.rs': 'pub fn own() {}\nfn never() {}\n',
      'src/plat/unix.rs': 'pub fn go() {}\npub fn both() {}\n',
      'src/plat/windows.rs': 'pub fn go() {}\npub fn both() {}\n',
    };
    expect(await unused(files)).toEqual(['src/a.rs#never']);
  });

  test('JavaScript: require under a condition, assigned or in an expression', async () => {
    const files = {
      'package.json': '{"name":"p","main":"src/index.js"}',
      'src/index.js': [
        'let impl;',
        "if (process.env.X) impl = require('./a'); else impl = require('./b');",
        "const either = process.env.X ? require('./c') : require('./d');",
        'let q;',
        "try { q = require('./e').q } catch { q = require('./f').q }",
        'exports.run = () => { impl.go(); either.go(); q(); };',
      ].join('\n'),
      ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`src/${name}.js`, 'exports.go = go; function go() {}\n'])),
      'src/e.js': 'function q() {}\nfunction never() {}\nmodule.exports = { q };\n',
      'src/f.js': 'function q() {}\nmodule.exports = { q };\n',
    };
    expect(await unused(files)).toEqual(['src/e.js#never']);
  });
});

test('an import in a test module of Rust is no second definition for other files', async () => {
  const files = {
    'Cargo.toml': '[package]\nname = "p"\nedition = "2021"\n',
    'src/main.rs': 'mod a;\nmod b;\nuse a::Item;\nfn main() { let _: Item; }\n',
    'src/a.rs': 'pub struct Item;\n#[cfg(test)]\nmod tests { use crate::b::Item; #[test] fn t() { let _: Item; } }\n',
    'src/b.rs': 'pub struct Item;\n',
  };
  const { edges } = await structureOfTexts(files);
  expect(edges.filter(({ from, to }) => from.startsWith('src/main.rs') && to === 'src/b.rs#Item')).toEqual([]);
});
