import assert from 'node:assert/strict';
import test from 'node:test';
import { findProduct, readCatalog } from '../src/catalog.js';

test('readCatalog: gives each product an id and a price in cents', () => {
  assert.deepEqual(readCatalog('name,price,grams\nBlue Cup,4.35,250\n'), [{ id: 'blue-cup', name: 'Blue Cup', cents: 435, grams: 250 }]);
});

test('findProduct: says which products there are', () => {
  const cup = { id: 'cup', name: 'Cup', cents: 450, grams: 250 };
  assert.equal(findProduct([cup], 'cup'), cup);
  assert.throws(() => findProduct([cup], 'pot'), /no product pot; there are: cup/);
});
