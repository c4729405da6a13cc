import { expect, test } from 'vitest';
import { GraphAssembly } from '../../../../src/engine/graph/analysis/assemble.ts';
import { GraphModel } from '../../../../src/engine/graph/graph-model.ts';
import { findUnused } from '../../../../src/engine/graph/questions/unused.ts';
import { NO_HISTORY } from '../../../support/graphs.ts';
import { edgesBetween, linesOf, structureOfTexts } from './sources-of.ts';

const MANIFEST = '[package]\nname = "x"\nedition = "2021"\n[dependencies]\nserde = "1"\n';

const structureOf = (texts: Readonly<Record<string, string>>) => structureOfTexts({ 'Cargo.toml': MANIFEST, ...texts });

async function unused(texts: Readonly<Record<string, string>>): Promise<string[]> {
  const { nodes, edges } = await structureOf(texts);
  const found = findUnused(new GraphModel(new GraphAssembly().assemble([{ nodes, edges }], NO_HISTORY)));
  return [...found.symbols.map(({ name }) => name), ...found.files];
}

const MAIN = 'mod s;\nfn main() { let _: Option<s::S> = None; }\n';

test.each([
  '#[serde(default = "port")]',
  '#[serde(deserialize_with = "port")]',
  '#[serde(serialize_with="port")]',
  '#[serde(skip_serializing_if = "port", rename = "P")]',
  '#[cfg_attr(feature = "serde", serde(default = "port"))]',
  '#[arg(long, value_parser = port)]',
  '#[clap(parse(try_from_str = "port"))]',
  '#[builder(setter(custom = "port"), default = "port()")]',
  '#[validate(custom("port"))]',
  '#[serde(default = "self::port")]',
])('%s uses the function', async (attribute) => {
  const field = `pub struct S { ${attribute} pub p: u16 }\nfn port() -> u16 { 1 }\nfn never() {}\n`;
  expect(await unused({ 'src/main.rs': MAIN, 'src/s.rs': field })).toEqual(['never']);
  const above = `${attribute}\npub struct S { pub p: u16 }\nfn port() -> u16 { 1 }\nfn never() {}\n`;
  expect(await unused({ 'src/main.rs': MAIN, 'src/s.rs': above })).toEqual(['never']);
});

test.each(['#[doc = "port"]', '#[serde(rename = "port")]', '#[cfg(feature = "port")]', '#[deprecated(note = "port")]'])(
  '%s uses no function',
  async (attribute) => {
    const field = `pub struct S { ${attribute} pub p: u16 }\nfn port() -> u16 { 1 }\n`;
    expect(await unused({ 'src/main.rs': MAIN, 'src/s.rs': field })).toEqual(['port']);
  },
);

test('a string in a call is no path', async () => {
  const text = 'pub struct S;\nfn port() {}\nimpl S { pub fn f() { #[allow(x)] g("port"); h!(a = "port"); } }\n';
  expect(await unused({ 'src/main.rs': MAIN, 'src/s.rs': text })).toContain('port');
});

test('`with` uses the functions of a module, in the file or in another', async () => {
  const texts = {
    'src/main.rs': `mod m;\nmod util;\n${MAIN}`,
    'src/m.rs': 'pub fn serialize() {}\npub fn deserialize() {}\npub fn never() {}\n',
    'src/util.rs': 'pub fn port() {}\npub struct U;\n',
    'src/s.rs':
      'pub struct S { #[serde(with = "crate::m")] p: u16, #[serde(with = "inner", default = "crate::util::port")] q: u16,\n#[serde(skip_serializing_if = "crate::util::U::is_none")] r: u8 }\nmod inner { pub fn serialize() {} pub fn deserialize() {} }\n',
  };
  expect(await unused(texts)).toEqual(['never']);
  expect(edgesBetween(await structureOf(texts), texts)).toEqual(expect.arrayContaining(['src/s.rs → src/m.rs', 'src/s.rs → src/util.rs']));
});

test('a path that leads nowhere is unresolved once', async () => {
  const texts = {
    'src/main.rs': MAIN,
    'src/s.rs': 'pub struct S { #[serde(with = "crate::gone")] p: u8, #[x(y = "super::gone::Z")] q: u8 }\n',
  };
  expect(linesOf((await structureOf(texts)).unresolved)).toEqual(['src/s.rs:1  crate::gone', 'src/s.rs:1  super::gone']);
});
