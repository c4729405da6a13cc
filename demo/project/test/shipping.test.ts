import assert from 'node:assert/strict';
import test from 'node:test';
import { deliveryDay, shippingCost, zoneOf } from '../src/shipping.js';

test('zoneOf: home, neighbours, and everywhere else', () => {
  assert.deepEqual(['de', 'FR', 'JP'].map(zoneOf), ['domestic', 'near', 'far']);
});

test('shippingCost: counts kilograms begun', () => {
  assert.deepEqual([shippingCost('DE', 1000), shippingCost('DE', 1001), shippingCost('NL', 2500)], [490, 613, 1335]);
});

test('deliveryDay: takes longer to go far', () => {
  assert.deepEqual([deliveryDay('DE', '2026-12-30'), deliveryDay('JP', '2026-12-30')], ['2027-01-01', '2027-01-09']);
});
