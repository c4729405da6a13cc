import { expect, test } from 'vitest';
import { confirmPattern, currentConfidence, doubtPattern, HALF_LIFE_MS } from '../../../../src/engine/dna/patterns.ts';

const NOW = 1_800_000_000_000;
const DAY = 86_400_000;
const pattern = { id: 'p', domain: 'd', pattern: 'x', confidence: 0.5, learnedFrom: ['a'], lastValidated: NOW };

test('each confirmation removes a fifth of the doubt', () => {
  const once = confirmPattern(pattern, ['b', 'a'], NOW + DAY);
  expect(once).toMatchObject({ learnedFrom: ['a', 'b'], lastValidated: NOW + DAY });
  expect(once.confidence).toBeCloseTo(0.6, 2);
  let surer = pattern;
  for (let n = 0; n < 100; n += 1) surer = confirmPattern(surer, [], NOW);
  expect(surer.confidence).toBeLessThanOrEqual(1);
  expect(surer.confidence).toBeGreaterThan(0.999);
});

test('without confirmation the confidence halves in 180 days, computed on read', () => {
  expect(HALF_LIFE_MS).toBe(180 * DAY);
  expect(currentConfidence(pattern, NOW)).toBe(0.5);
  expect(currentConfidence(pattern, NOW + 180 * DAY)).toBe(0.25);
  expect(currentConfidence(pattern, NOW + 360 * DAY)).toBe(0.125);
  expect(pattern.confidence).toBe(0.5);
});

test('a confirmation starts from the decayed confidence', () => {
  expect(confirmPattern(pattern, [], NOW + 180 * DAY).confidence).toBe(0.4);
});

test('a doubt removes two fifths, and does not renew the pattern', () => {
  expect(doubtPattern(pattern)).toEqual({ ...pattern, confidence: 0.3 });
  expect(currentConfidence(doubtPattern(pattern), NOW + 180 * DAY)).toBeCloseTo(0.15);
});

test('a time in the future does not increase the confidence', () => {
  expect(currentConfidence({ ...pattern, lastValidated: NOW + DAY }, NOW)).toBe(0.5);
});
