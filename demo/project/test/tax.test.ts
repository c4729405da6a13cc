import assert from 'node:assert/strict';
import test from 'node:test';
import { taxOn, taxSummary } from '../src/tax.js';

test('taxOn: rounds to whole cents', () => {
  assert.equal(taxOn({ cents: 999, percent: 19 }), 190);
});

test('taxSummary: adds up each rate', () => {
  const amounts = [{ cents: 1000, percent: 19 }, { cents: 500, percent: 7 }, { cents: 100, percent: 19 }];
  assert.deepEqual(taxSummary(amounts), { '19 %': 209, '7 %': 35 });
});
