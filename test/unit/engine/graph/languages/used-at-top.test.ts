import { expect, test } from 'vitest';
import { parseSource } from '../../../../support/parse-source.ts';

const usedAtTop = async (language: string, ...lines: readonly string[]) => (await parseSource(language, `${lines.join('\n')}\n`)).usedAtTop;

test.each(['typescript', 'tsx', 'javascript'])(
  '%s: names in tables and in code that runs at load are used, exports alone are not',
  async (language) => {
    const uses = await usedAtTop(
      language,
      '// spare and offered are named here',
      'function isOne() { return spare; }',
      'function spare() {}',
      'const isTwo = () => isOne();',
      'function offered() {}',
      'function given() {}',
      'class Shape { area() { return isThree; } }',
      'function isThree() {}',
      'function key() {}',
      'export const isList = listOf(isOne, { isTwo, key: 1, "spare": spare.x === 2 ? 0 : Shape });',
      'export { offered };',
      'export default given;',
      'const text = "isThree";',
      'class Late { static shapes = [isThree]; }',
      'start((isThree) => isThree);',
    );
    expect(uses).toEqual(['isOne', 'isTwo', 'spare', 'Shape']);
  },
);

test('a computed default export uses its parts, CommonJS exports are not uses', async () => {
  expect(await usedAtTop('javascript', 'function a() {}', 'export default wrapped(a);')).toEqual(['a']);
  expect(await usedAtTop('javascript', 'function a() {}', 'function b() {}', 'module.exports = { a };', 'exports.b = b;')).toEqual([]);
});

test('JSX in a table is a use', async () => {
  expect(await usedAtTop('tsx', 'const Cell = () => null;', 'export const COLUMNS = [{ cell: () => <Cell /> }];')).toEqual(['Cell']);
});

test('a local declaration hides a symbol, and test files have no top-level uses', async () => {
  expect(await usedAtTop('typescript', 'function a() {}', 'function b() {}', '{ const a = 1; run(a); }', 'run(b);')).toEqual(['b']);
  expect(await usedAtTop('typescript', 'function a() {}', "test('it', () => a());")).toEqual([]);
});

test('Python: names in top-level code and in the __main__ block are used', async () => {
  const uses = await usedAtTop(
    'python',
    '# helper and main are named here',
    'def helper(): pass',
    'def unused(): pass',
    'TABLE = {"unused": helper}',
    'def main(): pass',
    "if __name__ == '__main__':",
    '    main()',
  );
  expect(uses).toEqual(['helper', 'main']);
});

test('Go: names in package variables are used, but not those in comments', async () => {
  const uses = await usedAtTop(
    'go',
    'package main',
    '',
    '// New makes one.',
    'func New() int { return 1 }',
    'func one() int { return 1 }',
    'var table = map[string]func() int{"New": one}',
    'func main() {}',
  );
  expect(uses).toEqual(['one']);
});

test('Rust: names in statics are used', async () => {
  expect(await usedAtTop('rust', 'fn one() -> u8 { 1 }', 'fn two() -> u8 { 2 }', 'static ALL: [fn() -> u8; 1] = [one];')).toEqual(['one']);
});

test('Rust: a file with tests of its own code also has uses at its top, without those of the tests', async () => {
  const lines = ['struct One;', 'struct Two;', 'static ALL: &[&dyn Any] = &[&One];'];
  expect(await usedAtTop('rust', ...lines, '#[cfg(test)]', 'mod tests {', '    static SOME: Two = Two;', '}')).toEqual(['One']);
});

test('Java: there are no top-level uses, as all code is in types', async () => {
  expect(await usedAtTop('java', 'package a;', 'class One { Two two = new Two(); }', 'class Two {}')).toEqual([]);
});

test('a file with very many statements and symbols is read in less than quadratic time', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `function f${n}() {}\nrun(f${n});`);
  const timed = async (count: number) => {
    const begun = process.cpuUsage();
    expect(await usedAtTop('javascript', ...lines(count))).toHaveLength(count);
    return process.cpuUsage(begun).user;
  };
  await timed(1_000);
  const [small, large] = [await timed(1_000), await timed(8_000)];
  expect(large / small).toBeLessThan(32);
});
