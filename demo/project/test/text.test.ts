import assert from 'node:assert/strict';
import test from 'node:test';
import { slug, truncate, wrap } from '../src/text.js';

test('slug: folds accents and joins words', () => {
  assert.equal(slug('  Crème brûlée, 2 pieces! '), 'creme-brulee-2-pieces');
});

test('wrap: fills a line to its last character', () => {
  assert.deepEqual(wrap('one two three four', 9), ['one two', 'three', 'four']);
  assert.deepEqual(wrap('one two', 7), ['one two']);
});

test('truncate: counts characters, not code units', () => {
  assert.equal(truncate('🍵🍵🍵🍵', 3), '🍵🍵…');
  assert.equal(truncate('tea', 3), 'tea');
});
