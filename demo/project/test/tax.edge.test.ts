import assert from 'node:assert/strict';
import test from 'node:test';
import { taxOn, taxSummary } from '../src/tax.js';

test('tax: none is none', () => {
  assert.equal(taxOn({ cents: 12345, percent: 0 }), 0);
  assert.deepEqual(taxSummary([]), {});
});
