import { beforeEach, expect, test } from 'vitest';
import { Tail, type Verdict } from '../../../../src/engine/log/segments/tail.ts';
import { OPEN } from '../../../../src/engine/platform/file-system.ts';
import { appendText } from '../../../support/fault-fs/files.ts';
import { FaultFileSystem } from '../../../support/fault-fs.ts';

const FILE = '/log';
const CHUNK = 64 * 1024;
const LIMIT = 4 * CHUNK;

let fs: FaultFileSystem;
let tail: Tail;
let lines: string[];

/** Reads what is new; a line is whole when it ends with a full stop. */
function read(
  decide: (line: string, finished: boolean) => Verdict = (line, finished) => (line.endsWith('.') || finished ? 'next' : 'wait'),
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
  tail = new Tail(fs, fs.openSync(FILE, OPEN.read), LIMIT);
  lines = [];
});

test('gives each line once, and nothing for empty ones', () => {
  appendText(fs, FILE, '\none.\n\n\ntwo.');
  read();
  read();
  appendText(fs, FILE, '\nthree.');
  read();
  expect(lines).toEqual(['one.', 'two.', 'three.']);
  expect(tail.offset).toBe(Number(fs.statSync(FILE, { bigint: true }).size));
});

test.each([CHUNK - 2, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK - 1, 3 * CHUNK])(
  'a line of %i bytes across the border of a chunk is whole',
  (length) => {
    const long = `${'x'.repeat(length - 1)}.`;
    appendText(fs, FILE, `\nfirst.\n${long}\nlast.`);
    read();
    expect(lines.map((line) => line.length)).toEqual([6, length, 5]);
  },
);

test('an unfinished last line waits until it has grown, however long it is', () => {
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

test('an unfinished line that another writer ended is over', () => {
  appendText(fs, FILE, '\nhal');
  read();
  appendText(fs, FILE, '\nwhole.');
  read();
  expect(lines).toEqual(['hal', 'whole.']);
});

test('a whole last line with garbage behind it is taken once, the garbage is a line of its own', () => {
  appendText(fs, FILE, '\none.\0\0');
  read((line, finished) => (line.startsWith('one.') || finished ? 'next' : 'wait'));
  appendText(fs, FILE, '\0\ntwo.');
  read();
  expect(lines).toEqual(['one.\0\0', '\0', 'two.']);
});

test('a line over the limit is dropped in pieces and reported to nobody; what follows is read', () => {
  appendText(fs, FILE, `\n${'x'.repeat(3 * LIMIT)}`);
  read();
  appendText(fs, FILE, 'x'.repeat(CHUNK + 7));
  read();
  expect(tail.offset).toBe(Number(fs.statSync(FILE, { bigint: true }).size));
  appendText(fs, FILE, 'rest of it\nnext.');
  read();
  expect(lines).toEqual(['next.']);
});

test('stops behind the line that the visitor names, finished or not', () => {
  appendText(fs, FILE, '\none.\nseal.\nafter.');
  const stopAtSeal = (line: string): Verdict => (line === 'seal.' ? 'stop' : 'next');
  expect(read(stopAtSeal)).toBe(true);
  expect(lines).toEqual(['one.', 'seal.']);
  expect(tail.offset).toBe('\none.\nseal.\n'.length);
});

test('stops at an unfinished seal, too', () => {
  appendText(fs, FILE, '\none.\nseal.');
  expect(read((line) => (line === 'seal.' ? 'stop' : 'next'))).toBe(true);
});

test('what a visitor throws makes no line come twice', () => {
  appendText(fs, FILE, '\none.\nbad.\ntwo.\nthree.');
  const fail = (line: string): Verdict => {
    if (line === 'bad.') throw new Error('bad');
    return 'next';
  };
  expect(() => read(fail)).toThrow('bad');
  read(fail);
  expect(lines).toEqual(['one.', 'two.', 'three.']);
});

test('reads short answers of the system to their end', () => {
  fs.onCall = ({ op }) => (op === 'readSync' ? { short: 3 } : 'proceed');
  appendText(fs, FILE, '\none.\ntwo.');
  read();
  expect(lines).toEqual(['one.', 'two.']);
});
