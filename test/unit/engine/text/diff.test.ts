import { describe, expect, test } from 'vitest';
import { diffLines } from '../../../../src/engine/text/diff.ts';

const lines = (...texts: readonly (string | number)[]) => texts.map((text) => `${text}\n`).join('');
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

describe('diffLines', () => {
  test('is empty for equal texts', () => {
    expect(diffLines('', '')).toBe('');
    expect(diffLines('a\r\nb', 'a\r\nb')).toBe('');
  });

  test('shows changes with three lines of context', () => {
    expect(diffLines(lines(...numbers(1, 9)), lines(1, 2, 3, 4, 'five', 6, 7, 8, 9))).toBe(
      lines('@@ -2,7 +2,7 @@', ' 2', ' 3', ' 4', '-5', '+five', ' 6', ' 7', ' 8'),
    );
  });

  test('merges near changes into one hunk, and separates distant ones', () => {
    const near = diffLines(lines(...numbers(1, 20)), lines(...numbers(2, 7), ...numbers(9, 20)));
    expect(near.match(/^@@.*$/gm)).toEqual(['@@ -1,11 +1,9 @@']);
    const far = diffLines(lines(...numbers(1, 20)), lines(...numbers(2, 8), ...numbers(10, 20)));
    expect(far.match(/^@@.*$/gm)).toEqual(['@@ -1,4 +1,3 @@', '@@ -6,7 +5,6 @@']);
  });

  test('handles empty texts', () => {
    expect(diffLines('', 'a\n')).toBe('@@ -0,0 +1,1 @@\n+a\n');
    expect(diffLines('a\n', '')).toBe('@@ -1,1 +0,0 @@\n-a\n');
  });

  test('marks a missing newline at the end', () => {
    expect(diffLines('a', 'a\n')).toBe('@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n');
  });

  test('shows texts with little in common as completely replaced', () => {
    const before = numbers(1, 600);
    const after = numbers(1_001, 1_600);
    expect(diffLines(lines('same', ...before), lines('same', ...after))).toBe(
      lines('@@ -1,601 +1,601 @@', '-same', ...before.map((n) => `-${n}`), '+same', ...after.map((n) => `+${n}`)),
    );
  });
});
