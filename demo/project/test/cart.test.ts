import assert from 'node:assert/strict';
import test from 'node:test';
import { cartTotal, discount, lineTotal } from '../src/cart.js';

const cup = { id: 'cup', name: 'Cup', cents: 455, grams: 250 };

test('lineTotal: price by count', () => {
  assert.equal(lineTotal({ product: cup, count: 3 }), 1365);
});

test('discount: begins at ten pieces and is a whole number of cents', () => {
  assert.deepEqual([9, 10, 13, 50].map((count) => discount({ product: cup, count })), [0, 228, 296, 2275]);
});

test('cartTotal: takes the discounts off', () => {
  assert.equal(cartTotal([{ product: cup, count: 10 }, { product: cup, count: 1 }]), 4777);
});
