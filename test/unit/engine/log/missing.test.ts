import { beforeEach, expect, test } from 'vitest';
import { checkpointName, FIRST_SEGMENT, sweepMarkerName } from '../../../../src/engine/log/layout.ts';
import { describeMissing, missingSegments } from '../../../../src/engine/log/segments/missing.ts';
import { writeText } from '../../../support/fault-fs/files.ts';
import { FaultFileSystem } from '../../../support/fault-fs.ts';
import { DIRECTORY } from '../../../support/simulation.ts';

const DAY = 24 * 3_600_000;
const MIB = 1024 * 1024;

let fs: FaultFileSystem;

const segment = (number: number, nonce = number) =>
  number === 1 ? FIRST_SEGMENT : `${String(number).padStart(6, '0')}-${String(nonce).padStart(16, '0')}.jsonl`;
const write = (name: string, bytes = 10) => writeText(fs, `${DIRECTORY}/${name}`, 'x'.repeat(bytes));
const make = (...numbers: readonly number[]) => {
  for (const number of numbers) write(segment(number));
};
const missing = () => missingSegments(fs, DIRECTORY, fs.readdirSync(DIRECTORY)).map(describeMissing);

beforeEach(() => {
  fs = new FaultFileSystem();
  fs.mkdirSync(DIRECTORY, { recursive: true });
});

test('a folder without a log and a complete log miss nothing', () => {
  expect(missing()).toEqual([]);
  make(1, 2, 3);
  expect(missing()).toEqual([]);
});

test('each gap is named with its neighbours', () => {
  make(2, 5, 6, 8);
  expect(missing()).toEqual([
    `segment 1 of the log is missing (before ${segment(2)})`,
    `segments 3 to 4 of the log are missing (after ${segment(2)}, before ${segment(5)})`,
    `segment 7 of the log is missing (after ${segment(6)}, before ${segment(8)})`,
  ]);
});

test('gaps are found also when only checkpoints or swept markers are left', () => {
  make(1);
  write(checkpointName(segment(3)));
  expect(missing()).toEqual([`segments 2 to 3 of the log are missing (after ${FIRST_SEGMENT}, at its end)`]);
  write(sweepMarkerName(5));
  expect(missing()).toEqual([`segment 5 of the log is missing (after ${FIRST_SEGMENT}, at its end)`]);
});

test('swept segments are not missing, except the first, which is never swept', () => {
  make(5, 7);
  write(sweepMarkerName(5));
  expect(missing()).toEqual([
    `segment 1 of the log is missing (before ${segment(5)})`,
    `segment 6 of the log is missing (after ${segment(5)}, before ${segment(7)})`,
  ]);
});

test('a swept marker above all remaining segments comes from no sweep', () => {
  make(1, 2, 3, 5);
  write(sweepMarkerName(999));
  expect(missing()).toEqual([`segment 4 of the log is missing (after ${segment(3)}, before ${segment(5)})`]);
});

test('the empty file of a lost seal race is no segment; the last segment may be empty', () => {
  make(1, 2, 4);
  write(segment(3, 77), 0);
  write(segment(5), 0);
  expect(missing()).toEqual([`segment 3 of the log is missing (after ${segment(2)}, before ${segment(4)})`]);
});

test('a gap behind the first segment counts when the log is too young for a sweep', () => {
  make(1);
  fs.advance(29 * DAY);
  make(4, 5);
  expect(missing()).toEqual([`segments 2 to 3 of the log are missing (after ${FIRST_SEGMENT}, before ${segment(4)})`]);
});

test('a gap behind the first segment of an old log may be a sweep of an earlier version; later gaps count', () => {
  make(1);
  fs.advance(31 * DAY);
  make(4, 6);
  expect(missing()).toEqual([`segment 5 of the log is missing (after ${segment(4)}, before ${segment(6)})`]);
});

test('a gap behind the first segment of a large log may be a sweep, too', () => {
  make(1);
  write(segment(4), 48 * MIB);
  expect(missing()).toEqual([]);
});
