import { beforeEach, expect, test } from 'vitest';
import { type LineAction, Tail } from '../../../../src/engine/log/segments/tail.ts';
import { OPEN } from '../../../../src/engine/platform/file-system.ts';
import { appendText } from '../../../support/fault-fs/files.ts';
import { FaultFileSystem } from '../../../support/fault-fs.ts';

const FILE = '/log';
const CHUNK = 64 * 1024;
const LIMIT = 4 * CHUNK;

let fs: FaultFileSystem;
let tail: Tail;
let lines: string[];

/** Reads new lines; a line is complete when it ends with a full stop. */
function read(
  decide: (line: string, finished: boolean) => LineAction = (line, finished) => (line.endsWith('.') || finished ? 'next' : 'wait'),
): boolean {
  const size = Number(fs.statSync(FILE, { bigint: true }).size);
  return tail.read(size, (bytes, finished) => {
    const line = bytes.toString();
    const verdict = decide(line, finished);
    if (verdict !== 'wait') lines.push(line);
    return verdict;
  });
}

beforeEach(() => {
  fs = new FaultFileSystem();
  appendText(fs, FILE, '');
  tail = new Tail(fs, fs.openSync(FILE, OPEN.read), (start) => !start.includes('junk'), LIMIT);
  lines = [];
});

test('returns each line once, and nothing for empty lines', () => {
  appendText(fs, FILE, '\none.\n\n\ntwo.');
  read();
  read();
  appendText(fs, FILE, '\nthree.');
  read();
  expect(lines).toEqual(['one.', 'two.', 'three.']);
  expect(tail.offset).toBe(Number(fs.statSync(FILE, { bigint: true }).size));
});

test.each([CHUNK - 2, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK - 1, 3 * CHUNK])(
  'a line of %i bytes across a chunk boundary is complete',
  (length) => {
    const long = `${'x'.repeat(length - 1)}.`;
    appendText(fs, FILE, `\nfirst.\n${long}\nlast.`);
    read();
    expect(lines.map((line) => line.length)).toEqual([6, length, 5]);
  },
);

test('an unfinished last line waits until it has grown, at any length', () => {
  appendText(fs, FILE, '\none.\ntw');
  read();
  expect(lines).toEqual(['one.']);
  appendText(fs, FILE, 'o'.repeat(CHUNK));
  read();
  expect(lines).toHaveLength(1);
  appendText(fs, FILE, '.');
  read();
  expect(lines.at(1)).toHaveLength(CHUNK + 3);
});

test('an unfinished line that another writer ended is finished', () => {
  appendText(fs, FILE, '\nhal');
  read();
  appendText(fs, FILE, '\nwhole.');
  read();
  expect(lines).toEqual(['hal', 'whole.']);
});

test('zeros after a complete last line belong to it, also if they are appended later', () => {
  appendText(fs, FILE, '\none.\0\0');
  read((line, finished) => (line.startsWith('one.') || finished ? 'next' : 'wait'));
  appendText(fs, FILE, '\0\ntwo.');
  read();
  expect(lines).toEqual(['one.\0\0', 'two.']);
});

test('a line over the limit is skipped in pieces, and the next line is read', () => {
  appendText(fs, FILE, `\n${'x'.repeat(3 * LIMIT)}`);
  read();
  appendText(fs, FILE, 'x'.repeat(CHUNK + 7));
  read();
  expect(tail.offset).toBe(Number(fs.statSync(FILE, { bigint: true }).size));
  appendText(fs, FILE, 'rest of it\nnext.');
  read();
  expect(lines).toEqual(['next.']);
});

test('the start of a long line that is not wanted is visited once, and the rest dropped', () => {
  appendText(fs, FILE, `\none.\njunk${'x'.repeat(LIMIT - 10)}`);
  read();
  expect(lines.map((line) => line.slice(0, 4))).toEqual(['one.', 'junk']);
  appendText(fs, FILE, 'x'.repeat(CHUNK));
  read();
  appendText(fs, FILE, 'x\ntwo.');
  read();
  expect(lines.map((line) => line.slice(0, 4))).toEqual(['one.', 'junk', 'two.']);
  expect(tail.offset).toBe(Number(fs.statSync(FILE, { bigint: true }).size));
});

test('stops after the line that the visitor names, finished or not', () => {
  appendText(fs, FILE, '\none.\nseal.\nafter.');
  const stopAtSeal = (line: string): LineAction => (line === 'seal.' ? 'stop' : 'next');
  expect(read(stopAtSeal)).toBe(true);
  expect(lines).toEqual(['one.', 'seal.']);
  expect(tail.offset).toBe('\none.\nseal.\n'.length);
});

test('stops at an unfinished seal, too', () => {
  appendText(fs, FILE, '\none.\nseal.');
  expect(read((line) => (line === 'seal.' ? 'stop' : 'next'))).toBe(true);
});

test('an error of the visitor repeats no line', () => {
  appendText(fs, FILE, '\none.\nbad.\ntwo.\nthree.');
  const fail = (line: string): LineAction => {
    if (line === 'bad.') throw new Error('bad');
    return 'next';
  };
  expect(() => read(fail)).toThrow('bad');
  read(fail);
  expect(lines).toEqual(['one.', 'two.', 'three.']);
});

test('joins short reads', () => {
  fs.onCall = ({ op }) => (op === 'readSync' ? { short: 3 } : 'proceed');
  appendText(fs, FILE, '\none.\ntwo.');
  read();
  expect(lines).toEqual(['one.', 'two.']);
});
