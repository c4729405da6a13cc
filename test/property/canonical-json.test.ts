import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, sha256Checksum } from '../../src/engine/text/json/canonical-json.ts';
import { jsonValues } from '../support/json-values.ts';

const json = jsonValues({ stringUnit: 'binary', depthSize: 'medium' });

/** Returns the same data with the keys of each object in another order. */
function shuffled(value: unknown, flip: () => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, flip));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, shuffled(item, flip)] as const);
  return Object.fromEntries(flip() ? entries.reverse() : entries);
}

describe('canonicalJson', () => {
  it('keeps the data: parsing its output returns the value', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(value);
      }),
    );
  });

  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(json, fc.infiniteStream(fc.boolean()), (value, flips) => {
        const other = shuffled(value, () => flips.next().value);
        expect(canonicalJson(other)).toBe(canonicalJson(value));
        expect(sha256Checksum(other)).toBe(sha256Checksum(value));
      }),
    );
  });

  it('is idempotent: the canonical form of its output is the same text', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  it('is as long as JSON.stringify, and sorts the keys of every object', () => {
    const dictionary = fc.dictionary(fc.string({ unit: 'binary' }), fc.integer());
    fc.assert(
      fc.property(dictionary, (value) => {
        const text = canonicalJson(value);
        expect(text).toHaveLength(JSON.stringify(value).length);
        expect(text).toBe(
          `{${Object.keys(value)
            .sort()
            .map((key) => `${JSON.stringify(key)}:${value[key]}`)
            .join()}}`,
        );
      }),
    );
  });
});
