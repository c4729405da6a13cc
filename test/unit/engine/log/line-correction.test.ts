import { expect, test } from 'vitest';
import { decodeLine, encodeRecord } from '../../../../src/engine/log/record.ts';
import { LineCorrection } from '../../../../src/engine/log/segments/line-correction.ts';

const record = { id: 'rec_1', t: 1_700_000_000_000, seen: 41, op: 'note', text: 'é "quoted" {x}' };
const line = encodeRecord(record).subarray(1);
const NEWLINE = 0x0a;

/** Reads lines as a reader does. Returns the records that were corrected. */
function corrected(bytes: Buffer) {
  const correction = new LineCorrection();
  const found = [];
  let from = 0;
  for (const text of bytes.toString('latin1').split('\n')) {
    const each = Buffer.from(text, 'latin1');
    if (decodeLine(each) === null) found.push(correction.correct(each, from, true));
    from += each.length + 1;
  }
  return found;
}

test('any flipped bit of a record is corrected', () => {
  for (let bit = 0; bit < line.length * 8; bit++) {
    const bad = Buffer.from(line);
    bad[bit >> 3] = (bad[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(corrected(bad).at(-1), `bit ${bit}`).toMatchObject({ record, from: 0 });
  }
});

test('any other value of a byte is corrected', () => {
  for (let at = 0; at < line.length; at += 5) {
    const bad = line.with(at, ((line[at] ?? 0) + 7 * at + 3) & 255);
    expect(corrected(Buffer.from(bad)).at(-1), `byte ${at}`).toMatchObject({ record });
  }
});

test('a record that a newline split is joined, at its start', () => {
  for (let at = 0; at < line.length; at++) {
    const [first, second] = corrected(Buffer.from(line.with(at, NEWLINE)));
    if (at === 0 || at === line.length - 1) expect(first ?? second).toMatchObject({ record });
    else expect([first, second]).toMatchObject([null, { record, from: 0, isSplit: true }]);
  }
});

test('two wrong bytes, a truncated line and a long line are not corrected', () => {
  const two = Buffer.from(line.with(60, 0x58).with(70, 0x59));
  const long = encodeRecord({ ...record, text: 'x'.repeat(9_000) }).subarray(1);
  for (const bad of [two, line.subarray(0, -1), line.subarray(5), Buffer.alloc(300), Buffer.from(long.with(4_000, 0x59))])
    expect(new LineCorrection().correct(bad, 0, true)).toBeNull();
});

test('of a segment full of damage, only the first lines are tried', () => {
  const correction = new LineCorrection();
  const two = Buffer.from(line.with(60, 0x58).with(70, 0x59));
  for (let n = 0; n < 16; n++) expect(correction.correct(two, n * 1_000, true)).toBeNull();
  expect(correction.correct(Buffer.from(line.with(60, 0x58)), 99_000, true)).toBeNull();
});

test('of a segment full of split records, only the first are joined', () => {
  const correction = new LineCorrection();
  const split = Buffer.from(line.with(60, 0x58).with(70, NEWLINE));
  const whole = Buffer.from(line.with(70, NEWLINE));
  const join = (bytes: Buffer, from: number) => {
    correction.correct(bytes.subarray(0, 70), from, true);
    return correction.correct(bytes.subarray(71), from + 71, true);
  };
  for (let n = 0; n < 16; n++) expect(join(split, n * 1_000)).toBeNull();
  expect(join(whole, 99_000)).toBeNull();
});

test('an unfinished line is tried once, and does not count', () => {
  const correction = new LineCorrection();
  const two = Buffer.from(line.with(60, 0x58).with(70, 0x59));
  for (let n = 0; n < 20; n++) expect(correction.correct(two, 0, false)).toBeNull();
  expect(correction.correct(Buffer.from(line.with(60, 0x58)), 1_000, true)).toMatchObject({ record });
});

test('a line that cannot be a record with one wrong byte costs no attempt', () => {
  const correction = new LineCorrection();
  for (const hopeless of [line.with(60, 0).with(70, 0), Buffer.from(line).fill(0xff, 60, 75)])
    for (let n = 0; n < 20; n++) expect(correction.correct(Buffer.from(hopeless), n * 1_000, true)).toBeNull();
  expect(correction.correct(Buffer.from(line.with(60, 0)), 99_000, true)).toMatchObject({ record });
});

test('of long lines, fewer are tried', () => {
  const long = encodeRecord({ ...record, text: 'x'.repeat(8_000) }).subarray(1);
  const wrongBit = Buffer.from(long.with(4_000, 0x79));
  const two = Buffer.from(wrongBit.with(5_000, 0x79));
  const correction = new LineCorrection();
  expect(correction.correct(two, 0, true)).toBeNull();
  expect(correction.correct(wrongBit, 10_000, true)).toMatchObject({ record: { id: 'rec_1' } });
  for (let n = 2; n < 5; n++) expect(correction.correct(two, n * 10_000, true)).toBeNull();
  expect(correction.correct(wrongBit, 90_000, true)).toBeNull();
});
