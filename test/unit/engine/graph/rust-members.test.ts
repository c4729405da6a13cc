import { describe, expect, test } from 'vitest';
import { readRustMembers } from '../../../../src/engine/graph/languages/rust/rust-members.ts';
import { rustTokens } from '../../../../src/engine/graph/languages/rust/rust-tokens.ts';
import { expectLinear } from '../../../support/processor-time.ts';
import { edgesBetween, structureOfTexts } from './sources-of.ts';

const CARGO = '[package]\nname = "p"\nedition = "2021"\n';

/** Returns the targets of the edges from `src/user.rs`, with the modules of a crate. */
async function usedBy(user: string, files: Readonly<Record<string, string>>): Promise<string[]> {
  const names = [...Object.keys(files), 'user'];
  const sources = Object.fromEntries(Object.entries({ ...files, user }).map(([name, text]) => [`src/${name}.rs`, text]));
  const texts = { 'Cargo.toml': CARGO, 'src/lib.rs': names.map((name) => `pub mod ${name};\n`).join(''), ...sources };
  const structure = await structureOfTexts(texts);
  const edges = edgesBetween({ ...structure, edges: structure.edges.filter(({ weight }) => weight > 0.3) }, texts);
  return edges.flatMap((edge) => (edge.startsWith('src/user.rs → ') ? [edge.replace(/^.* → src\//, '')] : []));
}

const MODEL = 'pub struct M { pub n: u8, pub inner: Inner }\npub struct Inner(pub u8);\npub fn open() -> Result<M, ()> { todo!() }\n';
const BUILD =
  'use crate::model::{Inner, M};\nimpl M { pub const MAX: u8 = 1; pub fn make() -> Self { todo!() } pub fn double(&self) -> u8 { self.n } pub fn run(&self) {} }\n';
const DEEP = 'use crate::model::Inner;\nimpl Inner { pub fn reach(&self) {} pub fn run(&self) {} }\n';
const BOTH = { model: MODEL, build: BUILD, deep: DEEP };

describe('a member of a Rust type leads to the file of its impl', () => {
  test.each([
    ['an associated function', 'use crate::model::M;\npub fn f() { M::make(); }'],
    ['a constant', 'pub const X: u8 = crate::model::M::MAX;'],
    ['in a macro', 'use crate::model::M;\npub fn f() { println!("{}", M::MAX); }'],
    ['of a parameter', 'use crate::model::M;\npub fn f(m: &mut M) { m.run(); }'],
    ['of a variable', 'use crate::model::M;\npub fn f() { let m: Box<M> = todo!(); m.run(); }'],
    [
      'of the result of a function',
      'use crate::model::{self, M};\npub fn f() -> Option<M> { let m = model::open().unwrap(); m.run(); None }',
    ],
    ['behind a question mark', 'use crate::model::{open, M};\npub fn f() -> Result<(), ()> { open()?.run(); let _: M; Ok(()) }'],
    ['of a literal', 'use crate::model::{M, Inner};\npub fn f() { let m = M { n: 1, inner: Inner(1) }; m.run(); }'],
    ['by a unique name', 'pub fn f() { for m in crate::model::list() { m.double(); } }'],
  ])('%s', async (_, user) => {
    expect(await usedBy(user, BOTH)).toEqual(['build.rs', 'model.rs']);
  });

  test('of a field, and of a result', async () => {
    expect(await usedBy('use crate::model::M;\npub fn f(m: M) { m.inner.run(); }', BOTH)).toEqual(['deep.rs', 'model.rs']);
    expect(await usedBy('use crate::model::M;\npub fn f() { M::make().inner.run(); }', BOTH)).toEqual(['build.rs', 'deep.rs', 'model.rs']);
  });

  test('of `self` and `Self`, in another impl of the type', async () => {
    const user = 'use crate::model::M;\nimpl M { fn a(&self) { self.run(); Self::make(); } }';
    expect(await usedBy(user, BOTH)).toEqual(['build.rs', 'model.rs']);
  });

  test('an impl of a trait, if the type is known', async () => {
    const files = {
      model: 'pub struct M;\npub struct N;\n',
      ext: 'pub trait Ext { fn ext(&self); }\n',
      one: 'use crate::{model::M, ext::Ext};\nimpl Ext for M { fn ext(&self) {} }\n',
      two: 'use crate::{model::N, ext::Ext};\nimpl Ext for N { fn ext(&self) {} }\n',
    };
    expect(await usedBy('use crate::{ext::Ext, model::N};\npub fn f(n: &N) { n.ext(); }', files)).toEqual(['ext.rs', 'model.rs', 'two.rs']);
    expect(await usedBy('use crate::{ext::Ext, model::N};\npub fn f(n: &dyn Ext) { n.ext(); }', files)).toEqual(['ext.rs', 'model.rs']);
    expect(await usedBy('use crate::ext::Ext;\npub fn f(n: impl Fn()) { g().ext(); }', files)).toEqual(['ext.rs']);
  });
});

describe('what cannot be told makes no edge', () => {
  test.each([
    ['a name that two types have', 'use crate::model::M;\npub fn f() { for m in all::<M>() { m.run(); } }'],
    ['a frequent name', 'use crate::model::M;\npub fn f() { for m in all::<M>() { m.len(); } }'],
    [
      'a type from outside',
      'use std::fs::File;\nuse crate::model::M;\npub fn f(m: File, _: M) { m.double(); File::make(); "a".double(); }',
    ],
    ['an option', 'use crate::model::M;\npub fn f(m: Option<M>) { m.double(); }'],
    ['a name with two types in the function', 'use crate::model::{Inner, M};\npub fn f(m: M) { { let m: Inner; } m.run(); }'],
    ['a range', 'use crate::model::M;\npub fn f(m: M) { for _ in 0..run(1) {} }'],
  ])('%s', async (_, user) => {
    const files = { ...BOTH, build: BUILD.replace('pub fn run', 'pub fn len(&self) {} pub fn run') };
    expect(await usedBy(user, files)).toEqual(['model.rs']);
  });

  test('a type of the file hides an imported one', async () => {
    const files = {
      model: 'pub struct M;\n',
      build: 'pub struct M;\nimpl M { pub fn make() {} }\n#[cfg(test)]\nmod tests { use crate::model::M; }\n',
    };
    expect(await usedBy('use crate::model::M;\npub fn f() { M::make(); }', files)).toEqual(['model.rs']);
  });
});

test('a member that moves to another file changes the edges', async () => {
  const user = 'use crate::model::M;\npub fn f() { M::make(); }';
  expect(await usedBy(user, { ...BOTH, build: '', other: BUILD })).toEqual(['model.rs', 'other.rs']);
});

test('reads hostile text in linear time', () => {
  const parts = [
    'a::<',
    'A::',
    'A::<A',
    '.a()',
    'fn a(',
    'struct A {',
    'struct A(',
    'impl ',
    'impl<',
    'let a = ',
    'a: &',
    'Box<',
    'a.b::<',
    'for ',
    '{',
    'x?',
  ];
  for (const part of parts) {
    expectLinear((length) => {
      const text = part.repeat(length);
      const tokens = rustTokens(text);
      return () => readRustMembers(text, tokens);
    }, 1_000);
  }
});
