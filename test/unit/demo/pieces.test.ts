import { describe, expect, test } from 'vitest';
import { halfDone, linesOf, pieceOf, replacePiece, unfinished } from '../../../scripts/lib/demo/pieces.mjs';

const one = 'export function one(a: number): number {\n  if (a > 0) {\n    return a;\n  }\n\n  return 1;\n}\n';
const oneMore = 'export function oneMore<T>(a: T): T {\n  return a;\n}\n';
const source = `import x from 'y';\n\n/** One. */\n${one}\n${oneMore}`;

describe('a function in a source', () => {
  test('is found completely, and not by the prefix of its name', () => {
    expect(pieceOf(source, 'one')).toBe(one);
    expect(pieceOf(source, 'oneMore')).toBe(oneMore);
    expect(() => pieceOf(source, 'two')).toThrow('there is no function two');
    expect(linesOf(source, 'one')).toEqual({ first: 4, last: 10 });
  });

  test('is replaced, and nothing else changes', () => {
    expect(replacePiece(source, 'oneMore', '// $& gone\n')).toBe(`import x from 'y';\n\n/** One. */\n${one}\n// $& gone\n`);
  });

  test.each([unfinished.throws, unfinished.empty, halfDone])('can be found again when it is unfinished', (make) => {
    const without = replacePiece(source, 'one', make(one));
    expect(without).not.toBe(source);
    expect(replacePiece(without, 'one', one)).toBe(source);
  });
});
