import assert from 'node:assert/strict';
import test from 'node:test';
import { slug, wrap } from '../src/text.js';

test('text: a word that is too long has a line of its own', () => {
  assert.deepEqual(wrap('a veryverylongword b', 5), ['a', 'veryverylongword', 'b']);
});

test('text: a title without letters has no slug', () => {
  assert.equal(slug(' – '), '');
});
