import { describe, expect, test } from 'vitest';
import { describeDoubts, findDoubts } from '../../../../src/engine/crtx/graph/graph-doubts.ts';
import { isLoaded } from '../../../../src/engine/graph/loading.ts';
import { edgesBetween, linesOf, structureOfTexts } from './sources-of.ts';

const CORE = '[package]\nname = "shop"\nedition = "2021"\n';
const APP = '[package]\nname = "app"\nedition = "2021"\n[dependencies]\nshop = { path = "../core" }\n';

const unresolvedIn = async (texts: Readonly<Record<string, string>>, others: readonly string[] = []) =>
  linesOf((await structureOfTexts(texts, others)).unresolved);

describe('a Rust module whose file does not exist', () => {
  const texts = {
    'crates/core/Cargo.toml': CORE,
    'crates/core/src/lib.rs': [
      'mod gone;',
      'pub(crate) mod util;',
      '#[path = "odd/place.rs"]',
      'pub mod weird;',
      'mod inner { pub mod deep; }',
      'pub use weird::W;',
    ].join('\n'),
    'crates/core/src/util.rs': 'use crate::gone::{a, text};\nuse super::weird::W;\npub fn x() { crate::inner::deep::z(); }\n',
    'crates/app/Cargo.toml': APP,
    'crates/app/src/main.rs': 'use shop::weird::W;\nuse shop::util::x;\nmod screen;\nuse screen::Screen;\nfn main() {}\n',
  };

  test('is unresolved in its declaration, and in each path through it', async () => {
    const structure = await structureOfTexts(texts);
    expect(linesOf(structure.unresolved)).toEqual([
      'crates/app/src/main.rs:1  shop::weird',
      'crates/app/src/main.rs:3  screen',
      'crates/app/src/main.rs:4  screen',
      'crates/core/src/lib.rs:1  gone',
      'crates/core/src/lib.rs:4  odd/place.rs',
      'crates/core/src/lib.rs:5  inner::deep',
      'crates/core/src/lib.rs:6  weird',
      'crates/core/src/util.rs:1  crate::gone',
      'crates/core/src/util.rs:2  super::weird',
      'crates/core/src/util.rs:3  crate::inner::deep',
    ]);
    expect(edgesBetween(structure, texts)).toEqual([
      'crates/app/src/main.rs → crates/core/src/lib.rs',
      'crates/app/src/main.rs → crates/core/src/util.rs',
      'crates/core/src/lib.rs → crates/core/src/util.rs',
    ]);
  });

  test('is reported for queries about the missing file', async () => {
    const { unresolved } = await structureOfTexts(texts);
    const waiting = (asked: string) =>
      findDoubts({ imports: unresolved, files: [], commits: 0, fixes: 0 }, [asked]).concerning.map(({ path, line }) => `${path}:${line}`);
    expect(waiting('crates/core/src/gone.rs')).toEqual(['crates/core/src/lib.rs:1', 'crates/core/src/util.rs:1']);
    expect(waiting('crates/core/src/gone/mod.rs')).toEqual(['crates/core/src/lib.rs:1', 'crates/core/src/util.rs:1']);
    expect(waiting('crates/core/src/odd/place.rs')).toEqual(['crates/core/src/lib.rs:4']);
    expect(waiting('crates/core/src/other.rs')).toEqual([]);
  });

  const imports = {
    'Cargo.toml': `${CORE}[dependencies]\nexec = "1"\n`,
    'src/one.rs': 'use crate::exec;\n',
    'src/two.rs': 'use crate::{exec, one};\npub(crate) mod below;\n',
    'src/two/below.rs': '\nuse super::super::exec as e;\n',
    'src/three.rs': 'use super::exec as e;\nfn f() { crate::exec::run(); }\n',
    'tests/all.rs': 'use shop::exec;\n',
  };
  const modules = 'pub mod one;\npub mod two;\nmod three;\n';
  const lost = [
    'src/one.rs:1  crate::exec',
    'src/three.rs:1  super::exec',
    'src/three.rs:2  crate::exec',
    'src/two.rs:1  crate::exec',
    'src/two/below.rs:2  super::super::exec',
    'tests/all.rs:1  shop::exec',
  ];
  test.each([
    ['with its declaration', 'pub mod exec;\n', ['src/lib.rs:4  exec', ...lost]],
    ['without it', 'use std::fmt;\nuse one::*;\n', lost],
  ])('is unresolved where it is imported as a whole, %s', async (_, more, all) => {
    const { unresolved, uncertain } = await structureOfTexts({ ...imports, 'src/lib.rs': modules + more });
    expect([linesOf(unresolved), uncertain]).toEqual([[...all].sort(), []]);
  });

  test.each([
    ['a function', 'pub fn exec() {}\n'],
    ['a function of a test', '#[cfg(test)]\npub fn exec() {}\n'],
    ['a foreign function', 'extern "C" { pub fn exec(); }\n'],
    ['a constant', 'pub static exec: u8 = 1;\n'],
    ['an inline module', 'pub mod exec { pub fn run() {} }\n'],
    ['an import', 'pub use std::process as exec;\n'],
    ['an external crate', 'extern crate exec;\n'],
    ['a macro', '#[macro_export]\nmacro_rules! exec { () => {}; }\n'],
    ['a macro of another module', 'mod macros;\n', '#[macro_export]\nmacro_rules! exec { () => {}; }\n'],
    ['a glob import of an inline module', 'mod imp { pub fn exec() {} }\npub use imp::*;\n'],
    ['a glob import', 'mod macros;\npub use macros::*;\n', 'pub fn exec() {}\n'],
  ])('is not meant by the name of %s', async (_, more, macros = '') => {
    const { unresolved, uncertain } = await structureOfTexts({ ...imports, 'src/lib.rs': modules + more, 'src/macros.rs': macros });
    expect([linesOf(unresolved.filter(({ names }) => names.length > 0 && !names.includes('run'))), uncertain]).toEqual([[], []]);
  });

  test.each([
    ['a glob import of another crate', 'pub use other::*;\n'],
    ['a macro in a glob import', 'mod imp { declare_all! {} }\npub use imp::*;\n'],
    ['a macro', 'declare_all! {}\n'],
  ])('may be meant if %s may bring the name', async (_, more) => {
    const texts = {
      ...imports,
      'Cargo.toml': `${CORE}[dependencies]\nother = "1"\n`,
      'src/three.rs': 'use super::exec as e;\n',
      'src/lib.rs': modules + more,
    };
    const { unresolved, uncertain } = await structureOfTexts(texts);
    expect(linesOf(unresolved)).toEqual([]);
    expect(linesOf((uncertain ?? []).map((each) => ({ ...each, names: [], reason: 'not found' })))).toEqual(
      lost.filter((line) => !line.startsWith('src/three.rs:2')),
    );
    const gaps = { imports: unresolved, uncertain: uncertain ?? [], files: [], commits: 0, fixes: 0 };
    for (const asked of ['src/exec.rs', 'src/exec/mod.rs']) {
      const doubts = findDoubts(gaps, [asked]);
      expect(doubts.concerning[0]).toEqual({
        path: 'src/one.rs',
        line: 1,
        specifier: 'crate::exec',
        definer: 'src/lib.rs',
        reason: 'possibly defined by a macro or a glob import',
      });
      expect(describeDoubts(doubts)[0]).toBe(
        'Import that needs this file unless src/lib.rs defines the name by a macro or a glob import: src/one.rs:1 imports crate::exec',
      );
    }
    expect(findDoubts(gaps, ['src/other.rs']).concerning).toEqual([]);
  });

  test('is not unresolved if another cfg variant or an unread file exists', async () => {
    const lib = [
      '#[cfg(unix)] mod sys;',
      '#[cfg(windows)] #[path = "sys_windows.rs"] mod sys;',
      '#[cfg_attr(windows, path = "win/net.rs")] mod net;',
      'mod large;',
      'mod made;',
      '#[path = "../../out/side.rs"] mod side;',
      '#[cfg(test)] mod tests { use super::*; }',
    ];
    const some = { 'Cargo.toml': CORE, 'src/lib.rs': lib.join('\n'), 'src/sys.rs': '', 'src/net.rs': '' };
    expect(await unresolvedIn(some, ['src/large.rs', 'src/made/'])).toEqual(['src/lib.rs:6  ../../out/side.rs']);
    expect(await unresolvedIn(some)).toEqual(['src/lib.rs:4  large', 'src/lib.rs:5  made', 'src/lib.rs:6  ../../out/side.rs']);
  });

  test('is searched in both folders if the declaring file may be a crate root or a module', async () => {
    const some = { 'x/one.rs': 'mod a;\nmod b;\nmod c;\n', 'x/a.rs': '', 'x/one/b.rs': '' };
    expect(await unresolvedIn(some)).toEqual(['x/one.rs:3  c']);
  });
});

