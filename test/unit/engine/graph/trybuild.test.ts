import { expect, test } from 'vitest';
import { edgesAndGaps } from './sources-of.ts';

const MANIFEST = '[package]\nname = "eng"\nedition = "2021"\n[dev-dependencies]\ntrybuild = "1"\n';
const testOf = (calls: string): string => `#[test]\nfn ui() {\n    let t = trybuild::TestCases::new();\n${calls}}\n`;

test('a test depends on the files that it compiles with trybuild, in its own package', async () => {
  const calls = `    t.compile_fail("tests/ui/*.rs");\n    t.pass(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ok/one.rs"));\n`;
  const found = await edgesAndGaps({
    'eng/Cargo.toml': MANIFEST,
    'eng/src/lib.rs': '',
    'eng/tests/all.rs': testOf(calls),
    'eng/tests/ui/a.rs': 'fn main() {}\n',
    'eng/tests/ui/b.rs': 'fn main() {}\n',
    'eng/tests/ui/deep/c.rs': 'fn main() {}\n',
    'eng/tests/ok/one.rs': 'fn main() {}\n',
    'eng/tests/ok/two.rs': 'fn main() {}\n',
    'tests/ui/d.rs': 'fn main() {}\n',
  });
  expect(found).toEqual(['ok/one', 'ui/a', 'ui/b'].map((each) => `eng/tests/all.rs → eng/tests/${each}.rs`));
});

test('missing and computed files of trybuild are unresolved', async () => {
  const calls = [
    't.compile_fail("tests/gone.rs");',
    't.compile_fail("tests/none/*.rs");',
    't.compile_fail(&path);',
    't.pass(&path);',
    't.pass("../../x.rs");',
  ];
  const texts = { 'Cargo.toml': MANIFEST, 'src/lib.rs': '', 'tests/all.rs': testOf(`${calls.join('\n')}\n`) };
  expect(await edgesAndGaps(texts)).toEqual([
    'tests/all.rs:4  trybuild!("tests/gone.rs")',
    'tests/all.rs:6  compile_fail(&path);',
    'tests/all.rs:8  trybuild!("../../x.rs")',
  ]);
});

test('methods of these names elsewhere name no files', async () => {
  const text = 'pub fn f(t: T) { t.compile_fail("tests/gone.rs"); t.pass("x.rs"); }\n';
  expect(await edgesAndGaps({ 'Cargo.toml': MANIFEST, 'src/lib.rs': text })).toEqual([]);
});
