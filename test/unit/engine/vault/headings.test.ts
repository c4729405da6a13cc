import { describe, expect, test } from 'vitest';
import { findHeaderValue } from '../../../../src/engine/vault/headers/header-position.ts';
import { findHeading, findHeadings } from '../../../../src/engine/vault/prose/headings.ts';
import { expectLinear } from '../../../support/processor-time.ts';

describe('headings', () => {
  test('are found with their positions, but not in code, comments or the header', () => {
    const text = '---\n# no\n---\n# One  \n```\n# no\n```\n<!--\n# no\n-->\n### Two `x` ##\r\n#no\n####### no\n# C#\n## \n';
    const found = findHeadings(text);
    expect(found.map((heading) => heading.text)).toEqual(['One', 'Two `x`', 'C#', '']);
    for (const { from, to, text: said } of found) expect(text.slice(from, to)).toBe(said);
  });

  test('are found by the heading part of a link', () => {
    const text = '# Rules\n## Why  This\n## why this\n';
    expect(findHeading(text, 'why this')?.from).toBe(text.indexOf('Why'));
    expect(findHeading(text, 'Rules#Why This')?.from).toBe(text.indexOf('Why'));
    expect(findHeading(text, '^block')).toBeNull();
  });

  test.each(['# ', '#', '# #', '# x \t', '`', '# `'])('a long line of repeated %j is parsed in linear time', (part) => {
    expectLinear((count) => {
      const text = `# ${part.repeat(count)}x`;
      return () => findHeadings(text);
    }, 20_000);
  });
});

describe('findHeaderValue', () => {
  test.each([
    ['id: abc', 'abc'],
    ['id:   abc   # why', 'abc'],
    ['id: "abc"', 'abc'],
    ["'id': 'abc' # why", 'abc'],
    ['id: 20260412', '20260412'],
    ['id: 1.0', '1.0'],
    ['id: a\nid: b', 'b'],
    ['id: a: b', 'a: b'],
    ['id: [WIP] x', '[WIP] x'],
    ['id: abc\r', 'abc'],
  ])('finds in %j the value %j', (yaml, value) => {
    const text = `\ufeff---\nname: abc\n${yaml}\ntype: x\n---\nid: abc\n`;
    const place = findHeaderValue(text, 'id');
    expect(place && text.slice(place.from, place.to)).toBe(value);
    expect(place?.from).toBeGreaterThan(text.lastIndexOf('id', place?.from));
  });

  test.each(['id:', 'id: "a\\x20b"', 'id: >\n  abc', 'idx: abc', 'id: abc\n  def'])('returns null for the value in %j', (yaml) => {
    expect(findHeaderValue(`---\n${yaml}\n---\n`, 'id')).toBeNull();
  });
});
