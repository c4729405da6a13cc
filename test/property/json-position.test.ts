import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonProblem, locateJsonPath } from '../../src/engine/text/json/json-position.ts';
import { jsonValues } from '../support/json-values.ts';

function accepts(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** JSON that is truncated or has a few characters inserted. */
const damaged = fc
  .record({
    text: fc.json(),
    at: fc.nat(),
    remove: fc.nat(3),
    insert: fc.constantFrom('', ',', '"', '{', ']', '\\', '0', '-', 'e', '.', '\n', 'u'),
  })
  .map(({ text, at, remove, insert }) => text.slice(0, at % (text.length + 1)) + insert + text.slice((at % (text.length + 1)) + remove));

/** Yields every value in `value` with its path. */
function* places(value: unknown, path: (string | number)[] = []): Generator<[(string | number)[], unknown]> {
  yield [path, value];
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* places(item, [...path, index]);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) yield* places(item, [...path, key]);
}

describe('findJsonProblem', () => {
  it('accepts exactly what JSON.parse accepts', () => {
    const texts = fc.oneof(damaged, fc.json(), fc.string());
    fc.assert(
      fc.property(texts, (text) => {
        expect(findJsonProblem(text) === null).toBe(accepts(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('reports every truncated object as ending in the middle or empty', () => {
    const objects = fc.dictionary(fc.string({ unit: 'binary' }), jsonValues()).map((value) => JSON.stringify(value, null, 1));
    fc.assert(
      fc.property(objects, fc.nat(), (text, at) => {
        const cut = text.slice(0, at % text.length);
        expect(findJsonProblem(cut)).toMatchObject({
          offset: cut.length,
          message: expect.stringMatching(/^(truncated( in .+)?|is empty)/),
        });
      }),
    );
  });
});

describe('locateJsonPath', () => {
  it('finds the position of every value', () => {
    fc.assert(
      fc.property(jsonValues({ stringUnit: 'binary' }), (value) => {
        const text = JSON.stringify(value, null, 2);
        for (const [path, item] of places(value)) {
          const found = text.slice(locateJsonPath(text, path));
          expect(found.startsWith(typeof item === 'object' && item !== null ? (JSON.stringify(item)[0] ?? '') : JSON.stringify(item))).toBe(
            true,
          );
        }
      }),
    );
  });
});
