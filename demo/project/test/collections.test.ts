import assert from 'node:assert/strict';
import test from 'node:test';
import { chunk, groupBy, largestFirst } from '../src/collections.js';

test('chunk: the last part may be shorter', () => {
  assert.deepEqual(chunk([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]]);
});

test('groupBy: keeps the order', () => {
  assert.deepEqual([...groupBy(['bee', 'ant', 'bat'], (word) => word.slice(0, 1))], [['b', ['bee', 'bat']], ['a', ['ant']]]);
});

test('largestFirst: does not change what it was given', () => {
  const given = [1, 3, 2];
  assert.deepEqual(largestFirst(given, (n) => n), [3, 2, 1]);
  assert.deepEqual(given, [1, 3, 2]);
});
