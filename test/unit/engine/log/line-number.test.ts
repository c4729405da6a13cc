import { expect, test } from 'vitest';
import { LineNumbers, lineNumber } from '../../../../src/engine/log/segments/line-number.ts';
import { appendText } from '../../../support/fault-fs/files.ts';
import { FaultFileSystem } from '../../../support/fault-fs.ts';

const LINE = `${'x'.repeat(99)}\n`;
const LINES = 2_000;

test('lines are numbered in any order, and in several files', () => {
  const fs = new FaultFileSystem();
  appendText(fs, '/a', LINE.repeat(LINES));
  appendText(fs, '/b', 'one\ntwo\n');
  const numbers = new LineNumbers(fs);
  for (const line of [1, 2, 2, 1_500, 700, LINES]) {
    expect(numbers.at('/a', 100 * (line - 1))).toBe(line);
    expect(lineNumber(fs, '/a', 100 * (line - 1))).toBe(line);
  }
  expect(numbers.at('/b', 4)).toBe(2);
  expect(numbers.at('/a', 100)).toBe(2);
});

test('the lines of a file that is full of damage cost one read of the file', () => {
  const fs = new FaultFileSystem();
  appendText(fs, '/a', LINE.repeat(LINES));
  const numbers = new LineNumbers(fs);
  let bytes = 0;
  const { readSync } = fs;
  fs.readSync = (fd, buffer, offset, length, position) => {
    const read = readSync.call(fs, fd, buffer, offset, length, position);
    bytes += read;
    return read;
  };
  for (let line = 0; line < LINES; line++) numbers.at('/a', 100 * line);
  expect(bytes).toBeLessThanOrEqual(LINES * LINE.length);
});
