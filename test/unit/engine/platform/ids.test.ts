import { expect, test } from 'vitest';
import { createIds, nonce, systemRandom } from '../../../../src/engine/platform/ids.ts';

test('systemRandom returns the requested number of bytes, and no portion twice', () => {
  const portions = Array.from({ length: 3_000 }, (_, n) => systemRandom(8 + (n % 3)));
  expect(portions.map(({ length }) => length)).toEqual(portions.map((_, n) => 8 + (n % 3)));
  expect(new Set(portions.map((bytes) => Buffer.from(bytes).toString('hex'))).size).toBe(3_000);
});

test('a returned portion does not change when others are drawn', () => {
  const first = systemRandom(16);
  const copy = Buffer.from(first);
  for (let n = 0; n < 1_000; n++) systemRandom(16);
  expect(copy.equals(first)).toBe(true);
});

test('more bytes than are buffered can be requested at once', () => {
  const bytes = systemRandom(100_000);
  expect(bytes).toHaveLength(100_000);
  expect(new Set(bytes).size).toBe(256);
});

test('ids of one factory are unique and increasing, even if the clock is pinned', () => {
  const ids = createIds({ now: () => 1_700_000_000_000, monotonic: () => 0, pinned: true }, systemRandom);
  const made = Array.from({ length: 2_000 }, () => ids('ent'));
  expect(made).toEqual([...new Set(made)].sort());
  expect(made[0]).toMatch(/^ent_[0-9A-HJKMNP-TV-Z]{26}$/);
});

test('nonce returns sixteen hexadecimal digits', () => {
  expect(nonce(systemRandom)).toMatch(/^[0-9a-f]{16}$/);
});
