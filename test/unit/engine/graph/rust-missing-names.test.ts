import { describe, expect, test } from 'vitest';
import { linesOf, structureOfTexts } from './sources-of.ts';

const cargo = (name: string, more = '') =>
  `[package]\nname = "${name}"\nedition = "2021"\n[dependencies]\nserde = "1"\ncfg-if = "1"\n${more}`;

/** Returns the missing names of a project, then those that could not be checked, each with its line. */
async function missingIn(texts: Readonly<Record<string, string>>): Promise<readonly [string[], string[]]> {
  const { unresolved, uncertain = [] } = await structureOfTexts({ 'Cargo.toml': cargo('alib'), ...texts });
  return [linesOf(unresolved), uncertain.map(({ path, line, specifier }) => `${path}:${line}  ${specifier}`)];
}

/** Returns what a library lacks. */
const lackedBy = async (lines: readonly string[]): Promise<readonly [string[], string[]]> => {
  const [missing, unchecked] = await missingIn({ 'src/lib.rs': lines.join('\n') });
  const shown = (all: readonly string[]): string[] => all.map((line) => line.replace('src/lib.rs:', ''));
  return [shown(missing), shown(unchecked)];
};

test('names that an inline module lacks are missing, in `use` and in paths', async () => {
  const lib =
    'pub mod nested {\n  pub fn deep() {}\n  pub mod more { pub struct S; pub const C: u8 = 0; }\n  pub enum E { A, B(u8), C { x: u8 } }\n}\n';
  const user = [
    'use alib::nested::gone1;',
    'use alib::nested::{self, deep, gone2 as b, E::{A, Gone3}};',
    'use alib::nested::more::{S, C, Gone4};',
    'fn f() { alib::nested::deep(); alib::nested::gone5(); nested::gone6(); E::new(); nested::more::S::new(); }',
    'use alib::gone7::x;',
    'use alib::nested::E::*;',
  ].join('\n');
  const texts = { 'app/Cargo.toml': cargo('app', 'alib = { path = ".." }\n'), 'app/src/main.rs': user, 'src/lib.rs': lib };
  expect(await missingIn(texts)).toEqual([
    [
      'app/src/main.rs:1  alib::nested::gone1',
      'app/src/main.rs:2  alib::nested::gone2',
      'app/src/main.rs:2  alib::nested::E::Gone3',
      'app/src/main.rs:3  alib::nested::more::Gone4',
      'app/src/main.rs:4  alib::nested::gone5',
      'app/src/main.rs:4  nested::gone6',
      'app/src/main.rs:5  alib::gone7',
    ],
    [],
  ]);
});

test('each missing name of a `use` over several lines is listed at its own line, and once', async () => {
  const lines = [
    'pub mod a { pub fn b() {} }',
    'use a::{',
    '  b,',
    '  gone,',
    '  c::{d,',
    '    e},',
    '};',
    'fn f() { a::gone(); a::gone() }',
  ];
  expect(await lackedBy(lines)).toEqual([['4  a::gone', '5  a::c', '6  a::c', '8  a::gone'], []]);
});

test('paths that begin with `self`, `super` and `crate` are checked in the module that contains them', async () => {
  const lines = [
    'fn own() {}',
    'fn f() { self::own(); self::gone1(); crate::gone2(); }',
    'mod inner {',
    '  use super::{own, gone3};',
    '  fn g() { super::own(); super::gone4(); self::g(); self::own(); self::gone5(); }',
    '  mod deeper { use super::super::own; use super::{g, gone6}; use super::*; fn h() { g(); super::super::gone7() } }',
    '  pub(in super::super) fn i() {}',
    '}',
    '#[cfg(test)]',
    'mod tests { use super::*; use super::gone8; mod help { pub fn x() {} } fn t() { help::x(); help::gone9(); inner::g() } }',
  ];
  expect(await lackedBy(lines)).toEqual([
    [
      ...['2  self::gone1', '2  crate::gone2', '4  super::gone3', '5  super::gone4', '5  self::gone5', '6  super::gone6'],
      ...['6  super::super::gone7', '10  super::gone8', '10  help::gone9'],
    ],
    [],
  ]);
});

