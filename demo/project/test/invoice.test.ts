import assert from 'node:assert/strict';
import test from 'node:test';
import { invoiceNumber, renderInvoice } from '../src/invoice.js';

test('invoiceNumber: has four digits at least', () => {
  assert.deepEqual([invoiceNumber(2026, 42), invoiceNumber(2026, 12345)], ['2026-0042', '2026-12345']);
});

test('renderInvoice: lists lines, tax and total', () => {
  const lines = [{ product: { id: 'pot', name: 'Pot', cents: 2500, grams: 900 }, count: 2 }];
  assert.equal(renderInvoice('2026-0001', lines, 19), 'Invoice 2026-0001\n2 x Pot: 50.00 EUR\nTax 19 %: 9.50 EUR\nTotal: 59.50 EUR\n');
});
