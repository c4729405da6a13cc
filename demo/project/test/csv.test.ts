import assert from 'node:assert/strict';
import test from 'node:test';
import { parseLine, parseTable, writeTable } from '../src/csv.js';

test('parseLine: keeps commas inside quotes', () => {
  assert.deepEqual(parseLine('a,"b, c","say ""hi""",'), ['a', 'b, c', 'say "hi"', '']);
});

test('parseTable: names the fields by the first line', () => {
  assert.deepEqual(parseTable('name,price\nCup,4.50\n'), [{ name: 'Cup', price: '4.50' }]);
});

test('writeTable: quotes what needs it', () => {
  assert.equal(writeTable([{ name: 'Cup, blue', price: '4.50' }]), 'name,price\n"Cup, blue",4.50\n');
});