test('a path dependency on a folder without a crate is unresolved, unless git ignores the folder', async () => {
  const texts = {
    'app/Cargo.toml': `${APP}serde = "1"\n`,
    'app/src/main.rs': 'use shop::Cart;\nuse serde::Serialize;\nfn main() { shop::open(); }\n',
  };
  expect(await unresolvedIn(texts)).toEqual(['app/src/main.rs:1  shop', 'app/src/main.rs:3  shop']);
  expect(await unresolvedIn(texts, ['core/'])).toEqual([]);
});

test('a module name that is a macro parameter is reported as computed', async () => {
  const lib = `macro_rules! mods {
    ($($m:ident),* $(,)?) => { $( #[cfg(test)] pub mod $m; )* };
    ($vis:vis $name:ident inline) => { $vis mod $name { fn a() {} } };
    ($name:ident one) => { mod /* c */ $name ; };
}
mods!(a, b);
`;
  const structure = await structureOfTexts({ 'Cargo.toml': CORE, 'src/lib.rs': lib, 'src/a.rs': '', 'src/b.rs': '' });
  expect(structure.unresolved).toEqual([
    { path: 'src/lib.rs', line: 2, specifier: 'mod $m', names: [], reason: 'computed at run time' },
    { path: 'src/lib.rs', line: 4, specifier: 'mod $name', names: [], reason: 'computed at run time' },
  ]);
});

