import assert from 'node:assert/strict';
import test from 'node:test';
import { chunk, groupBy, largestFirst } from '../src/collections.js';

test('collections: nothing gives nothing', () => {
  assert.deepEqual(chunk([], 3), []);
  assert.equal(groupBy([], String).size, 0);
});

test('collections: equal ones keep their order', () => {
  assert.deepEqual(largestFirst(['b', 'a', 'cc'], (word) => word.length), ['cc', 'b', 'a']);
});
