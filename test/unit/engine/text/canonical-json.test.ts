import { describe, expect, it } from 'vitest';
import { canonicalJson, sha256Checksum, tryChecksum } from '../../../../src/engine/text/json/canonical-json.ts';
import { MAX_JSON_DEPTH } from '../../../../src/engine/text/json/json-position.ts';

/** Returns the double with these bits, in hexadecimal. */
function double(bits: string): number {
  return Buffer.from(bits, 'hex').readDoubleBE();
}

function nested(depth: number): unknown {
  let value: unknown = 'core';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { in: value };
  return value;
}

describe('RFC 8785, appendix B: numbers', () => {
  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('%s is %s', (bits, text) => {
    expect(canonicalJson(double(bits))).toBe(text);
  });

  it.each([['7fffffffffffffff'], ['7ff0000000000000'], ['fff0000000000000']])('%s is rejected', (bits) => {
    expect(() => canonicalJson(double(bits))).toThrow(/the value is not a finite number/);
  });
});

describe('RFC 8785, section 3.2: the examples', () => {
  it('3.2.2 and 3.2.4: literals, numbers, strings, and the bytes of the whole', () => {
    const input = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;
    const bytes = `
      7b 22 6c 69 74 65 72 61 6c 73 22 3a 5b 6e 75 6c 6c 2c 74 72 75 65 2c 66 61 6c 73 65 5d 2c 22 6e 75 6d 62 65 72 73 22 3a
      5b 33 33 33 33 33 33 33 33 33 2e 33 33 33 33 33 33 33 2c 31 65 2b 33 30 2c 34 2e 35 2c 30 2e 30 30 32 2c 31 65 2d 32 37
      5d 2c 22 73 74 72 69 6e 67 22 3a 22 e2 82 ac 24 5c 75 30 30 30 66 5c 6e 41 27 42 5c 22 5c 5c 5c 5c 5c 22 2f 22 7d`;
    expect(Buffer.from(canonicalJson(JSON.parse(input))).toString('hex')).toBe(bytes.replaceAll(/\s/g, ''));
  });

  it('3.2.3: keys in the order of their UTF-16 code units', () => {
    const input = String.raw`{
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis"
    }`;
    const values = [...canonicalJson(JSON.parse(input)).matchAll(/:"([^"]*)"/g)].map(([, value]) => value);
    expect(values).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });
});

describe('canonicalJson', () => {
  it('sorts numeric keys as text, on every level', () => {
    expect(canonicalJson({ 9: 0, 10: { b: [], a: {} }, '': null })).toBe('{"":null,"10":{"a":{},"b":[]},"9":0}');
  });

  it('keeps a key named __proto__', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"b":1,"a":2},"a":3}'))).toBe('{"__proto__":{"a":2,"b":1},"a":3}');
  });

  it('omits undefined properties, like JSON.stringify', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  it('writes objects without a prototype, and text longer than one chunk', () => {
    const value = Object.assign(Object.create(null), { long: Array.from({ length: 3_000 }, (_, index) => `Zeile ${index} ä😀`) });
    expect(canonicalJson(value)).toBe(JSON.stringify(value));
  });

  it.each<[string, unknown, string]>([
    ['undefined', undefined, 'the value is not a JSON value'],
    ['undefined in a list', { list: [0, undefined] }, 'list[1] is not a JSON value'],
    ['a hole in a list', { list: new Array(1) }, 'list[0] is not a JSON value'],
    ['a bigint', { a: 1n }, 'a is not a JSON value'],
    ['a function', { a: () => {} }, 'a is not a JSON value'],
    ['a symbol', [Symbol('s')], '[0] is not a JSON value'],
    ['a Date', { when: new Date(0) }, 'when is not a JSON value'],
    ['a Map', { 'odd key': new Map() }, '["odd key"] is not a JSON value'],
    ['NaN', { a: { b: [1, Number.NaN] } }, 'a.b[1] is not a finite number'],
    ['Infinity', [Number.POSITIVE_INFINITY], '[0] is not a finite number'],
    ['half a pair', { a: 'x\ud83d' }, 'a holds half of a surrogate pair, which is no character'],
    ['the other half', ['\ude00x'], '[0] holds half of a surrogate pair, which is no character'],
    ['halves in the wrong order', ['\ude00\ud83d'], '[0] holds half of a surrogate pair, which is no character'],
    ['half a pair as a key', { '\ud83d': 1 }, '["\\ud83d"] holds half of a surrogate pair, which is no character'],
  ])('rejects %s with its path', (_, value, message) => {
    expect(() => canonicalJson(value)).toThrow(expect.objectContaining({ code: 'invalid-input', message }));
  });

  it('accepts the literal text \\ud83d', () => {
    expect(canonicalJson(String.raw`\ud83d`)).toBe(String.raw`"\\ud83d"`);
  });

  it('reports a worse problem than a lone surrogate first, at any position', () => {
    expect(tryChecksum(['\ud800', Number.NaN])).toMatchObject({ problem: 'not-finite', path: [1] });
  });
});

describe('depth', () => {
  it('is supported up to the limit, like in JSON.stringify', () => {
    const value = nested(MAX_JSON_DEPTH);
    expect(canonicalJson(value)).toBe(JSON.stringify(value));
  });

  it('beyond the limit is a clear error, also where it would overflow the stack', () => {
    for (const depth of [MAX_JSON_DEPTH + 1, 5_000, 200_000]) {
      expect(() => canonicalJson(nested(depth))).toThrow(/is nested deeper than 2500 levels, or contains itself/);
    }
  });

  it('is an error for a value that contains itself', () => {
    const value: Record<string, unknown> = { a: 1 };
    value.self = value;
    expect(() => canonicalJson(value)).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  });
});

describe('sha256Checksum', () => {
  it('is the SHA-256 of the canonical form in UTF-8', () => {
    // echo -n '{"a":"é","b":[1]}' | sha256sum
    expect(sha256Checksum({ b: [1.0], a: 'é' })).toBe('sha256:fe44b490e297c0523c2a1ce591fc7b3b064b5ad3f2ac4634523685392680de5d');
  });

  it('counts the bytes of the canonical form', () => {
    expect(tryChecksum({ a: 'é' })).toMatchObject({ bytes: 10 });
  });

  it('throws for what has no canonical form', () => {
    expect(() => sha256Checksum([1n])).toThrow(/\[0\] is not a JSON value/);
  });
});
