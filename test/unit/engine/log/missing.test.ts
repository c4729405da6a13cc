import { beforeEach, expect, test } from 'vitest';
import { checkpointName, FIRST_SEGMENT, sweptName } from '../../../../src/engine/log/layout.ts';
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

test('nothing is missing of a folder without a log, nor of a whole one', () => {
  expect(missing()).toEqual([]);
  make(1, 2, 3);
  expect(missing()).toEqual([]);
});

test('each hole is named with what stands around it', () => {
  make(2, 5, 6, 8);
  expect(missing()).toEqual([
    `segment 1 of the log is missing (before ${segment(2)})`,
    `segments 3 to 4 of the log are missing (after ${segment(2)}, before ${segment(5)})`,
    `segment 7 of the log is missing (after ${segment(6)}, before ${segment(8)})`,
  ]);
});

test('also of a log of which only checkpoints, or what says that it was swept, are left', () => {
  make(1);
  write(checkpointName(segment(3)));
  expect(missing()).toEqual([`segments 2 to 3 of the log are missing (after ${FIRST_SEGMENT}, at its end)`]);
  write(sweptName(5));
  expect(missing()).toEqual([`segment 5 of the log is missing (after ${FIRST_SEGMENT}, at its end)`]);
});

test('what was swept is not missing, but the first segment is, which never is swept', () => {
  make(5, 7);
  write(sweptName(5));
  expect(missing()).toEqual([
    `segment 1 of the log is missing (before ${segment(5)})`,
    `segment 6 of the log is missing (after ${segment(5)}, before ${segment(7)})`,
  ]);
});

test('what says that segments were swept, and has a higher number than all that are left, was made by no sweep', () => {
  make(1, 2, 3, 5);
  write(sweptName(999));
  expect(missing()).toEqual([`segment 4 of the log is missing (after ${segment(3)}, before ${segment(5)})`]);
});

test('the empty file of whoever lost the race for a seal is no segment; the last one may be empty', () => {
  make(1, 2, 4);
  write(segment(3, 77), 0);
  write(segment(5), 0);
  expect(missing()).toEqual([`segment 3 of the log is missing (after ${segment(2)}, before ${segment(4)})`]);
});

test('of a log that could not have been swept, also behind the first segment something is missing', () => {
  make(1);
  fs.advance(29 * DAY);
  make(4, 5);
  expect(missing()).toEqual([`segments 2 to 3 of the log are missing (after ${FIRST_SEGMENT}, before ${segment(4)})`]);
});

test('of an old log an earlier version may have swept what follows the swept part, and nothing else', () => {
  make(1);
  fs.advance(31 * DAY);
  make(4, 6);
  expect(missing()).toEqual([`segment 5 of the log is missing (after ${segment(4)}, before ${segment(6)})`]);
});

test('of a large log likewise', () => {
  make(1);
  write(segment(4), 48 * MIB);
  expect(missing()).toEqual([]);
});
