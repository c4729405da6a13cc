import assert from 'node:assert/strict';
import test from 'node:test';
import { findProduct, readCatalog } from '../src/catalog.js';
import { invoiceNumber, renderInvoice } from '../src/invoice.js';
import { shippingCost } from '../src/shipping.js';

test('an order, from the catalog to the invoice', () => {
  const catalog = readCatalog('name,price,grams\n"Tea, green",3.20,100\nPot,25.00,900\n');
  const lines = [{ product: findProduct(catalog, 'tea-green'), count: 10 }, { product: findProduct(catalog, 'pot'), count: 1 }];
  const grams = lines.reduce((sum, { product, count }) => sum + product.grams * count, 0);
  assert.equal(shippingCost('AT', grams), 1113);
  assert.match(renderInvoice(invoiceNumber(2026, 7), lines, 19), /^Invoice 2026-0007\n10 x Tea, green: 32\.00 EUR\n/);
});
