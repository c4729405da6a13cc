import { describe, expect, test } from 'vitest';
import { GraphAssembly } from '../../../../src/engine/graph/analysis/assemble.ts';
import { GraphModel } from '../../../../src/engine/graph/graph-model.ts';
import { findUnused } from '../../../../src/engine/graph/questions/unused.ts';
import { NO_HISTORY } from '../../../support/graphs.ts';
import { edgesBetween, linesOf, structureOfTexts } from './sources-of.ts';

const CARGO = '[package]\nname = "p"\nedition = "2021"\n[dependencies]\nautomod = "1"\n';
type Texts = Readonly<Record<string, string>>;

/** Returns the edges between files, the unresolved imports with their reasons, and what is unused. */
async function read(sources: Texts) {
  const texts = { 'Cargo.toml': CARGO, ...sources };
  const structure = await structureOfTexts(texts);
  const model = new GraphModel(new GraphAssembly().assemble([structure], NO_HISTORY));
  const unused = findUnused(model);
  const reasons = structure.unresolved.map(({ reason }) => reason);
  return {
    edges: edgesBetween(structure, texts),
    unresolved: linesOf(structure.unresolved).map((line, at) => `${line}  ${reasons[at]}`),
    unused: [...unused.files, ...unused.symbols.map(({ name }) => name)],
  };
}

describe('a module that a macro declares', () => {
  const ROOT =
    'macro_rules! root {\n  () => {\n    pub mod de;\n    mod lib { mod core { pub use std::*; } pub use self::core::{fmt, mem}; pub mod deep; }\n    use self::de::D;\n    use super::none::N;\n  };\n}\n';
  const files = {
    'src/main.rs': '#[macro_use]\nmod root;\nmod user;\nroot!();\nfn main() { user::run(D); }\n',
    'src/root.rs': ROOT.replace('    use super::none::N;\n', ''),
    'src/de.rs': 'pub struct D;\n',
    'src/lib/deep.rs': 'pub fn f() {}\n',
    'src/user.rs': 'use crate::de::D;\nuse crate::lib::deep::f;\nuse crate::lib::*;\nuse core::error::Error;\npub fn run(_: D) { f(); }\n',
  };

  test('is a module of the file that invokes the macro', async () => {
    const { edges, unresolved, unused } = await read(files);
    expect(unresolved).toEqual([]);
    expect(unused).toEqual([]);
    expect(edges).toEqual(
      expect.arrayContaining([
        'src/main.rs → src/root.rs',
        'src/main.rs → src/de.rs',
        'src/main.rs → src/lib/deep.rs',
        'src/root.rs → src/de.rs',
        'src/user.rs → src/de.rs',
        'src/user.rs → src/lib/deep.rs',
      ]),
    );
  });

  test('is a module of the file that defines and invokes the macro', async () => {
    const { edges, unresolved } = await read({
      'src/main.rs':
        'mod other;\nmacro_rules! all { () => { mod a; #[path = "odd/place.rs"] mod b; }; }\nall!();\nfn main() { a::f(); b::g(); }\n',
      'src/a.rs': 'pub fn f() {}\n',
      'src/odd/place.rs': 'pub fn g() { crate::a::f(); }\n',
      'src/other.rs': 'macro_rules! all { () => {}; }\nall!();\n',
    });
    expect(unresolved).toEqual([]);
    expect(edges).toEqual([
      'src/main.rs → src/a.rs',
      'src/main.rs → src/odd/place.rs',
      'src/main.rs → src/other.rs',
      'src/odd/place.rs → src/a.rs',
      'src/odd/place.rs → src/main.rs',
    ]);
  });

  test('is missing if its file is, where the macro is invoked', async () => {
    const { 'src/de.rs': _, ...others } = files;
    expect((await read(others)).unresolved).toEqual([
      'src/root.rs:3  de  not found',
      'src/root.rs:5  self::de  not found',
      'src/user.rs:1  crate::de  not found',
    ]);
    expect((await read({ ...files, 'src/root.rs': ROOT })).unresolved).toEqual(['src/root.rs:6  super::none  not found']);
  });

  test('says nothing if the project does not invoke the macro', async () => {
    const { unresolved } = await read({ ...files, 'src/main.rs': 'mod root;\nfn main() {}\n', 'src/user.rs': '' });
    expect(unresolved).toEqual([]);
  });
});

describe('automod::dir!', () => {
  test('declares the files of a folder of the package, also in a module', async () => {
    const { edges, unresolved, unused } = await read({
      'tests/suite/main.rs': 'automod::dir!("tests/suite");\nmod more {\n  automod::dir!(pub "tests/more");\n}\n',
      'tests/suite/one_case.rs': 'use super::two_case::f;\nuse crate::more::odd_name::g;\n#[test]\nfn t() { f(); g(); }\n',
      'tests/suite/two_case.rs': 'pub fn f() {}\n',
      'tests/suite/deep/lost.rs': 'pub fn lost() {}\n',
      'tests/more/odd-name.rs': 'pub fn g() {}\n',
      'tests/other.rs': 'use automod::dir;\nmod more { dir!("tests/more"); }\nuse more::odd_name::g;\n#[test]\nfn t() { g(); }\n',
    });
    expect(unresolved).toEqual([]);
    expect(edges).toEqual(
      expect.arrayContaining([
        'tests/suite/main.rs → tests/suite/one_case.rs',
        'tests/suite/main.rs → tests/suite/two_case.rs',
        'tests/suite/main.rs → tests/more/odd-name.rs',
        'tests/suite/one_case.rs → tests/suite/two_case.rs',
        'tests/suite/one_case.rs → tests/more/odd-name.rs',
        'tests/other.rs → tests/more/odd-name.rs',
      ]),
    );
    expect(edges.filter((edge) => edge.endsWith('lost.rs'))).toEqual([]);
    expect(unused).toEqual(['tests/suite/deep/lost.rs']);
  });

  test('without files is unresolved', async () => {
    expect((await read({ 'src/lib.rs': 'automod::dir!("src/none");\n' })).unresolved).toEqual([
      'src/lib.rs:1  automod::dir!("src/none")  not found',
    ]);
  });
});

describe('an unknown macro among the items of a crate', () => {
  const files = { 'src/lib.rs': 'mod a;\nkit::suite! { all }\nother!();\nlazy_static! { }\nfn f() { local!(); }\n', 'src/a.rs': '' };

  test('is a doubt if files are there that no module declares', async () => {
    expect((await read({ ...files, 'src/x.rs': 'pub fn x() {}\n' })).unresolved).toEqual([
      'src/lib.rs:2  suite!  computed at run time',
      'src/lib.rs:3  other!  computed at run time',
    ]);
  });

  test('is no doubt if all files are declared, or the others are elsewhere', async () => {
    expect((await read({ ...files, 'tests/ui/x.rs': 'fn main() {}\n' })).unresolved).toEqual([]);
  });
});
