import { describe, expect, test } from 'vitest';
import { functionText, halfDone, linesOf, replaceFunction, unfinished } from '../../../scripts/lib/demo/functions.mjs';

const one = 'export function one(a: number): number {\n  if (a > 0) {\n    return a;\n  }\n\n  return 1;\n}\n';
const oneMore = 'export function oneMore<T>(a: T): T {\n  return a;\n}\n';
const source = `import x from 'y';\n\n/** One. */\n${one}\n${oneMore}`;

describe('a function in a source', () => {
  test('is found completely, and not by the prefix of its name', () => {
    expect(functionText(source, 'one')).toBe(one);
    expect(functionText(source, 'oneMore')).toBe(oneMore);
    expect(() => functionText(source, 'two')).toThrow('no function two');
    expect(linesOf(source, 'one')).toEqual({ first: 4, last: 10 });
  });

  test('is replaced, and nothing else changes', () => {
    expect(replaceFunction(source, 'oneMore', '// $& gone\n')).toBe(`import x from 'y';\n\n/** One. */\n${one}\n// $& gone\n`);
  });

  test.each([unfinished.throws, unfinished.empty, halfDone])('can be found again when it is unfinished', (make) => {
    const without = replaceFunction(source, 'one', make(one));
    expect(without).not.toBe(source);
    expect(replaceFunction(without, 'one', one)).toBe(source);
  });
});
