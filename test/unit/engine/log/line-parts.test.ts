import { expect, test } from 'vitest';
import { decodeLine, encodeRecord } from '../../../../src/engine/log/record.ts';
import { Tail } from '../../../../src/engine/log/segments/tail.ts';
import { OPEN } from '../../../../src/engine/platform/file-system.ts';
import { FaultFileSystem } from '../../../support/fault-fs.ts';

const FILE = '/log';
const NEWLINE = 0x0a;
const records = ['rec_1', 'rec_2', 'rec_3'].map((id) => encodeRecord({ id, t: 1, op: 'note' }));
const partial = Buffer.from('\n{"c":"0123456789abcdef","n":50,"r":{"id"');

/** Returns what readers see: the record of each line or part with its offsets, `null` for damaged bytes. */
function readParts(bytes: Buffer, step = bytes.length) {
  const fs = new FaultFileSystem();
  const fd = fs.openSync(FILE, OPEN.appendOrCreate, 0o666);
  const tail = new Tail(fs, fd);
  const seen: { id: string | null; from: number; to: number }[] = [];
  for (let at = 0; at < bytes.length; at += step) {
    const chunk = bytes.subarray(at, at + step);
    fs.writeSync(fd, chunk, 0, chunk.length, null);
    tail.read(Math.min(at + step, bytes.length), (line, finished) => {
      const record = decodeLine(line);
      if (record === null && !finished) return 'wait';
      const to = tail.offset - (finished ? 1 : 0);
      seen.push({ id: record?.id ?? null, from: to - line.length, to });
      return 'next';
    });
  }
  for (const { id, from, to } of seen) if (id !== null) expect(decodeLine(bytes.subarray(from, to))?.id).toBe(id);
  return seen;
}

const idsOf = (seen: ReturnType<typeof readParts>) => seen.map(({ id }) => id);

/** Offsets of the newlines between lines. */
const newlinesIn = (bytes: Buffer) => [...bytes.keys()].filter((at) => at > 0 && bytes[at] === NEWLINE);

function replaceAt(bytes: Buffer, at: number, value: readonly number[]): Buffer {
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(value), bytes.subarray(at + 1)]);
}

const everyByte = [[], ...Array.from({ length: 256 }, (_, value) => [value])];

test('every record survives a changed or missing newline before it, however it is read', () => {
  const bytes = Buffer.concat(records);
  for (const at of newlinesIn(bytes)) {
    for (const value of everyByte) {
      const damaged = replaceAt(bytes, at, value);
      expect(idsOf(readParts(damaged))).toEqual(['rec_1', 'rec_2', 'rec_3']);
      expect(idsOf(readParts(damaged, 7))).toEqual(['rec_1', 'rec_2', 'rec_3']);
    }
  }
});

test('the partial line of a dead writer still counts once', () => {
  const [first = partial, ...others] = records;
  const bytes = Buffer.concat([first, partial, ...others]);
  const [before = 0] = newlinesIn(bytes);
  for (const value of everyByte) {
    const damaged = replaceAt(bytes, before, value);
    for (const step of [bytes.length + 1, 1]) expect(idsOf(readParts(damaged, step))).toEqual(['rec_1', null, 'rec_2', 'rec_3']);
  }
});

test.each([
  ['zeros', '\0\0\0', 0],
  ['a line end of Windows', '\r', 0],
  ['other text', 'other text', 1],
  ['other text and zeros', 'ot\0\0', 1],
])('%s after a record', (_what, text, damaged) => {
  const [first = partial, second = partial] = records;
  const bytes = Buffer.concat([first, Buffer.from(text), second]);
  const expected = ['rec_1', ...Array<null>(damaged).fill(null), 'rec_2'];
  for (const step of [bytes.length, 1]) expect(idsOf(readParts(bytes, step))).toEqual(expected);
  const joined = Buffer.concat([first, Buffer.from(text), second.subarray(1)]);
  for (const step of [joined.length, 1]) expect(idsOf(readParts(joined, step))).toEqual(expected);
});