test('a name that one of several modules of a name has is found', async () => {
  const lines = [
    '#[cfg(unix)] mod imp { pub fn a() {} pub fn b() {} pub enum E { A } }',
    '#[cfg(not(unix))] mod imp { pub fn a() {} pub fn c() {} pub enum E { B } }',
    'pub use imp::{a, b, c, gone};',
    'use imp::E::{A, B, C};',
  ];
  expect(await lackedBy(lines)).toEqual([['3  imp::gone', '4  imp::E::C'], []]);
});

test('what functions, implementations and private imports contain is no name of the module', async () => {
  const lines = [
    'mod a { pub fn f() { fn inner() {} struct Local; use std::fmt; } struct S; impl S { fn method() {} const N: u8 = 0; type T = u8; } use std::io; }',
    'use a::{f, inner, Local, fmt, S, method, N, T, io};',
    'fn g() { enum Here { A } use Here::A; mod there { pub fn x() {} } use there::x; there::x(); there::gone(); }',
    'fn h<const M: usize>(x: *const u8) {}',
    'use self::{h, M, u8};',
  ];
  expect(await lackedBy(lines)).toEqual([
    ['inner', 'Local', 'fmt', 'method', 'N', 'T', 'io']
      .map((name) => `2  a::${name}`)
      .concat('3  there::gone', '5  self::M', '5  self::u8'),
    [],
  ]);
});

test.each([
  ['constants', 'const A: u8 = 0; pub static mut B: u8 = 0; pub static C: u8 = 0;'],
  ['types', 'struct A; pub union B { x: u8 } trait C {}'],
  ['aliases and traits', 'type A = u8; pub unsafe auto trait B {} pub(crate) enum C {}'],
  ['functions', 'const fn A() {} pub async unsafe extern "C" fn B() {} fn C<T: Fn() -> u8>() where T: Copy {}'],
  ['foreign items', 'extern "C" { fn A(); pub static B: u8; } unsafe extern { type C; }'],
  ['imports', 'pub use std::fmt::A; pub(super) use std::{fmt::B, io as C};'],
  [
    'imports of an inline module',
    'pub use self::x::{A, y::*}; pub mod x { pub fn A() {} pub mod y { pub use super::super::z::*; } } mod z { pub struct B; pub fn C() {} }',
  ],
  ['variants', 'pub use E::{A, B}; pub use self::E::*; pub enum E { A(u8), #[doc = "x"] B, C = 3 }'],
  ['macros around items', 'cfg_if::cfg_if! { if #[cfg(a)] { fn A() {} } else { pub fn B() {} } } thread_local! { static C: u8 = 0 }'],
  ['a macro that passes items on', 'cfg_rt! { pub struct A; pub fn B() { fn X() {} } pub use std::C; }'],
  ['a macro of the project', 'macro_rules! m { () => { pub fn A() {} pub mod B { pub struct S; } pub use std::C; }; } m!();'],
  ['derives', '#[derive(Builder)] struct X;'],
  ['an unknown attribute', '#[generates] fn x() {}'],
])('names that a module declares by %s are not missing', async (_, module) => {
  // A macro that is invoked in a file declares its items there.
  const texts = { 'src/lib.rs': 'mod m;\nuse m::{A, B, C};\n', 'src/m.rs': module };
  expect((await missingIn(texts))[0]).toEqual([]);
});

describe('a name is counted as not checked if', () => {
  test.each([
    ['a macro may declare it', 'declare_all! {}', ['a', 'B']],
    ['a macro in an inline module may declare it', 'pub use x::*; mod x { declare_all!(); }', ['a', 'B']],
    ['an attribute may declare it', '#[generates]\nfn x() {}', ['a', 'B']],
    ['a derive may declare it', '#[derive(Debug, Builder)]\n#[builder(x)]\nstruct X;', ['B']],
    ['it may come from another crate', 'pub use serde::*;', ['a', 'B']],
    ['generated code may declare it', 'include!(concat!(env!("OUT_DIR"), "/x.rs"));', ['a', 'B']],
  ])('%s', async (_, module, names) => {
    const [missing, unchecked] = await missingIn({ 'src/lib.rs': 'mod m;\nuse m::{a, B};\n', 'src/m.rs': module });
    expect(unchecked).toEqual(names.map((name) => `src/lib.rs:2  m::${name}`));
    const others = ['a', 'B'].filter((name) => !names.includes(name)).map((name) => `src/lib.rs:2  m::${name}`);
    expect(missing.filter((line) => line.includes('m::'))).toEqual(others);
  });

  test.each([
    [
      'known derives and attributes',
      '#[derive(Debug, Clone, serde::Serialize)]\n#[serde(rename_all = "x")]\n#[cfg_attr(x, derive(Eq))]\nstruct X;',
    ],
    ['a macro in a function', 'fn x() { declare_all! {} }'],
    ['the attributes of fields', 'struct X { #[generates] x: u8 }'],
  ])('but not because of %s', async (_, module) => {
    expect(await missingIn({ 'src/lib.rs': 'mod m;\nuse m::{a, B};\n', 'src/m.rs': module })).toEqual([
      ['src/lib.rs:2  m::a', 'src/lib.rs:2  m::B'],
      [],
    ]);
  });

  test('it is in quoted code or in one of two functions that an attribute may use', async () => {
    const lines = [
      'fn f() { quote! { alib::m::a; crate::m::gone; #x::y::z; other::b } }',
      'struct S { #[serde(with = "m")] a: u8, #[serde(default = "m::gone")] b: u8 }',
      'mod m { pub fn serialize() {} }',
    ];
    const [missing, unchecked] = await missingIn({ 'src/lib.rs': '', 'tests/t.rs': lines.join('\n') });
    expect(missing).toEqual(['tests/t.rs:2  m::gone']);
    expect(unchecked).toEqual(['tests/t.rs:1  alib::m', 'tests/t.rs:2  m::deserialize']);
  });
});

