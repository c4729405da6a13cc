import assert from 'node:assert/strict';
import test from 'node:test';
import { shippingCost, zoneOf } from '../src/shipping.js';

test('shipping: a letter costs as much as a kilogram', () => {
  assert.equal(shippingCost('DE', 1), shippingCost('DE', 1000));
});

test('shipping: an unknown country is far', () => {
  assert.equal(zoneOf(''), 'far');
});
