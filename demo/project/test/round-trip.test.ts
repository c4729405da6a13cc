import assert from 'node:assert/strict';
import test from 'node:test';
import { parseTable, writeTable } from '../src/csv.js';

test('what is written can be read again', () => {
  const rows = [{ name: 'Cup "large", blue', price: '4.50' }, { name: '', price: '0' }];
  assert.deepEqual(parseTable(writeTable(rows)), rows);
});
