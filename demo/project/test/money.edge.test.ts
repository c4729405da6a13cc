import assert from 'node:assert/strict';
import test from 'node:test';
import { addMoney, allocate, formatMoney } from '../src/money.js';

test('money: nothing is nothing', () => {
  assert.equal(addMoney(), 0);
  assert.equal(formatMoney(0, 'CHF'), '0.00 CHF');
  assert.deepEqual(allocate(0, [1, 2]), [0, 0]);
});

test('money: millions are grouped twice', () => {
  assert.equal(formatMoney(123456789, 'EUR'), '1,234,567.89 EUR');
});
