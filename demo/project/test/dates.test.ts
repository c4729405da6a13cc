import assert from 'node:assert/strict';
import test from 'node:test';
import { addDays, daysInMonth, isLeapYear, isoWeek } from '../src/dates.js';

test('isLeapYear: every fourth, not every hundredth, every four-hundredth', () => {
  assert.deepEqual([2024, 2026, 1900, 2000].map(isLeapYear), [true, false, false, true]);
});

test('daysInMonth: knows February', () => {
  assert.deepEqual([daysInMonth(2024, 2), daysInMonth(2026, 2), daysInMonth(2026, 4), daysInMonth(2026, 7)], [29, 28, 30, 31]);
});

test('addDays: crosses months and years', () => {
  assert.equal(addDays('2026-12-31', 1), '2027-01-01');
  assert.equal(addDays('2024-03-01', -1), '2024-02-29');
});

test('isoWeek: gives the first days of January to the year before', () => {
  assert.deepEqual(['2026-01-01', '2027-01-03', '2026-06-15'].map(isoWeek), [1, 53, 25]);
});
