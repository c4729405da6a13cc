import assert from 'node:assert/strict';
import test from 'node:test';
import { addMoney, allocate, formatMoney } from '../src/money.js';

test('addMoney: adds cents', () => {
  assert.equal(addMoney(1, 20, 300), 321);
});

test('formatMoney: groups thousands and keeps two digits', () => {
  assert.equal(formatMoney(123450, 'EUR'), '1,234.50 EUR');
  assert.equal(formatMoney(-5, 'EUR'), '-0.05 EUR');
});

test('allocate: loses no cent', () => {
  assert.deepEqual(allocate(100, [1, 1, 1]), [34, 33, 33]);
});
