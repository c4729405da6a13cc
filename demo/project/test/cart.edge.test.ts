import assert from 'node:assert/strict';
import test from 'node:test';
import { cartTotal, discount } from '../src/cart.js';

test('cart: an empty one costs nothing', () => {
  assert.equal(cartTotal([]), 0);
});

test('cart: what is free stays free', () => {
  assert.equal(discount({ product: { id: 'leaflet', name: 'Leaflet', cents: 0, grams: 5 }, count: 500 }), 0);
});
