import { expect, test } from 'vitest';
import { edgesBetween, linesOf, structureOfTexts } from './sources-of.ts';

const cargo = (name: string, dependencies = '') => `[package]\nname = "${name}"\nedition = "2021"\n[dependencies]\n${dependencies}`;

type Texts = Readonly<Record<string, string>>;
const lostIn = async (texts: Texts, others: readonly string[] = []) => linesOf((await structureOfTexts(texts, others)).unresolved);

test.each([
  ['a dependency', 'core_lib = { path = "../a" }\n', []],
  ['a renamed dependency', 'core_lib = { path = "../a", package = "core-lib" }\n', []],
  ['the workspace', 'core_lib = { workspace = true }\n', ['[workspace.dependencies]\ncore_lib = { path = "a" }\n']],
  ['a patch', 'core_lib = "1"\n', ['[patch.crates-io]\ncore_lib = { path = "a" }\n']],
])('a package by its path that has another name is missing: %s', async (_, dependency, workspace) => {
  const texts = (name: string) => ({
    'Cargo.toml': `[workspace]\nmembers = ["a", "b"]\n${workspace.join('')}`,
    'a/Cargo.toml': cargo(name),
    'a/src/lib.rs': 'pub struct X;\n',
    'b/Cargo.toml': cargo('b', dependency),
    'b/src/lib.rs': 'use core_lib::X;\npub fn f(_: X) {}\n',
  });
  const lost = await structureOfTexts(texts('core_lib2'));
  expect(linesOf(lost.unresolved)).toEqual(['b/src/lib.rs:1  core_lib']);
  const manifest = workspace.length === 0 ? 'b/Cargo.toml' : 'Cargo.toml';
  expect(lost.unread.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
    expect.stringMatching(new RegExp(`^${manifest} names package core[-_]lib that does not exist: `)),
  ]);
  const found = await structureOfTexts(texts('core-lib'));
  expect([linesOf(found.unresolved), found.unread]).toEqual([[], []]);
  expect(edgesBetween(found, texts('core-lib'))).toContain('b/src/lib.rs → a/src/lib.rs');
});

test('the library of a package is missing for its programs, tests and examples, and for other packages', async () => {
  const texts = {
    'a/Cargo.toml': cargo('bat', 'other = "1"\n'),
    'a/src/main.rs': 'use bat::config::Config;\nfn main() { bat::run(); }\n',
    'a/src/config.rs': 'pub struct Config;\n',
    'a/tests/t.rs': 'extern crate bat;\n',
    'a/examples/e.rs': 'use other::bat;\nfn main() { bat::run(); }\n',
    'b/Cargo.toml': cargo('b', 'bat = { path = "../a" }\n'),
    'b/src/lib.rs': 'use bat::Printer;\n',
  };
  expect(await lostIn(texts)).toEqual([
    'a/src/main.rs:1  bat::config',
    'a/src/main.rs:2  bat',
    'a/tests/t.rs:1  bat',
    'b/src/lib.rs:1  bat',
  ]);
  expect(await lostIn({ ...texts, 'a/src/lib.rs': 'pub mod config;\npub fn run() {}\npub struct Printer;\n' })).toEqual([]);
  // It is only too large to be read.
  expect(await lostIn(texts, ['a/src/lib.rs'])).toEqual([]);
});

test('a crate that no Cargo.toml declares is missing in `use` and `extern crate`', async () => {
  const lib = [
    ...['use serde::X;', 'use notdeclared::Y;', 'extern crate gone_crate;', 'use ::other_gone::Z;', 'use std::fmt;', 'use crypto::Md5;'],
    ...['mod tests { use super::*; use in_tests::A; }', 'extern crate core;', '#[rustfmt::skip]', 'mod own { pub mod deep; }'],
    ...['use deep::B;', 'use declared_elsewhere::C;', 'use renamed::D;', 'use serde as renamed;', 'fn f() { third_gone::call(); }'],
  ].join('\n');
  const texts = {
    'Cargo.toml': '[workspace]\nmembers = ["a", "b"]\n[workspace.dependencies]\n',
    'a/Cargo.toml': cargo('a', 'serde = "1"\nrust-crypto = "0.2"\n'),
    'a/src/lib.rs': lib,
    'a/src/own/deep.rs': '',
    'b/Cargo.toml': cargo('b', 'declared_elsewhere = "1"\n'),
    'b/src/lib.rs': '',
  };
  expect(await lostIn(texts)).toEqual([
    'a/src/lib.rs:2  notdeclared',
    'a/src/lib.rs:3  gone_crate',
    'a/src/lib.rs:4  ::other_gone',
    'a/src/lib.rs:7  in_tests',
    // The module is in another one.
    'a/src/lib.rs:11  deep',
    'a/src/lib.rs:15  third_gone',
  ]);
});

