import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CitedFile, entriesByPlace } from '../../src/engine/vault/trust/cited-text.ts';

const file = (lines: readonly string[], end = '\n') => new CitedFile(Buffer.from(lines.join(end) + end));

/** Few kinds of lines, so that they repeat. */
const line = fc.constantFrom('', '}', 'a', 'return a', 'é', 'x'.repeat(50));
const cited = fc
  .record({ lines: fc.array(line, { minLength: 1, maxLength: 30 }), from: fc.nat(29), count: fc.integer({ min: 1, max: 6 }) })
  .map(({ lines, from, count }) => {
    const first = from % lines.length;
    const last = Math.min(lines.length, first + count);
    return { lines, first, last, place: { path: 'a.ts', line: first + 1, ...(last > first + 1 && { lastLine: last }) } };
  });

test('a citation still matches moved lines, with any line breaks', () => {
  fc.assert(
    fc.property(cited, fc.array(line, { maxLength: 20 }), fc.array(line, { maxLength: 20 }), ({ lines, place }, before, after) => {
      const entry = file(lines).entryOf(place) ?? '';
      expect(entriesByPlace([entry]).size).toBe(1);
      for (const end of ['\n', '\r\n']) expect(file([...before, ...lines, ...after], end).isAsCited(place, entry)).toBe(true);
      expect(new CitedFile(Buffer.from(`\ufeff${lines.join('\n')}\n`)).isAsCited(place, entry)).toBe(true);
    }),
  );
});

test('a citation does not match changed lines, even if the same lines occur elsewhere', () => {
  fc.assert(
    fc.property(cited, fc.nat(5), ({ lines, first, last, place }, at) => {
      const entry = file(lines).entryOf(place) ?? '';
      const changed = lines.with(first + (at % (last - first)), 'something else');
      expect(file(changed).isAsCited(place, entry)).toBe(false);
      const whole = { path: 'a.ts', line: null };
      expect(file(changed).isAsCited(whole, file(lines).entryOf(whole) ?? '')).toBe(false);
    }),
  );
});

test('a place after the end of the file has no entry, and a malformed entry is ignored', () => {
  expect(file(['a']).entryOf({ path: 'a.ts', line: 2 })).toBeNull();
  expect(entriesByPlace(['a.ts', 'a.ts:1 xyz', 'a b.ts:1 0123456789abcdef x0', 'b.ts:1 0123456789abcdef x2'])).toEqual(
    new Map([['b.ts:1', 'b.ts:1 0123456789abcdef x2']]),
  );
});
