import assert from 'node:assert/strict';
import test from 'node:test';
import { bestSellers, dailyTotals, headline } from '../src/report.js';

const cup = { id: 'cup', name: 'Cup', cents: 450, grams: 250 };
const pot = { id: 'pot', name: 'Pot', cents: 2500, grams: 900 };
const orders = [
  { day: '2026-03-01', lines: [{ product: pot, count: 1 }] },
  { day: '2026-03-01', lines: [{ product: cup, count: 2 }] },
  { day: '2026-03-02', lines: [{ product: pot, count: 2 }] },
];

test('dailyTotals: adds up the orders of a day', () => {
  assert.deepEqual(dailyTotals(orders), { '2026-03-01': 3400, '2026-03-02': 5000 });
});

test('bestSellers: counts pieces', () => {
  assert.deepEqual(bestSellers(orders, 2), ['Pot', 'Cup']);
  assert.deepEqual(bestSellers([...orders, { day: '2026-03-03', lines: [{ product: cup, count: 9 }] }], 1), ['Cup']);
});

test('headline: the month in one sentence', () => {
  assert.equal(headline(orders), '3 orders, 84.00 EUR, most of all Pot');
});