test('no crate is missing where a macro or another file may bring its name, or no manifest is read', async () => {
  const texts = (lib: string) => ({
    'Cargo.toml': cargo('a', 'serde = "1"\n'),
    'src/lib.rs': lib,
    'src/prelude.rs': 'pub use serde as ext;\n',
  });
  expect(await lostIn(texts('mod prelude;\nlalrpop_mod!(grammar);\nuse grammar::P;\n'))).toEqual([]);
  expect(await lostIn(texts('mod prelude;\nuse prelude::*;\nuse crate::prelude::*;\nuse ext::P;\n'))).toEqual([]);
  expect(await lostIn({ 'src/lib.rs': 'use gone::P;\n' })).toEqual([]);
  expect(await lostIn({ ...texts('mod prelude;\n'), 'ui/fail.rs': 'use gone::P;\n', 'src/prelude.rs': '' })).toEqual([]);
});

test('code that a procedural macro returns is not part of its crate', async () => {
  const quoted = [
    'use proc_macro::TokenStream;',
    'fn a() { quote::quote! { use crate::schemas::A; crate::other::f(); super::b(); use self::gone::X; } }',
    'fn b() { quote! { crate::own::g() } }',
    'fn c() { parse_quote_spanned! { s => crate::gone::h } }',
    'fn d() { let s = stringify!(crate::gone::h); crate::lost::i(s); }',
    'mod own;',
  ].join('\n');
  const texts = {
    'Cargo.toml': `${cargo('m', 'quote = "1"\n')}\n[lib]\nproc-macro = true\n`,
    'src/lib.rs': quoted,
    'src/own.rs': 'pub fn g() {}\n',
    'src/part.rs': 'fn a() { quote! { crate::own::g() } }\n',
  };
  const structure = await structureOfTexts(texts);
  expect(linesOf(structure.unresolved)).toEqual(['src/lib.rs:5  crate::lost']);
  expect(edgesBetween(structure, texts)).toEqual(['src/lib.rs → src/own.rs']);
});

test('a re-export in a macro that the file invokes is checked', async () => {
  const texts = {
    'core/Cargo.toml': cargo('core_x'),
    'core/src/lib.rs': 'pub mod ser;\n',
    'core/src/ser.rs': '',
    'fac/Cargo.toml': cargo('fac', 'core_x = { path = "../core" }\n'),
    'fac/src/lib.rs': 'macro_rules! root {\n  () => {\n    pub use core_x::{de, ser};\n  };\n}\nroot!();\n',
  };
  expect(await lostIn(texts)).toEqual(['fac/src/lib.rs:3  core_x::de']);
});

test('a path in an expression to a function that its module lacks is listed, unless a macro or a glob import may bring it', async () => {
  const main =
    'mod util;\nmod open;\nfn main() {\n    crate::util::here();\n    crate::util::gone();\n    crate::util::Type::new();\n    crate::open::maybe();\n}\n';
  const { unresolved } = await structureOfTexts({
    'Cargo.toml': '[package]\nname = "a"\n',
    'src/main.rs': main,
    'src/util.rs': 'pub fn here() {}\npub struct Type;\n',
    'src/open.rs': 'make_functions! { maybe }\n',
  });
  expect(unresolved.map(({ path, line, specifier }) => `${path}:${line} ${specifier}`)).toEqual(['src/main.rs:5 crate::util::gone']);
});

test('crates that the compiler brings along are there for a file that uses the compiler, and for its crate', async () => {
  const texts = {
    'Cargo.toml': cargo('a'),
    'src/lib.rs': 'pub mod b;\nextern crate thin_vec;\n',
    'src/b.rs': 'use thin_vec::ThinVec;\n',
    'tests/t.rs': 'extern crate rustc_ast;\nextern crate smallvec;\nmod c;\nuse rustc_span::Span;\n',
    'tests/c.rs': 'use smallvec::SmallVec;\nuse ::test::Bencher;\n',
  };
  expect(await lostIn(texts)).toEqual(['src/b.rs:1  thin_vec', 'src/lib.rs:2  thin_vec']);
  expect(await lostIn({ ...texts, 'src/lib.rs': `extern crate rustc_driver;\n${texts['src/lib.rs']}` })).toEqual([]);
});

test('a path that begins with `::` does not begin with the word before it', async () => {
  let count = 0;
  const gone = (): string => {
    count += 1;
    return `gone${count}`;
  };
  const words = ['&mut', '&dyn', 'impl', 'pub', '*const'];
  const code = words.map((word) => (word === 'pub' ? `pub struct T(pub ::${gone()}::Q);` : `fn f(_: ${word} ::${gone()}::Q) {}`));
  const inCode = ['return', 'break', 'let', 'if', 'match', 'in'].map((word) => `fn g() { ${word} ::${gone()}::q(); }`);
  const all = [...code, ...inCode];
  expect(await lostIn({ 'Cargo.toml': cargo('a'), 'src/lib.rs': all.join('\n') })).toEqual(
    all.map((_, n) => `src/lib.rs:${n + 1}  ::gone${n + 1}`),
  );
});
