import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSource, SourceMembers } from '../../../../src/host/crtx/source-value.ts';
import { formatValueId, membersReader, parseValueId, stepToMember, valueAtPath } from '../../../../src/host/crtx/value-path.ts';
import { plainText, readableText, valueKind, wholeText } from '../../../../src/host/crtx/value-text.ts';

const spaced = (value: unknown): string => `\r\n\t ${JSON.stringify(value, null, 2).replaceAll(':', ' : ')} \n`;

test('readSource reads the same value as JSON.parse', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.boolean(), (json, isSpaced) => {
      const value: unknown = JSON.parse(json);
      // Colons inside strings get spaces too, which does not matter here.
      const text = isSpaced ? spaced(value) : json;
      expect(JSON.parse(wholeText([readSource(text).value]))).toEqual([JSON.parse(text)]);
      expect(readSource(json).hasRepeatedKeys).toBe(false);
    }),
  );
});

test.each(['12345678901234567890', '1.10', '1e400', '-0', '0.1', '3', '-1E+2', '9007199254740993'])(
  'the number %s keeps all its digits',
  (source) => {
    const { value } = readSource(`{"n":${source},"list":[${source}]}`);
    const number = valueAtPath(value, ['n'])?.value;
    expect([plainText(number), valueKind(number), membersReader(number), wholeText(number)]).toEqual([source, 'number', null, source]);
    expect(wholeText(value)).toBe(`{\n  "n": ${source},\n  "list": [\n    ${source}\n  ]\n}`);
    expect(readableText(value, 1_000)).toEqual({ text: wholeText(value), isCut: false });
  },
);

test('members keep the order of the file and include duplicate keys; a path by key leads to the last one', () => {
  const text = '{"b":1,"10":"ten","2":"two","__proto__":{"x":1},"b":{"of":2},"":0}';
  const { value, hasRepeatedKeys } = readSource(text);
  expect(value).toBeInstanceOf(SourceMembers);
  expect(hasRepeatedKeys).toBe(true);
  const holder = membersReader(value);
  if (holder === null) throw new Error('it holds something');
  expect(holder.keys).toEqual(['b', '10', '2', '__proto__', 'b', '']);
  const ways = holder.keys?.map((_, position) => formatValueId([stepToMember(holder, position)]));
  expect(new Set(ways).size).toBe(6);
  expect(ways?.map((way) => wholeText(valueAtPath(value, parseValueId(way) ?? [])?.value).replaceAll(/\s/g, ''))).toEqual([
    ...['1', 'ten', 'two', '{"x":1}', '{"of":2}', '0'],
  ]);
  expect(valueAtPath(value, ['b', 'of'])).toEqual({ value: 2, path: ['b', 'of'] });
  expect(valueAtPath(value, ['toString'])).toBeNull();
  expect(readSource('{"2":1,"1":2}').hasRepeatedKeys).toBe(false);
});

test('a value of the maximum depth is read and written', () => {
  const text = `${'{"a":['.repeat(1_250)}1.0${']}'.repeat(1_250)}`;
  expect(wholeText(readSource(text).value).replaceAll(/\s/g, '')).toBe(text);
});