test('a name that also another crate may have is not missing', async () => {
  const lines = ['#[cfg(a)] use serde::de as imp;', '#[cfg(not(a))] mod imp { pub fn x() {} }', 'use imp::{x, y};'];
  expect(await lackedBy(lines)).toEqual([[], ['3  imp::y']]);
});

test('modules that import each other by globs have the names of both', async () => {
  const lines = [
    'mod a { pub use super::b::*; pub fn x() {} }',
    'mod b { pub use super::a::*; pub fn y() {} }',
    'use a::{y, gone};',
    'use b::{x, lost};',
  ];
  expect(await lackedBy(lines)).toEqual([['3  a::gone', '4  b::lost'], []]);
});

test('a path in a macro is checked where the macro is invoked', async () => {
  const lines = [
    'macro_rules! m { ($a:ident) => { $crate::gone1(); crate::gone2::x(); n::a(); n::gone3(); $a::b(); unknown::c() } }',
    'mod n { pub fn a() {} }',
  ];
  expect(await lackedBy([...lines, 'fn f() { m!(n); }'])).toEqual([
    ['1  $crate::gone1', '1  crate::gone2', '1  n::gone3'].map((line) => line.replace('$', '')),
    [],
  ]);
  expect(await lackedBy(lines)).toEqual([['1  crate::gone1'], []]);
});

test('a name that a module only passes on is missing there, and where other modules import it', async () => {
  const texts = {
    'src/lib.rs': 'mod a;\nmod b;\npub use a::Gone;\nfn f(_: Gone) { Gone::new() }\n',
    'src/a.rs': '',
    'src/b.rs': 'use crate::Gone;\n',
  };
  expect(await missingIn({ ...texts, 'tests/t.rs': 'use alib::{\n  Gone,\n};\n' })).toEqual([
    ['src/b.rs:1  crate::Gone', 'src/lib.rs:3  a::Gone', 'tests/t.rs:2  alib::Gone'],
    [],
  ]);
});

test('a file is no module without its declaration, unless a macro may declare it', async () => {
  const texts = {
    'src/main.rs': 'mod user;\nfn main() { config::load(); }\n',
    'src/user.rs': 'use crate::config::load;\n',
    'src/config.rs': 'pub fn load() {}\n',
  };
  expect(await missingIn(texts)).toEqual([['src/main.rs:2  config', 'src/user.rs:1  crate::config'], []]);
  const [, unchecked] = await missingIn({ ...texts, 'src/main.rs': `${texts['src/main.rs']}modules!(config);\n` });
  expect(unchecked).toEqual(['src/main.rs:2  config', 'src/user.rs:1  crate::config']);
});

test('a path that only the library of an external package may mean is counted', async () => {
  const lines = ['use crypto::Md5;', 'fn f() { cfg_if::g(); rust::h() }'];
  const texts = { 'Cargo.toml': cargo('alib', 'rust-crypto = "1"\n'), 'src/lib.rs': lines.join('\n') };
  expect(await missingIn(texts)).toEqual([[], ['src/lib.rs:1  crypto', 'src/lib.rs:2  rust']]);
});
