import { expect, test } from 'vitest';
import { ShownWarnings } from '../../../src/host/locks/model/shown-warnings.ts';

test('an edit that the editor saves on its own is warned about once, and a saving by the person again', () => {
  const warnings = new ShownWarnings();
  expect(warnings.take('edit', 'lock', false)).toBe(true);
  expect(warnings.take('edit', 'lock', false)).toBe(false);
  expect(warnings.take('save', 'lock', true)).toBe(false);
  expect(warnings.take('save', 'lock', false)).toBe(true);
  expect(warnings.take('save', 'lock', false)).toBe(false);
});

test('a saving without an earlier warning is warned about, also if it is automatic', () => {
  const warnings = new ShownWarnings();
  expect(warnings.take('edit', 'other', false)).toBe(true);
  expect(warnings.take('save', 'lock', true)).toBe(true);
});
