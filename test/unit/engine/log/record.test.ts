import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeLine, encodeRecord, type LogRecord } from '../../../../src/engine/log/record.ts';
import { jsonValues } from '../../../support/json-values.ts';

const record: fc.Arbitrary<LogRecord> = fc
  .tuple(
    fc.dictionary(fc.string({ unit: 'grapheme' }), jsonValues()),
    fc.string({ unit: 'binary' }),
    fc.integer({ min: -1e12, max: 7e12 }),
    fc.string(),
  )
  .map(([fields, id, t, op]) => ({ ...fields, id, t: t === 0 ? 0 : t, op }));

/** Returns the line in the file, without the newline before it. */
function lineOf(value: LogRecord): Buffer {
  return encodeRecord(value).subarray(1);
}

test('any record is decoded as written, with any bytes after it', () => {
  fc.assert(
    fc.property(record, fc.uint8Array(), (value, garbage) => {
      const expected: unknown = JSON.parse(JSON.stringify(value));
      expect(decodeLine(lineOf(value))).toEqual(expected);
      expect(decodeLine(Buffer.concat([lineOf(value), garbage]))).toEqual(expected);
    }),
  );
});

test('a record is one line that begins with a newline', () => {
  fc.assert(
    fc.property(record, (value) => {
      expect([...encodeRecord(value).entries()].filter(([, byte]) => byte === 0x0a).map(([index]) => index)).toEqual([0]);
    }),
  );
});

test('no flipped bit and no truncation decodes to another record', () => {
  fc.assert(
    fc.property(record, fc.nat(), fc.integer({ min: 1, max: 255 }), (value, at, flip) => {
      const line = lineOf(value);
      const bad = Buffer.from(line);
      bad[at % bad.length] = (bad[at % bad.length] ?? 0) ^ flip;
      expect(decodeLine(bad)).toBeNull();
      expect(decodeLine(line.subarray(0, at % line.length))).toBeNull();
    }),
    { numRuns: 300 },
  );
});

test('every single bit of one record is checked', () => {
  const line = lineOf({ id: 'rec_1', t: 12, op: 'note', text: 'é' });
  for (let bit = 0; bit < line.length * 8; bit++) {
    const bad = Buffer.from(line);
    bad[bit >> 3] = (bad[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(decodeLine(bad)).toBeNull();
  }
});

test('no foreign line is a record', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => decodeLine(Buffer.from(bytes)) === null));
  const { length } = JSON.stringify({ id: 'x', t: 1, op: 'y' });
  for (const line of [
    '',
    '{}',
    'null',
    `{"c":"0000000000000000","n":${length},"r":{"id":"x","t":1,"op":"y"}}`,
    '{"c":"',
    '\0'.repeat(100),
  ]) {
    expect(decodeLine(Buffer.from(line))).toBeNull();
  }
});

test.each([
  ['a number', 1],
  ['a list', []],
  ['no id', { t: 1, op: 'x' }],
  ['an id that is no text', { id: 1, t: 1, op: 'x' }],
  ['a time that is no integer', { id: 'x', t: 1.5, op: 'x' }],
  ['a time when nobody will write', { id: 'x', t: 9e12, op: 'x' }],
  ['a time beyond all integers', { id: 'x', t: 1e300, op: 'x' }],
  ['no operation', { id: 'x', t: 1 }],
])('%s with the right checksum is no record', (_what, body) => {
  const whole = encodeRecord(Object.assign(Object.create({ toJSON: () => body }), { id: '', t: 0, op: '' }));
  expect(decodeLine(whole.subarray(1))).toBeNull();
});
