import assert from 'node:assert/strict';
import test from 'node:test';
import { parseLine, parseTable } from '../src/csv.js';

test('csv: empty fields stay', () => {
  assert.deepEqual(parseLine(',,'), ['', '', '']);
  assert.deepEqual(parseLine('"",x'), ['', 'x']);
});

test('csv: a row that is too short has empty fields', () => {
  assert.deepEqual(parseTable('a,b\n1\n'), [{ a: '1', b: '' }]);
});
