import assert from 'node:assert/strict';
import test from 'node:test';
import { addDays, isoWeek } from '../src/dates.js';

test('dates: the last days of December may belong to week 1', () => {
  assert.deepEqual(['2024-12-30', '2025-12-29', '2026-12-31'].map(isoWeek), [1, 1, 53]);
});

test('dates: no days later is the same day', () => {
  assert.equal(addDays('2026-02-28', 0), '2026-02-28');
});
