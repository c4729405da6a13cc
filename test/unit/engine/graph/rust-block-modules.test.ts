import { expect, test } from 'vitest';
import { edgesBetween, linesOf, structureOfTexts } from './sources-of.ts';

const cargo = (name: string, more = '') => `[package]\nname = "${name}"\nedition = "2021"\n[dependencies]\n${more}`;

/** Returns the edges of a program that depends on a crate `serde` of the project, and what it lacks. */
async function graphOf(lines: readonly string[], others: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const texts = {
    'Cargo.toml': '[workspace]\nmembers = ["serde", "app"]\n',
    'serde/Cargo.toml': cargo('serde'),
    'serde/src/lib.rs': 'pub fn read() {}\npub mod de;\n',
    'serde/src/de.rs': 'pub struct Error;\n',
    'app/Cargo.toml': cargo('app', 'serde = { path = "../serde" }\n'),
    'app/src/main.rs': lines.join('\n'),
    ...others,
  };
  const structure = await structureOfTexts(texts);
  return [...edgesBetween(structure, texts).filter((edge) => edge.startsWith('app/')), ...linesOf(structure.unresolved)];
}

const LIBRARY = 'app/src/main.rs → serde/src/lib.rs';

test.each([
  ['a function', ['fn f() { mod serde { pub fn own() {} } serde::own(); }', 'fn main() { serde::read(); }']],
  ['a method', ['struct S;', 'impl S { fn f(&self) { mod serde { pub fn own() {} } serde::own(); } }', 'fn main() { serde::read(); }']],
  ['a block of a function', ['fn main() { { mod serde { pub fn own() {} } serde::own(); } serde::read(); }']],
  ['a constant', ['const _: () = { mod serde { pub fn own() {} } serde::own() };', 'fn main() { serde::read(); }']],
  ['the result of a macro', ['fn f() -> T { quote! { mod serde { pub fn own() {} } }; serde::read(); }']],
  [
    'a function in a macro',
    ['cfg_if! { if #[cfg(unix)] { fn f() { mod serde { pub fn own() {} } serde::own() } } }', 'fn g() { serde::read() }'],
  ],
  ['a function, which itself uses the crate', ['fn f() { mod serde { pub fn own() { serde::read(); } } serde::own(); }']],
  ['a function of an inline module', ['mod a { fn f() { mod serde { pub fn own() {} } serde::own(); }', 'fn g() { serde::read(); } }']],
  [
    'a function, where a list of another module has the name',
    ['mod a { pub mod serde { pub fn x() {} } }', 'fn f() { mod serde {} use a::{serde::x}; x(); }', 'fn main() { serde::read(); }'],
  ],
])('a module in %s does not hide the crate of its name elsewhere', async (_, lines) => {
  expect(await graphOf(lines)).toEqual([LIBRARY]);
});

test.each([
  ['in code', ['fn main() { serde::read(); mod serde { pub fn read() {} } if true { serde::read(); } }']],
  ['in a use', ['fn main() { mod serde { pub fn read() {} } use serde::read; read() }']],
  ['in a list of a use', ['fn main() { mod serde { pub fn read() {} } use {serde::read, std::fs}; read() }']],
  ['whole', ['fn main() { mod serde { pub fn read() {} } use serde as own; own::read() }']],
  ['in a macro', ['fn main() { mod serde { pub fn read() {} } assert_eq!(serde::read(), ()); }']],
  [
    'in an attribute',
    ['fn main() { mod serde { pub fn read() {} } #[serde_with::own] struct S { #[serde(default = "serde::read")] a: u8 } }'],
  ],
])('what the block of a module names is in the module, not in the crate: %s', async (_, lines) => {
  expect(await graphOf(lines)).toEqual([]);
});

test('a module in a block lacks names, and its paths start at the module around', async () => {
  const lines = [
    'mod a {',
    '  pub fn one() {}',
    '  pub fn f() {',
    '    mod inner { use super::one; pub fn x() { super::gone(); one() } pub mod deep { pub use super::x; } }',
    '    inner::x(); inner::lost(); inner::deep::x();',
    '    use inner::{x, lost2};',
    '    #[derive(Deserialize)] struct S { #[serde(with = "inner::deep")] a: u8 }',
    '  }',
    '}',
  ];
  expect(await graphOf(lines)).toEqual([
    'app/src/main.rs:4  super::gone',
    'app/src/main.rs:5  inner::lost',
    'app/src/main.rs:6  inner::lost2',
  ]);
});

test('a module with a file, declared in a block, leads there from its block only', async () => {
  const lines = ['fn f() { #[path = "own.rs"] mod serde; serde::own(); }', 'fn main() { serde::read(); }'];
  const own = { 'app/src/own.rs': 'pub fn own() {}\n' };
  expect(await graphOf(lines, own)).toEqual(['app/src/main.rs → app/src/own.rs', LIBRARY]);
  expect(await graphOf(lines)).toEqual([LIBRARY, 'app/src/main.rs:1  own.rs', 'app/src/main.rs:1  serde']);
});

test('two functions may each declare a module of the same name', async () => {
  const lines = ['fn f() { mod a { pub fn one() {} } a::one(); a::two(); }', 'fn g() { mod a { pub fn two() {} } a::one(); a::two(); }'];
  expect(await graphOf(lines)).toEqual(['app/src/main.rs:1  a::two', 'app/src/main.rs:2  a::one']);
});

test.each([
  ['in code', ['fn main() { ::serde::read(); }'], [LIBRARY]],
  ['beside a module of the name', ['mod serde { pub fn read() {} }', 'fn main() { serde::read(); ::serde::read(); }'], [LIBRARY]],
  ['in a type', ['fn f(e: &mut ::serde::de::Error) -> ::serde::de::Error { e }'], ['app/src/main.rs → serde/src/de.rs', LIBRARY]],
  ['in an inline module', ['mod a { fn f() { <u8 as ::serde::de::Error>::x(); } }'], ['app/src/main.rs → serde/src/de.rs', LIBRARY]],
  ['of the standard library', ['fn main() { ::std::mem::drop(1); ::core::mem::drop(1); Vec::<u8>::new(); }'], []],
  ['in quoted code', ['fn f() -> T { quote! { ::serde::read() } }'], []],
  ['in a macro', ['macro_rules! m { () => { ::serde::read() } }'], []],
  ['of nothing', ['fn main() { ::serde::gone(); }'], [LIBRARY, 'app/src/main.rs:1  ::serde::gone']],
])('a path that begins with :: leads to a crate: %s', async (_, lines, expected) => {
  expect(await graphOf(lines)).toEqual(expected);
});
