import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findInexactNumbers, isExactNumber } from '../../../../src/engine/text/json/inexact-numbers.ts';

describe('isExactNumber', () => {
  test.each([
    ...['0', '-0', '0.0', '0e9', '1.0', '1e3', '1E+3', '-12.50', '9007199254740992', '9007199254740994', '100000000000000000000000'],
    ...[
      '0.10000000000000001',
      '333333333.33333329',
      '12345678901234567168.000000',
      '4.9406564584124654e-324',
      '5e-324',
      '1.7976931348623157e308',
    ],
    ...['0.1000000000000000055511151231257827021181583404541015625', '1.000000000000000000000000000000', '0.000001'],
  ])('%s keeps its value', (written) => {
    expect(isExactNumber(written)).toBe(true);
  });

  test.each([
    ...[
      '12345678901234567890',
      '9007199254740993',
      '-9007199254740993',
      '18446744073709551616',
      '0.1234567890123456789',
      '12345678901234567890.0',
    ],
    ...['1e-400', '3e-324', '1E400', '-1e999', '1.00000000000000000001', `0.${'3'.repeat(200)}`],
  ])('%s would be changed', (written) => {
    expect(isExactNumber(written)).toBe(false);
  });

  test('accepts every double, with as many digits as programs write', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: 17, max: 30 }), (value, digits) => {
        expect(isExactNumber(JSON.stringify(value))).toBe(true);
        expect(isExactNumber(value.toExponential(16))).toBe(true);
        expect(isExactNumber(value.toExponential(digits))).toBe(true);
      }),
    );
  });

  test('accepts an integer only if JavaScript writes the same integer', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), (value) => {
        const written = JSON.stringify(Number(value));
        fc.pre(!written.includes('e'));
        expect(isExactNumber(String(value))).toBe(BigInt(written) === value);
      }),
    );
  });
});

describe('findInexactNumbers', () => {
  test('names the path, the place and the digits', () => {
    const text = '{"a": [1, 12345678901234567890], "b": {"c": 1e-400, "d": 0.3333333333333333}, "e": -0.1234567890123456789}';
    expect(findInexactNumbers(text)).toEqual([
      { path: ['a', 1], offset: 10, written: '12345678901234567890' },
      { path: ['b', 'c'], offset: text.indexOf('1e-400'), written: '1e-400' },
      { path: ['e'], offset: text.indexOf('-0.12'), written: '-0.1234567890123456789' },
    ]);
  });

  test('ignores digits in texts and keys', () => {
    const text = '{"12345678901234567890": "12345678901234567890 and : 1e-400", "hash": "sha256:1e400", "v": "1.2.3.4.5.6.7.8.9.10"}';
    expect(findInexactNumbers(text)).toEqual([]);
  });

  test('finds exactly the numbers that JSON.parse changes', () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
      fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
      fc.integer().map((value) => `${value}e-420`),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), number)), (members) => {
        const text = `[${members.map(([key, value]) => `{${JSON.stringify(key)}: ${value}}`).join(', ')}]`;
        const expected = members.filter(([, written]) => !isExactNumber(written)).map(([, written]) => written);
        expect(findInexactNumbers(text).map(({ written }) => written)).toEqual(expected);
      }),
    );
  });
});
