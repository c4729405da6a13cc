import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applySpan, applyToOther, applyWhereUnique, spanBetween, undoSpan } from '../../../../src/engine/text/text-span.ts';

const bytes = (text: string) => Buffer.from(text);
const merged = (before: string, ours: string, theirs: string) =>
  applyToOther(spanBetween(bytes(before), bytes(ours)), bytes(before), bytes(theirs))?.toString() ?? null;
const texts = fc.array(fc.constantFrom('a\n', 'b\n', 'é\n', '\n', 'x', '日'), { maxLength: 6 }).map((parts) => parts.join(''));

describe('a span', () => {
  test('converts between any two texts, in whole lines', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const span = spanBetween(bytes(before), bytes(after));
        expect(applySpan(span, bytes(before)).toString()).toBe(after);
        expect(undoSpan(span, bytes(after)).toString()).toBe(before);
        expect(bytes(before).subarray(0, span.from).toString()).toMatch(/^$|\n$/);
      }),
    );
  });

  test('contains exactly the lines that differ', () => {
    expect(spanBetween(bytes('a\nb\nc\n'), bytes('a\nbx\nc\n'))).toEqual({ from: 2, context: 'a\n', removed: 'b\n', inserted: 'bx\n' });
    expect(spanBetween(bytes('a\nc\n'), bytes('a\nb\nc\n'))).toEqual({ from: 2, context: 'a\n', removed: '', inserted: 'b\n' });
    expect(spanBetween(bytes('a\nb\n'), bytes('b\n'))).toEqual({ from: 0, context: '', removed: 'a\n', inserted: '' });
  });
});

describe('applied to another text', () => {
  test.each([
    ['before theirs', 'a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n', 'A\nb\nC\n'],
    ['behind theirs', 'a\nb\nc\n', 'a\nb\nC\n', 'A\nA\nb\nc\n', 'A\nA\nb\nC\n'],
    ['at the end, where they added as well', 'a\n', 'a\nours\n', 'a\ntheirs\n', 'a\nours\ntheirs\n'],
    ['a removal', 'a\nb\nc\n', 'a\nc\n', 'a\nb\nc\nd\n', 'a\nc\nd\n'],
    ['in the same line', 'a\nb\nc\n', 'a\nX\nc\n', 'a\nY\nc\n', null],
    ['in an empty text', '', 'ours\n', 'theirs\n', 'ours\ntheirs\n'],
  ])('%s', (_what, before, ours, theirs, expected) => {
    expect(merged(before, ours, theirs)).toBe(expected);
  });

  test('for any texts keeps the change of one side, and does not merge conflicting ones', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        expect(merged(before, after, before)).toBe(after);
        expect(merged(before, before, after)).toBe(after);
      }),
    );
  });
});

describe('applied where its lines are unique', () => {
  const applied = (before: string, ours: string, text: string) =>
    applyWhereUnique(spanBetween(bytes(before), bytes(ours)), bytes(text))?.toString() ?? null;

  test.each([
    ['after other changes before and behind it', 'a\nb\nc\n', 'a\nX\nc\n', 'new\na\nb\nC\n', 'new\na\nX\nC\n'],
    ['as an insertion', 'a\nc\n', 'a\nb\nc\n', '0\na\nC\n', '0\na\nb\nC\n'],
    ['not where the lines occur twice', 'a\nb\n', 'a\nX\n', 'a\nb\na\nb\n', null],
    ['not where they are gone', 'a\nb\n', 'a\nX\n', 'a\nB\n', null],
    ['not in a part of a line', 'a\nb', 'a\nX', 'a\nbc\n', null],
    ['not after a part of a line', 'a\nb\n', 'a\nX\n', 'za\nb\n', null],
    ['not without lines before it', 'b\n', 'X\n', '0\nb\n', null],
  ])('%s', (_what, before, ours, text, expected) => {
    expect(applied(before, ours, text)).toBe(expected);
  });
});