describe('files of modules that a Rust path passes through', () => {
  const crate = (name: string, uses = '') => `[package]\nname = "${name}"\nedition = "2021"\n${uses}`;
  const texts = {
    'eng/Cargo.toml': crate('eng'),
    'eng/src/lib.rs': 'pub mod parse;\npub mod net;\n',
    'eng/src/parse.rs': 'pub fn parse() {}\n',
    'eng/src/net/mod.rs': 'pub mod tcp;\npub mod udp;\n',
    'eng/src/net/tcp.rs': 'pub fn open() { super::udp::open(); crate::parse::parse(); }\n',
    'eng/src/net/udp.rs': 'pub fn open() {}\n',
    'eng/tests/it.rs': 'use eng::parse::parse;\n#[test] fn t() { parse(); }\n',
    'cli/Cargo.toml': crate('cli', '[dependencies]\neng = { path = "../eng" }\n'),
    'cli/src/main.rs': 'use eng::net::{tcp, udp::open};\nfn main() { eng::parse::parse(); tcp::open(); open(); }\n',
  };

  test('are dependencies: crate roots, `mod.rs` files, and targets of `super` and `crate`', async () => {
    const between = edgesBetween(await structureOfTexts(texts), texts);
    expect(between.filter((edge) => /(?:lib|mod)\.rs$/.test(edge))).toEqual([
      'cli/src/main.rs → eng/src/lib.rs',
      'cli/src/main.rs → eng/src/net/mod.rs',
      'eng/src/lib.rs → eng/src/net/mod.rs',
      'eng/src/net/tcp.rs → eng/src/lib.rs',
      'eng/src/net/tcp.rs → eng/src/net/mod.rs',
      'eng/tests/it.rs → eng/src/lib.rs',
    ]);
  });

  test('have less weight than modules whose items are used, and close no cycle', async () => {
    const { edges } = await structureOfTexts(texts);
    const edge = edges.find(({ from, to }) => from === 'eng/src/net/tcp.rs' && to === 'eng/src/lib.rs');
    const description = 'eng/src/net/tcp.rs imports crate::parse through eng/src/lib.rs (line 1, indirectly)';
    expect(edge).toMatchObject({ type: 'depends', weight: 0.3, description });
    expect(edge !== undefined && isLoaded(edge)).toBe(false);
    expect(edges.find(({ from, to }) => from === 'eng/tests/it.rs' && to === 'eng/src/lib.rs')).toMatchObject({
      type: 'tests',
      weight: 0.3,
    });
  });
});

test('a test of a Rust package is not named after a file of another package', async () => {
  const texts = {
    'Cargo.toml': '[package]\nname = "top"\n[workspace]\nmembers = ["crates/*"]\n',
    'src/main.rs': 'mod own;\nfn main() {}\n',
    'src/own.rs': 'pub fn own() {}\n',
    'tests/own.rs': '#[test]\nfn runs() {}\n',
    'tests/util.rs': '#[test]\nfn runs() {}\n',
    'crates/shop/Cargo.toml': CORE,
    'crates/shop/src/lib.rs': 'pub mod util;\n',
    'crates/shop/src/util.rs': 'pub fn x() {}\n',
  };
  const { edges } = await structureOfTexts(texts);
  const tested = edges.filter(({ type, to }) => type === 'tests' && to in texts).map(({ from, to }) => `${from} → ${to}`);
  expect(tested).toEqual(['tests/own.rs → src/own.rs']);
});
