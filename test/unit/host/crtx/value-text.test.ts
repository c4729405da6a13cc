import { expect, test } from 'vitest';
import { wholeText } from '../../../../src/host/crtx/value-text.ts';

test('a value is copied as indented JSON, and a string without quotes', () => {
  expect(wholeText({ a: [1, {}] })).toBe('{\n  "a": [\n    1,\n    {}\n  ]\n}');
  expect(wholeText('one\ntwo')).toBe('one\ntwo');
  expect(wholeText(null)).toBe('null');
});

test('a value whose indentation would exceed the maximum string length is copied without it', () => {
  const chain = `${'['.repeat(2_400)}1,"\\n",null${']'.repeat(2_400)}`;
  const text = `[${Array.from({ length: 1_000 }, () => chain).join()},{"__proto__":{},"\\"":[]}]`;
  expect(wholeText(JSON.parse(text)) === text).toBe(true);
});
