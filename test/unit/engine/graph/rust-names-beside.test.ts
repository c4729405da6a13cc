import { expect, test } from 'vitest';
import { edgesBetween, linesOf, structureOfTexts } from './sources-of.ts';

const cargo = (name: string, more = '') => `[package]\nname = "${name}"\nedition = "2021"\n[dependencies]\n${more}`;

/** Returns the missing names of a project, then the lines of those that could not be checked. */
async function missingIn(texts: Readonly<Record<string, string>>): Promise<readonly [string[], string[]]> {
  const { unresolved, uncertain = [] } = await structureOfTexts({ 'Cargo.toml': cargo('alib'), ...texts });
  return [linesOf(unresolved), uncertain.map(({ path, line, specifier }) => `${path}:${line}  ${specifier}`)];
}

test('a crate is found beside its macro of the same name, which has the name of a private module', async () => {
  const lib = {
    'src/lib.rs': 'mod alib;\npub use crate::alib::*;\npub mod value;\n',
    'src/alib.rs': '#[macro_export]\nmacro_rules! alib { () => { 1 } }\npub struct Inner;\n',
    'src/value.rs': 'pub fn f() {}\n',
  };
  const uses = [
    'use alib::{alib, Inner, value};',
    'fn f() { alib::value::f(); value::f(); alib!(); alib::gone1(); }',
    'mod globs { use alib::*; fn f() { alib::value::f(); alib::gone2(); } }',
  ];
  expect(await missingIn({ ...lib, 'tests/t.rs': uses.join('\n') })).toEqual([
    ['tests/t.rs:2  alib::gone1', 'tests/t.rs:3  alib::gone2'],
    [],
  ]);
});

test('names of a file that an inline module includes are not claimed to be missing', async () => {
  const texts = {
    'src/lib.rs':
      'pub mod ffi { include!("made.rs"); pub fn own() { self::made(); } }\nfn f() { ffi::made(); ffi::inner::deep(); ffi::own(); gone::x(); }\n',
    'src/made.rs': 'pub fn made() { self::inner::deep(); }\npub mod inner { pub fn deep() {} }\n',
  };
  expect(await missingIn(texts)).toEqual([
    ['src/lib.rs:2  gone'],
    ['src/lib.rs:1  self::made', 'src/lib.rs:2  ffi::made', 'src/lib.rs:2  ffi::inner'],
  ]);
});

test('items and modules may have a keyword as their name', async () => {
  const lib =
    'pub mod r#async { pub fn r#fn() {} pub struct r#where; }\nmod r#move;\nfn f() { r#async::r#fn(); r#move::g(); r#async::r#impl(); }\nuse r#async::r#where as w;\n';
  expect(await missingIn({ 'src/lib.rs': lib, 'src/move.rs': 'pub fn g() {}\n' })).toEqual([['src/lib.rs:3  async::impl'], []]);
});

test('a path after :: begins at the crates, not at a module of the same name; in the 2015 edition at the root', async () => {
  const user = 'use ::dep::field::Empty;\nmod dep { pub mod own {} }\nfn f() { ::dep::f(); dep::own::gone(); }\n';
  const sources = {
    'src/lib.rs': user,
    'dep/src/lib.rs': 'pub mod field;\npub fn f() {}\n',
    'dep/src/field.rs': 'pub struct Empty;\n',
  };
  const found = async (manifest: string) => {
    const texts = { 'Cargo.toml': manifest, 'dep/Cargo.toml': cargo('dep'), ...sources };
    const structure = await structureOfTexts(texts);
    return [edgesBetween(structure, sources), linesOf(structure.unresolved)];
  };
  const inside = 'dep/src/lib.rs → dep/src/field.rs';
  const both = ['src/lib.rs → dep/src/field.rs', 'src/lib.rs → dep/src/lib.rs'];
  const manifest = cargo('alib', 'dep = { path = "dep" }\n');
  const [edges, gaps] = await found(manifest);
  expect(new Set(edges)).toEqual(new Set([inside, ...both]));
  expect(gaps).toEqual(['src/lib.rs:3  dep::own::gone']);
  const [oldEdges, oldGaps] = await found(manifest.replace('2021', '2015'));
  expect(oldEdges).toEqual([inside]);
  expect(oldGaps).not.toEqual([]);
});
