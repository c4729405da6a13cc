import { expect, test } from 'vitest';
import { linesOf, structureOfTexts } from './sources-of.ts';

const BASE = {
  'a/User.java': 'package a;\npublic class User extends Base {\n  public static class Inner { public static class Deep {} }\n}\n',
  'a/Base.java': 'package a;\npublic class Base { public static class Old {} }\n',
};

/** Returns the edges of a class `M` beside a class `P`, of its file and its symbols, and what is unresolved. */
async function edgesOf(text: string, more: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const texts = { ...BASE, ...more, 'm/M.java': `package m;\n${text}\nclass P {}\n` };
  const { edges, unresolved } = await structureOfTexts(texts);
  const own = edges.filter(({ from, to, type }) => from.startsWith('m/M.java') && to.startsWith('a/') && type === 'depends');
  return [...own.map(({ from, to }) => `${from.slice(2)} → ${to}`), ...linesOf(unresolved)];
}

const FILE = 'M.java → a/User.java';
const SYMBOL = 'M.java#M → a/User.java#User';

test.each([
  ['import a.User.*;\nclass M { Inner i; }', [FILE, SYMBOL]],
  ['import a.User.*;\nclass M { Old i; }', ['M.java → a/Base.java', FILE, 'M.java#M → a/Base.java#Base']],
  ['import a.User.Inner.*;\nclass M { Deep i; }', [FILE, SYMBOL]],
  ['import static a.User.*;\nclass M { void f() { new Inner(); } }', [FILE, SYMBOL]],
  ['import a.User.*;\nclass M { int i; }', [FILE]],
  ['import a.User.*;\nclass M { Inner i; class Inner {} }', [FILE]],
  ['import a.User.*;\nclass M extends P { Inner i; }', [FILE]],
  ['class M { a.User.Inner i; }', [FILE, SYMBOL]],
  ['class M { Object f() { return a.User.Inner.Deep.class; } }', [FILE, SYMBOL]],
  ['class M<T extends a.User> { java.util.List<a.Base[]> all; }', ['M.java → a/Base.java', FILE, 'M.java#M → a/Base.java#Base', SYMBOL]],
])('types inside a class are found with the file that declares them: %j', async (text, expected) => {
  expect(await edgesOf(text)).toEqual(expected);
});

test('a type of the own package counts before one of a class that is imported as a whole', async () => {
  expect(await edgesOf('import a.User.*;\nclass M { Inner i; }', { 'm/Inner.java': 'package m;\nclass Inner {}\n' })).toEqual([FILE]);
});
